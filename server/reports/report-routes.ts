import type { FastifyInstance, FastifyReply } from 'fastify';
import { reportCalls } from '../../contract/report.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { listAgentDevices } from './agent-devices.ts';
import { getDailyReport } from './daily-report.ts';
import { exportDailyReport } from './report-export.ts';
import type { ReportFile } from './report-export.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function sendFile(reply: FastifyReply, file: ReportFile): void {
  void reply
    .type(XLSX)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(file.bytes);
}

/** Serves the daily reports, their files, and how fresh the field agents' phones are. */
export function registerReportRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, reportCalls.getDailyCallReport, async ({ actor, query }) =>
    getDailyReport(context, actor, { channel: 'CALL', query }),
  );
  registerCall(app, context, reportCalls.getDailyFieldReport, async ({ actor, query }) =>
    getDailyReport(context, actor, { channel: 'FIELD', query }),
  );
  registerCall(app, context, reportCalls.exportDailyCallReport, async ({ actor, query, reply }) =>
    sendFile(reply, await exportDailyReport(context, actor, { channel: 'CALL', query })),
  );
  registerCall(app, context, reportCalls.exportDailyFieldReport, async ({ actor, query, reply }) =>
    sendFile(reply, await exportDailyReport(context, actor, { channel: 'FIELD', query })),
  );
  registerCall(app, context, reportCalls.listAgentDevices, async ({ actor, query }) =>
    listAgentDevices(context, actor, query),
  );
}
