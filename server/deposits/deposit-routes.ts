import type { FastifyInstance } from 'fastify';
import { depositCalls } from '../../contract/deposit.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { createDeposits } from './deposit-making-service.ts';
import { listDeposits } from './deposit-rows.ts';
import { cancelDeposit, takeOutOfDeposit, verifyDeposit } from './deposit-settling-service.ts';

/** Serves deposits of collected money. */
export function registerDepositRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, depositCalls, {
    listDeposits: ({ actor, query }) => listDeposits(context, actor, query),
    createDeposits: async ({ actor, body }) => ({
      data: await createDeposits(context, actor, body),
    }),
    verifyDeposit: async ({ actor, body }) => ({
      data: await verifyDeposit(context, actor, body),
    }),
    cancelDeposit: async ({ actor, body }) => ({
      data: await cancelDeposit(context, actor, body),
    }),
    takeOutOfDeposit: async ({ actor, body }) => ({
      data: await takeOutOfDeposit(context, actor, body),
    }),
  });
}
