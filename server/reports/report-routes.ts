import type { FastifyInstance } from 'fastify';
import { reportCalls } from '../../contract/report.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listAgentDevices } from './agent-devices.ts';
import { getDailyReport } from './daily-report.ts';
import { exportDailyReport } from './report-export.ts';

/** Serves the daily reports, their files, and how fresh the field agents' phones are. */
export function registerReportRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, reportCalls, {
    getDailyCallReport: ({ actor, query }) =>
      getDailyReport(context, actor, { channel: 'CALL', query }),
    getDailyFieldReport: ({ actor, query }) =>
      getDailyReport(context, actor, { channel: 'FIELD', query }),
    exportDailyCallReport: ({ actor, query }) =>
      exportDailyReport(context, actor, { channel: 'CALL', query }),
    exportDailyFieldReport: ({ actor, query }) =>
      exportDailyReport(context, actor, { channel: 'FIELD', query }),
    listAgentDevices: ({ actor, query }) => listAgentDevices(context, actor, query),
  });
}
