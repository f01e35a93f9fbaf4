import type { FastifyInstance } from 'fastify';
import { loanImportCalls } from '../../contract/loan-import.ts';
import { loanMappingCalls } from '../../contract/loan-mapping.ts';
import type { Context } from '../context.ts';
import { badInput } from '../errors.ts';
import { registerCall } from '../http/register-call.ts';
import type { UploadedFile } from '../http/uploads.ts';
import { downloadFailedRows } from './failed-rows.ts';
import { proposeMapping, takeLoanFile } from './file-upload.ts';
import { cancelImport, verifyImport } from './import-decision.ts';
import { lastBatchNo, listImports, readImport } from './import-record.ts';
import { changeMapping, listMappings, removeMapping, saveMapping } from './mapping-store.ts';
import { tryMapping } from './mapping-trial.ts';
import { listPendingRows } from './pending-rows.ts';

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files;
  if (!file) throw badInput('Attach the file with the loans, CSV or XLSX.', undefined, 'NO_FILE');
  return file;
}

function registerFileRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, loanImportCalls.uploadLoanMapping, async ({ actor, body, files }) =>
    proposeMapping(context, actor, onlyFile(files), body),
  );
  registerCall(app, context, loanImportCalls.uploadLoanFile, async ({ actor, body, files }) =>
    takeLoanFile(context, actor, onlyFile(files), body),
  );
}

function registerMappingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerCall(app, context, loanImportCalls.listLoanMappings, async ({ actor, query }) => ({
    data: await listMappings(db, actor, query.Client_Name),
  }));
  registerCall(app, context, loanImportCalls.saveLoanMapping, async ({ actor, body }) =>
    saveMapping(db, actor, body),
  );
  registerCall(app, context, loanMappingCalls.changeLoanMapping, async ({ actor, params, body }) =>
    changeMapping(db, actor, params.id, body),
  );
  registerCall(app, context, loanMappingCalls.removeLoanMapping, async ({ actor, params }) => {
    await removeMapping(db, actor, params.id);
    return { success: true };
  });
  registerCall(app, context, loanMappingCalls.tryLoanMapping, async ({ body, files }) =>
    tryMapping(onlyFile(files), body),
  );
}

function registerBatchRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerCall(app, context, loanImportCalls.verifyLoanFile, async ({ actor, body }) =>
    verifyImport(context, actor, body._id),
  );
  registerCall(app, context, loanImportCalls.cancelLoanImport, async ({ actor, params }) =>
    cancelImport(context, actor, params.id),
  );
  registerCall(app, context, loanImportCalls.getLastBatchNo, async ({ actor }) => ({
    uploadCount: await lastBatchNo(db, actor),
  }));
  registerCall(app, context, loanImportCalls.listLoanImports, async ({ actor, query }) => ({
    ...(await listImports(db, actor, query.page, query.pageSize)),
    page: query.page,
    pageSize: query.pageSize,
  }));
  registerCall(app, context, loanImportCalls.getLoanImport, async ({ actor, params }) => {
    return (await readImport(db, actor, params.id)).wire;
  });
  registerCall(app, context, loanImportCalls.listPendingLoans, async ({ actor, params, query }) =>
    listPendingRows(db, actor, params.id, query),
  );
  registerCall(app, context, loanImportCalls.getFailedLoanRows, async (handled) => {
    const { actor, params, query, reply } = handled;
    const file = await downloadFailedRows(context, actor, params.id, query.format);
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('cache-control', 'no-store')
      .type(file.contentType)
      .send(file.bytes);
  });
}

/** A lender's file becomes loans (spec 7.5): look, map, upload, verify. */
export function registerLoanImportRoutes(app: FastifyInstance, context: Context): void {
  registerFileRoutes(app, context);
  registerMappingRoutes(app, context);
  registerBatchRoutes(app, context);
}
