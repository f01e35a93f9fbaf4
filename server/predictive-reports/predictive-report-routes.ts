import type { FastifyInstance } from 'fastify';
import { predictiveReportCalls } from '../../contract/predictive-report.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { getPacingLevels, listPacingDecisions } from './pacing-log.ts';
import { getPredictiveReport } from './predictive-report.ts';

/** What the predictive dialer did (spec 2.2: /predictive-report). */
export function registerPredictiveReportRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, predictiveReportCalls.getPredictiveReport, ({ actor, query }) =>
    getPredictiveReport(context, actor, query),
  );
  registerCall(app, context, predictiveReportCalls.getPacingLevels, ({ actor, query }) =>
    getPacingLevels(context, actor, query),
  );
  registerCall(app, context, predictiveReportCalls.listPacingDecisions, ({ actor, query }) =>
    listPacingDecisions(context, actor, query),
  );
}
