import type { FastifyInstance } from 'fastify';
import { sheetCalls } from '../../contract/sheet.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { changeSheet } from './sheet-change.ts';
import { listKeptLoans, previewRemoval } from './sheet-loans.ts';
import { takeBackSheet } from './sheet-removal.ts';
import { listSheets } from './sheet-rows.ts';

/** Serves the sheets that loans came by: list, rename, open again, take back (spec 7.5). */
export function registerSheetRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, sheetCalls, {
    listSheets: ({ actor, query }) => listSheets(context, actor, query),
    changeSheet: ({ actor, body }) => changeSheet(context, actor, body),
    previewSheetRemoval: ({ actor, params }) => previewRemoval(context, actor, params.id),
    listKeptLoans: ({ actor, params, query }) => listKeptLoans(context, actor, params.id, query),
    removeSheet: async ({ actor, body }) => ({
      success: true,
      ...(await takeBackSheet(context, actor, body)),
    }),
  });
}
