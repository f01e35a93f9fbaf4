import type { FastifyInstance } from 'fastify';
import { loanImportCalls } from '../../contract/loan-import.ts';
import { loanMappingCalls } from '../../contract/loan-mapping.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { onlyFile } from '../http/uploads.ts';
import { downloadFailedRows } from './failed-rows.ts';
import { previewRows } from './file-trial.ts';
import { proposeMapping, takeLoanFile } from './file-upload.ts';
import { cancelImport, verifyImport } from './import-decision.ts';
import { lookIntoStored } from './import-reopening-service.ts';
import { listAbsentLoans, summariseImport } from './import-summary.ts';
import { lastBatchNo, listImports, readImport } from './import-record.ts';
import { tryMapping } from './mapping-trial.ts';
import { listPendingRows } from './pending-rows.ts';

/** A lender's file becomes loans (spec 7.5): look, map, upload, verify. */
export function registerLoanImportRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, loanImportCalls, {
    uploadLoanMapping: ({ actor, body, files }) =>
      proposeMapping(context, actor, onlyFile(files), body),
    uploadLoanFile: ({ actor, body, files }) => takeLoanFile(context, actor, onlyFile(files), body),
    verifyLoanFile: ({ actor, body }) =>
      verifyImport(context, actor, body._id, body.recallAbsent ?? null),
    cancelLoanImport: ({ actor, params }) => cancelImport(context, actor, params.id),
    getLastBatchNo: async ({ actor }) => ({
      uploadCount: await lastBatchNo(db, actor),
    }),
    listLoanImports: async ({ actor, query }) => ({
      ...(await listImports(db, actor, query.page, query.pageSize)),
      page: query.page,
      pageSize: query.pageSize,
    }),
    getLoanImport: async ({ actor, params }) => {
      return (await readImport(db, actor, params.id)).wire;
    },
    listPendingLoans: ({ actor, params, query }) => listPendingRows(db, actor, params.id, query),
    getImportSummary: ({ actor, params }) => summariseImport(db, actor, params.id),
    listAbsentLoans: ({ actor, params, query }) => listAbsentLoans(db, actor, params.id, query),
    lookIntoImport: ({ actor, params }) => lookIntoStored(context, actor, params.id),
    getFailedLoanRows: ({ actor, params, query }) =>
      downloadFailedRows(context, actor, params.id, query.format),
  });
  serve(app, context, loanMappingCalls, {
    previewLoanMapping: async ({ body }) => ({
      rows: previewRows(body.mapping, body.sample, body.sampleRows),
    }),
    tryLoanMapping: ({ body, files }) => tryMapping(onlyFile(files), body),
  });
}
