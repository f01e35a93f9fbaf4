import type { FastifyInstance } from 'fastify';
import { activitySheetCalls } from '../../contract/activity-sheet.ts';
import { refuseKind } from '../column-mappings/column-mapping-service.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { onlyFile } from '../http/uploads.ts';
import { cancelSheet, chooseSheetRow, confirmSheet, reverseWholeSheet } from './sheet-decision.ts';
import { downloadSheetRows } from './sheet-download.ts';
import { listSheets, readSheet } from './sheet-record.ts';
import { listSheetRows } from './sheet-rows.ts';
import { proposeSheet, takeSheet } from './sheet-upload.ts';

/** Sheets about loans that exist: payments, allocations, loans paid at the bank (spec 7.5), the lender's own list. */
export function registerActivitySheetRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, activitySheetCalls, {
    lookIntoSheet: ({ actor, body, files }) => proposeSheet(context, actor, onlyFile(files), body),
    uploadSheet: ({ actor, body, files }) => takeSheet(context, actor, onlyFile(files), body),
    listActivitySheets: async ({ actor, query }) => {
      refuseKind(actor, query.kind);
      return listSheets(db, actor, query);
    },
    getSheet: async ({ actor, params }) => {
      return (await readSheet(db, actor, params.id)).wire;
    },
    listSheetRows: ({ actor, params, query }) => listSheetRows(context, actor, params.id, query),
    downloadSheetRows: ({ actor, params, query }) =>
      downloadSheetRows(context, actor, params.id, query),
    confirmSheet: ({ actor, params }) =>
      confirmSheet(context, actor, params.id, ['PAYMENT', 'ALLOCATION']),
    verifyBankPaid: ({ actor, body }) => confirmSheet(context, actor, body._id, ['BANK_PAID']),
    chooseSheetRow: ({ actor, params, body }) =>
      chooseSheetRow(context, actor, params, body.isChosen),
    cancelSheet: ({ actor, params }) => cancelSheet(context, actor, params.id),
    reverseSheet: ({ actor, params, body }) =>
      reverseWholeSheet(context, actor, params.id, body.reason),
  });
}
