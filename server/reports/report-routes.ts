import type { FastifyInstance } from 'fastify';
import { listExportCalls } from '../../contract/list-export.ts';
import { reportEngineCalls, reportNamed } from '../../contract/report-engine.ts';
import type { ReportName } from '../../contract/report-names.ts';
import { reportCalls } from '../../contract/report.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { serve } from '../http/serve.ts';
import { listAgentDevices } from './agent-devices.ts';
import { getDailyReport } from './daily-report.ts';
import { markFile } from './file-marks.ts';
import { exportList, startListFile } from './list-export.ts';
import { exportModel, getExport } from './model-export.ts';
import { downloadReportFile, listReportFiles, startReportFile } from './report-file-service.ts';
import { exportReport } from './report-files.ts';
import { readReportRows } from './report-fact-rows.ts';
import { readReport } from './report-reading.ts';

/** The report of a name. Throws 404. */
function known(name: string): ReportName {
  const report = reportNamed(name);
  if (report === null) throw notFound('This report');
  return report;
}

/** Serves the reports, their files, and how fresh the field agents' phones are. */
export function registerReportRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, reportCalls, {
    getDailyCallReport: ({ actor, query }) => getDailyReport(context, actor, 'dailyCalls', query),
    getDailyFieldReport: ({ actor, query }) => getDailyReport(context, actor, 'dailyVisits', query),
    listAgentDevices: ({ actor, query }) => listAgentDevices(context, actor, query),
  });
  serve(app, context, reportEngineCalls, {
    getAllocationReport: ({ actor, query }) => readReport(context, actor, 'allocation', query),
    getAdditionalReport: ({ actor, query }) => readReportRows(context, actor, 'additional', query),
    getDispositionReport: ({ actor, query }) =>
      readReport(context, actor, 'bestDisposition', query),
    getDailyCallStatus: ({ actor, query }) => readReport(context, actor, 'callStatus', query),
    getDailyFieldAgentStatus: ({ actor, query }) =>
      readReport(context, actor, 'fieldStatus', query),
    getExport: ({ actor, query }) => getExport(context, actor, query),
    exportModel: ({ actor, query }) => exportModel(context, actor, query),
    readReport: async ({ actor, params, query }) =>
      readReport(context, actor, known(params.report), query),
    readReportRows: async ({ actor, params, query }) =>
      readReportRows(context, actor, known(params.report), query),
    startReportFile: async ({ actor, params, body }) =>
      startReportFile(context, actor, known(params.report), body),
    listReportFiles: ({ actor, query }) => listReportFiles(context, actor, query),
    downloadReportFile: ({ actor, params }) => downloadReportFile(context, actor, params.id),
    exportReport: async ({ actor, params, query }) =>
      exportReport(context, actor, known(params.report), query),
  });
  serve(app, context, listExportCalls, {
    exportList: ({ actor, body }) => exportList(context, actor, body),
    markFile: ({ actor, body }) => markFile(context, actor, body),
    startListFile: ({ actor, body }) => startListFile(context, actor, body),
  });
}
