import type { FastifyInstance } from 'fastify';
import { reportScheduleCalls } from '../../contract/report-schedule.ts';
import { reportViewCalls } from '../../contract/report-view.ts';
import { clientExportCalls } from '../../contract/client-export.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listClientExports, saveClientExport } from './client-export-service.ts';
import { exportLenderFormat, previewLenderFormat } from './lender-format.ts';
import {
  changeReportSchedule,
  createReportSchedule,
  endReportSchedule,
  listReportDeliveries,
  listReportSchedules,
  listScheduleRecipients,
} from './report-schedule-service.ts';
import {
  changeReportView,
  createReportView,
  listReportViews,
  removeReportView,
} from './report-view-service.ts';

/** Serves saved views of reports, what sends them, and what lenders ask of files. */
export function registerReportScheduleRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, reportViewCalls, {
    listReportViews: ({ actor, query }) => listReportViews(db, actor, query.report),
    createReportView: ({ actor, body }) => createReportView(context, actor, body),
    changeReportView: ({ actor, params, body }) =>
      changeReportView(context, actor, params.id, body),
    removeReportView: ({ actor, params }) => removeReportView(db, actor, params.id),
  });
  serve(app, context, clientExportCalls, {
    listClientExports: ({ actor }) => listClientExports(db, actor),
    saveClientExport: ({ actor, params, body }) =>
      saveClientExport(db, actor, params.clientId, body),
    previewLenderFormat: ({ actor, params, body }) =>
      previewLenderFormat(context, actor, params.clientId, body),
    exportLenderFormat: ({ actor, params, query }) =>
      exportLenderFormat(context, actor, params.clientId, query),
  });
  serve(app, context, reportScheduleCalls, {
    listReportSchedules: ({ actor, query }) => listReportSchedules(context, actor, query),
    listScheduleRecipients: ({ actor, query }) =>
      listScheduleRecipients(db, actor, query.report ?? null),
    createReportSchedule: ({ actor, body }) => createReportSchedule(context, actor, body),
    changeReportSchedule: ({ actor, params, body }) =>
      changeReportSchedule(context, actor, params.id, body),
    endReportSchedule: ({ actor, params }) => endReportSchedule(context, actor, params.id),
    listReportDeliveries: ({ actor, params, query }) =>
      listReportDeliveries(context, actor, params.id, query),
  });
}
