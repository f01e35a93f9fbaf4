import type { FastifyInstance } from 'fastify';
import { allocationRunCalls } from '../../contract/allocation-run.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { countAllocatable, listUnallocated } from './allocatable.ts';
import { cancelRun, confirmRun, createRun, undoRun } from './run-decision.ts';
import { listRunLoans, readRunDetail } from './run-loans.ts';
import { listRuns } from './run-record.ts';

/** Sharing out loans automatically: planned, looked at, confirmed, taken back. */
export function registerAllocationRunRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, allocationRunCalls, {
    countAllocatable: async ({ actor, query }) => {
      const { kind, takesOver, ...filter } = query;
      return countAllocatable(db, actor, { kind, filter, takesOver: takesOver === '1' });
    },
    listUnallocated: ({ actor, query }) => listUnallocated(db, actor, query.kind),
    listAllocationRuns: ({ actor, query }) => listRuns(db, actor, query.page, query.pageSize),
    getAllocationRun: ({ actor, params }) => readRunDetail(db, actor, params.id),
    listAllocationRunLoans: (handled) =>
      listRunLoans(db, handled.actor, handled.params.id, handled.query),
    createAllocationRun: ({ actor, body }) => createRun(context, actor, body),
    confirmAllocationRun: ({ actor, params }) => confirmRun(context, actor, params.id),
    undoAllocationRun: ({ actor, params }) => undoRun(context, actor, params.id),
    cancelAllocationRun: ({ actor, params }) => cancelRun(context, actor, params.id),
  });
}
