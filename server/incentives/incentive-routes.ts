import type { FastifyInstance } from 'fastify';
import { incentiveCalls } from '../../contract/incentive-calls.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { checkMonth, closeMonth } from './incentive-closing.ts';
import { payoutFile } from './incentive-payout.ts';
import { previewStructure } from './incentive-preview.ts';
import { listLines, listStatements, readStatement } from './incentive-statements.ts';
import { listStructures, setStructure } from './incentive-structures.ts';

/** What people earn: structures, statements, and the closing of months. */
export function registerIncentiveRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, incentiveCalls, {
    listIncentiveStructures: ({ actor, query }) => listStructures(context, actor, query),
    setIncentiveStructure: ({ actor, params, body }) =>
      setStructure(context, actor, params.clientId, body),
    previewIncentives: ({ params, body }) => previewStructure(context, params.clientId, body),
    listIncentiveStatements: ({ actor, query }) => listStatements(context, actor, query),
    readIncentiveStatement: ({ actor, params, query }) =>
      readStatement(context, actor, params.id, query.month),
    listIncentiveLines: ({ actor, params, query }) => listLines(context, actor, params.id, query),
    closeIncentiveMonth: ({ actor, body }) => closeMonth(context, actor, body),
    checkIncentiveMonth: ({ query }) => checkMonth(context, query.month),
    downloadIncentivePayout: ({ actor, query }) => payoutFile(context, actor, query.month),
  });
}
