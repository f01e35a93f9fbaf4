import type { FastifyInstance } from 'fastify';
import { dialerReportCalls } from '../../contract/dialer-report.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { readAgentLoginReport } from './agent-login-report.ts';
import { readAgentPerformanceReport } from './agent-performance-report.ts';
import { listProcesses, readProcessReport } from './process-report.ts';

/** The dialer's reports (spec 2.2). */
export function registerDialerReportRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, dialerReportCalls.readAgentLoginReport, async ({ actor, query }) =>
    readAgentLoginReport(context, actor, query),
  );
  registerCall(
    app,
    context,
    dialerReportCalls.readAgentPerformanceReport,
    async ({ actor, query }) => readAgentPerformanceReport(context, actor, query),
  );
  registerCall(app, context, dialerReportCalls.readProcessReport, async ({ actor, query }) =>
    readProcessReport(context, actor, query),
  );
  registerCall(app, context, dialerReportCalls.listDialerProcesses, async ({ actor }) =>
    listProcesses(context, actor),
  );
}
