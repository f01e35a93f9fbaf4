import type { FastifyInstance } from 'fastify';
import { activitySheetCalls } from '../../contract/activity-sheet.ts';
import { sheetMappingCalls } from '../../contract/sheet-mapping-calls.ts';
import type { Context } from '../context.ts';
import { badInput } from '../errors.ts';
import { registerCall } from '../http/register-call.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { changeSheetMapping, listSheetMappings, removeSheetMapping } from './sheet-mappings.ts';
import { cancelSheet, confirmSheet, reverseWholeSheet } from './sheet-decision.ts';
import { downloadSheetRows } from './sheet-download.ts';
import { listSheets, readSheet, refuseKind } from './sheet-record.ts';
import { listSheetRows } from './sheet-rows.ts';
import { proposeSheet, takeSheet } from './sheet-upload.ts';

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files;
  if (!file) throw badInput('Attach the file, CSV or XLSX.', undefined, 'NO_FILE');
  return file;
}

function registerReading(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerCall(app, context, activitySheetCalls.listActivitySheets, async ({ actor, query }) => {
    refuseKind(actor, query.kind);
    return listSheets(db, actor, query);
  });
  registerCall(app, context, activitySheetCalls.getSheet, async ({ actor, params }) => {
    return (await readSheet(db, actor, params.id)).wire;
  });
  registerCall(app, context, activitySheetCalls.listSheetRows, async ({ actor, params, query }) =>
    listSheetRows(db, actor, params.id, query),
  );
  registerCall(app, context, activitySheetCalls.downloadSheetRows, async (handled) => {
    const { actor, params, query, reply } = handled;
    const file = await downloadSheetRows(context, actor, params.id, query);
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('cache-control', 'no-store')
      .type(file.contentType)
      .send(file.bytes);
  });
}

function registerMappings(app: FastifyInstance, context: Context): void {
  registerCall(app, context, sheetMappingCalls.listSheetMappings, async ({ actor, query }) => {
    refuseKind(actor, query.kind);
    return listSheetMappings(context.db, actor, query.kind);
  });
  registerCall(app, context, sheetMappingCalls.changeSheetMapping, async (handled) =>
    changeSheetMapping(context, handled.actor, handled.params.id, handled.body),
  );
  registerCall(app, context, sheetMappingCalls.removeSheetMapping, async ({ actor, params }) =>
    removeSheetMapping(context, actor, params.id),
  );
}

/** Sheets about loans that exist: payments, allocations, loans paid at the bank (spec 7.5), the lender's own list. */
export function registerActivitySheetRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, activitySheetCalls.lookIntoSheet, async ({ actor, body, files }) =>
    proposeSheet(context, actor, onlyFile(files), body),
  );
  registerCall(app, context, activitySheetCalls.uploadSheet, async ({ actor, body, files }) =>
    takeSheet(context, actor, onlyFile(files), body),
  );
  registerReading(app, context);
  registerMappings(app, context);
  registerCall(app, context, activitySheetCalls.confirmSheet, async ({ actor, params }) =>
    confirmSheet(context, actor, params.id, ['PAYMENT', 'ALLOCATION']),
  );
  registerCall(app, context, activitySheetCalls.verifyBankPaid, async ({ actor, body }) =>
    confirmSheet(context, actor, body._id, ['BANK_PAID']),
  );
  registerCall(app, context, activitySheetCalls.cancelSheet, async ({ actor, params }) =>
    cancelSheet(context, actor, params.id),
  );
  registerCall(app, context, activitySheetCalls.reverseSheet, async ({ actor, params, body }) =>
    reverseWholeSheet(context, actor, params.id, body.reason),
  );
}
