import type { FastifyInstance } from 'fastify';
import { predictiveReportCalls } from '../../contract/predictive-report.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { getPacingLevels, listPacingDecisions } from './pacing-log.ts';
import { getPredictiveReport } from './predictive-report.ts';

/** What the predictive dialer did (spec 2.2: /predictive-report). */
export function registerPredictiveReportRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, predictiveReportCalls, {
    getPredictiveReport: ({ actor, query }) => getPredictiveReport(context, actor, query),
    getPacingLevels: ({ actor, query }) => getPacingLevels(context, actor, query),
    listPacingDecisions: ({ actor, query }) => listPacingDecisions(context, actor, query),
  });
}
