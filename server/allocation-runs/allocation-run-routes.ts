import type { FastifyInstance } from 'fastify';
import { allocationRunCalls } from '../../contract/allocation-run.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { countAllocatable, listUnallocated } from './allocatable.ts';
import { cancelRun, confirmRun, createRun, undoRun } from './run-decision.ts';
import { listRunLoans } from './run-loans.ts';
import { listRuns, readRun } from './run-record.ts';

function registerReading(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerCall(app, context, allocationRunCalls.countAllocatable, async ({ actor, query }) => {
    const { kind, takesOver, ...filter } = query;
    return countAllocatable(db, actor, { kind, filter, takesOver: takesOver === '1' });
  });
  registerCall(app, context, allocationRunCalls.listUnallocated, async ({ actor, query }) =>
    listUnallocated(db, actor, query.kind),
  );
  registerCall(app, context, allocationRunCalls.listAllocationRuns, async ({ actor, query }) =>
    listRuns(db, actor, query.page, query.pageSize),
  );
  registerCall(app, context, allocationRunCalls.getAllocationRun, async ({ actor, params }) => {
    return (await readRun(db, actor, params.id)).wire;
  });
  registerCall(app, context, allocationRunCalls.listAllocationRunLoans, async (handled) =>
    listRunLoans(db, handled.actor, handled.params.id, handled.query),
  );
}

/** Sharing out loans automatically: planned, looked at, confirmed, taken back. */
export function registerAllocationRunRoutes(app: FastifyInstance, context: Context): void {
  registerReading(app, context);
  registerCall(app, context, allocationRunCalls.createAllocationRun, async ({ actor, body }) =>
    createRun(context, actor, body),
  );
  registerCall(app, context, allocationRunCalls.confirmAllocationRun, async ({ actor, params }) =>
    confirmRun(context, actor, params.id),
  );
  registerCall(app, context, allocationRunCalls.undoAllocationRun, async ({ actor, params }) =>
    undoRun(context, actor, params.id),
  );
  registerCall(app, context, allocationRunCalls.cancelAllocationRun, async ({ actor, params }) =>
    cancelRun(context, actor, params.id),
  );
}
