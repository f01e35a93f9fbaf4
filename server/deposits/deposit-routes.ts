import type { FastifyInstance } from 'fastify';
import { depositCalls } from '../../contract/deposit.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { createDeposits } from './deposit-making-service.ts';
import { listDeposits } from './deposit-rows.ts';
import { cancelDeposit, verifyDeposit } from './deposit-settling-service.ts';

/** Serves deposits of collected money. */
export function registerDepositRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, depositCalls.listDeposits, async ({ actor, query }) =>
    listDeposits(context, actor, query),
  );
  registerCall(app, context, depositCalls.createDeposits, async ({ actor, body }) => ({
    data: await createDeposits(context, actor, body),
  }));
  registerCall(app, context, depositCalls.verifyDeposit, async ({ actor, body }) => ({
    data: await verifyDeposit(context, actor, body.depositId),
  }));
  registerCall(app, context, depositCalls.cancelDeposit, async ({ actor, body }) => ({
    data: await cancelDeposit(context, actor, body),
  }));
}
