import type { FastifyInstance } from 'fastify';
import { sheetCalls } from '../../contract/sheet.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { changeSheet } from './sheet-change.ts';
import { listKeptLoans, previewRemoval } from './sheet-loans.ts';
import { takeBackSheet } from './sheet-removal.ts';
import { listSheets } from './sheet-rows.ts';

/** Serves the sheets that loans came by: list, rename, open again, take back (spec 7.5). */
export function registerSheetRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, sheetCalls.listSheets, async ({ actor, query }) =>
    listSheets(context, actor, query),
  );
  registerCall(app, context, sheetCalls.changeSheet, async ({ actor, body }) =>
    changeSheet(context, actor, body),
  );
  registerCall(app, context, sheetCalls.previewSheetRemoval, async ({ actor, params }) =>
    previewRemoval(context, actor, params.id),
  );
  registerCall(app, context, sheetCalls.listKeptLoans, async ({ actor, params, query }) =>
    listKeptLoans(context, actor, params.id, query),
  );
  registerCall(app, context, sheetCalls.removeSheet, async ({ actor, body }) => ({
    success: true,
    ...(await takeBackSheet(context, actor, body)),
  }));
}
