import type { FastifyInstance } from 'fastify';
import { predictiveCallCalls } from '../../contract/predictive-call.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { clearOldCall, hangUpOwnCall } from './old-call.ts';
import { getPredictiveLoan } from './predictive-call.ts';

/** The agent's side of a predictive call (spec 7.2). */
export function registerPredictiveCallRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, predictiveCallCalls.getPredictiveLoan, ({ actor }) =>
    getPredictiveLoan(context, actor),
  );
  registerCall(app, context, predictiveCallCalls.clearPredictiveCall, async ({ actor }) => ({
    success: true,
    cleared: await clearOldCall(context, actor),
  }));
  registerCall(app, context, predictiveCallCalls.hangUpPredictiveCall, async ({ actor, body }) => {
    await hangUpOwnCall(context, actor, body.callId);
    return { success: true };
  });
}
