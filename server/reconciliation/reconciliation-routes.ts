import type { FastifyInstance } from 'fastify';
import { reconciliationCalls } from '../../contract/reconciliation.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { listDifferences } from './reconciliation-differences.ts';
import { exportReconciliation } from './reconciliation-export.ts';
import { listReconciliationItems } from './reconciliation-items.ts';
import { getReconciliation } from './reconciliation-lines.ts';

/** Serves collected against deposited against bank-paid. */
export function registerReconciliationRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, reconciliationCalls.getReconciliation, async ({ actor, query }) =>
    getReconciliation(context, actor, query),
  );
  registerCall(
    app,
    context,
    reconciliationCalls.listReconciliationItems,
    async ({ actor, query }) => listReconciliationItems(context, actor, query),
  );
  registerCall(
    app,
    context,
    reconciliationCalls.listReconciliationDifferences,
    async ({ actor, query }) => listDifferences(context, actor, query),
  );
  registerCall(
    app,
    context,
    reconciliationCalls.exportReconciliation,
    async ({ actor, query, reply }) => {
      const file = await exportReconciliation(context, actor, query);
      void reply
        .type(file.contentType)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.bytes);
    },
  );
}
