import type { FastifyInstance } from 'fastify';
import { callSheetCalls } from '../../contract/call-sheet.ts';
import type { Context } from '../context.ts';
import { badInput } from '../errors.ts';
import { registerCall } from '../http/register-call.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { listCallSheetRows, listCallSheets, readCallSheetRecord } from './call-sheet-record.ts';
import {
  cancelCallSheet,
  confirmCallSheet,
  proposeCallSheet,
  takeCallSheet,
} from './call-sheet-upload.ts';

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files;
  if (!file) throw badInput('Attach the file, CSV or XLSX.', undefined, 'NO_FILE');
  return file;
}

/** Call sheets of outside dialers (spec 2.2: /upload-sheets). */
export function registerCallSheetRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerCall(app, context, callSheetCalls.lookIntoCallSheet, async ({ body, files }) =>
    proposeCallSheet(context, onlyFile(files), body),
  );
  registerCall(app, context, callSheetCalls.uploadCallSheet, async ({ actor, body, files }) =>
    takeCallSheet(context, actor, onlyFile(files), body),
  );
  registerCall(app, context, callSheetCalls.listCallSheets, ({ query }) =>
    listCallSheets(db, query),
  );
  registerCall(app, context, callSheetCalls.getCallSheet, async ({ params }) => {
    return (await readCallSheetRecord(db, params.id)).wire;
  });
  registerCall(app, context, callSheetCalls.listCallSheetRows, ({ params, query }) =>
    listCallSheetRows(db, params.id, query),
  );
  registerCall(app, context, callSheetCalls.confirmCallSheet, ({ actor, params }) =>
    confirmCallSheet(context, actor, params.id),
  );
  registerCall(app, context, callSheetCalls.cancelCallSheet, ({ actor, params }) =>
    cancelCallSheet(context, actor, params.id),
  );
}
