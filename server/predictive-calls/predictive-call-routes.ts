import type { FastifyInstance } from 'fastify';
import { predictiveCallCalls } from '../../contract/predictive-call.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { clearOldCall, hangUpOwnCall } from './old-call.ts';
import { getPredictiveLoan } from './predictive-call.ts';

/** The agent's side of a predictive call (spec 7.2). */
export function registerPredictiveCallRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, predictiveCallCalls, {
    getPredictiveLoan: ({ actor }) => getPredictiveLoan(context, actor),
    clearPredictiveCall: async ({ actor }) => ({
      success: true,
      cleared: await clearOldCall(context, actor),
    }),
    hangUpPredictiveCall: async ({ actor, body }) => {
      await hangUpOwnCall(context, actor, body.callId);
      return { success: true };
    },
  });
}
