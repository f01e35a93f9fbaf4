import type { FastifyInstance } from 'fastify';
import { dialerReportCalls } from '../../contract/dialer-report.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readAgentLoginReport } from './agent-login-report.ts';
import { readAgentPerformanceReport } from './agent-performance-report.ts';
import { listProcesses, readProcessReport } from './process-report.ts';

/** The dialer's reports (spec 2.2). */
export function registerDialerReportRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, dialerReportCalls, {
    readAgentLoginReport: ({ actor, query }) => readAgentLoginReport(context, actor, query),
    readAgentPerformanceReport: ({ actor, query }) =>
      readAgentPerformanceReport(context, actor, query),
    readProcessReport: ({ actor, query }) => readProcessReport(context, actor, query),
    listDialerProcesses: ({ actor }) => listProcesses(context, actor),
  });
}
