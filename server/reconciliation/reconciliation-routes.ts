import type { FastifyInstance } from 'fastify';
import { reconciliationCalls } from '../../contract/reconciliation.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listDifferences } from './reconciliation-differences.ts';
import { exportReconciliation } from './reconciliation-export.ts';
import { listReconciliationItems } from './reconciliation-items.ts';
import { getReconciliation } from './reconciliation-lines.ts';

/** Serves collected against deposited against bank-paid. */
export function registerReconciliationRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, reconciliationCalls, {
    getReconciliation: ({ actor, query }) => getReconciliation(context, actor, query),
    listReconciliationItems: ({ actor, query }) => listReconciliationItems(context, actor, query),
    listReconciliationDifferences: ({ actor, query }) => listDifferences(context, actor, query),
    exportReconciliation: ({ actor, query }) => exportReconciliation(context, actor, query),
  });
}
