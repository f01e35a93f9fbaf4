import type { FastifyInstance } from 'fastify';
import { callSheetCalls } from '../../contract/call-sheet.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { onlyFile } from '../http/uploads.ts';
import { listCallSheetRows, listCallSheets, readCallSheetRecord } from './call-sheet-record.ts';
import {
  cancelCallSheet,
  confirmCallSheet,
  proposeCallSheet,
  takeCallSheet,
} from './call-sheet-upload.ts';

/** Call sheets of outside dialers (spec 2.2: /upload-sheets). */
export function registerCallSheetRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, callSheetCalls, {
    lookIntoCallSheet: ({ body, files }) => proposeCallSheet(context, onlyFile(files), body),
    uploadCallSheet: ({ actor, body, files }) =>
      takeCallSheet(context, actor, onlyFile(files), body),
    listCallSheets: ({ query }) => listCallSheets(db, query),
    getCallSheet: async ({ params }) => {
      return (await readCallSheetRecord(db, params.id)).wire;
    },
    listCallSheetRows: ({ params, query }) => listCallSheetRows(db, params.id, query),
    confirmCallSheet: ({ actor, params }) => confirmCallSheet(context, actor, params.id),
    cancelCallSheet: ({ actor, params }) => cancelCallSheet(context, actor, params.id),
  });
}
