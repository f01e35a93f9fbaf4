import type { CallAnswer, Noun } from '../../../contract/call.ts';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import { loanImportCalls as calls } from '../../../contract/loan-import.ts';
import type { LoanImport, PendingLoan } from '../../../contract/loan-import.ts';
import { loanMappingCalls } from '../../../contract/loan-mapping.ts';
import { sheetCalls } from '../../../contract/sheet.ts';
import { useCallDownload, useCommand } from '../../data/call-command.ts';
import { callKey, readWhenOpened, useCallQuery, whileMoving } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

const POLL_MS = 1500;
/** A lender's file may be large and its network slow. */
const timeoutMs = 30 * 60_000;

const ACTIVE: ReadonlySet<LoanImport['state']> = new Set(['READING', 'CHECKING', 'SAVING']);

/** Whether the server is still at work on an upload. */
export function isAtWork(upload: Pick<LoanImport, 'state'>): boolean {
  return ACTIVE.has(upload.state);
}

/** What a look into a file tells. */
export type FileLook = CallAnswer<typeof calls.uploadLoanMapping>;

/** The file to look into, and which sheet of a workbook. */
interface LookInto {
  file: File;
  clientName: string;
  sheetName?: string;
  /** Of a locked workbook; empty: none. */
  password: string;
}

/** What an upload is sent with. */
interface Upload {
  file: File;
  clientName: string;
  mapping: ImportMapping;
  /** Null: a text file. */
  sheetName: string | null;
  /** Last day of the lender's allocation (`YYYY-MM-DD`); null: until recalled. */
  periodEndsOn: string | null;
  asOf: string | null;
  /** Of a locked workbook; empty: none. */
  password: string;
}

/** Looks into a file: headers, first rows, mapping. Stores nothing. */
export function useLookIntoFile() {
  return useCommand(
    ({ file, clientName, sheetName, password }: LookInto) =>
      server.call(
        calls.uploadLoanMapping,
        {
          body: {
            Client_Name: clientName,
            password,
            ...(sheetName !== undefined && { sheetName }),
          },
          files: { file: [file] },
        },
        { timeoutMs },
      ),
    { isQuiet: true },
  );
}

/** Tries a mapping on a file's first rows. Stores nothing. */
export function useTryMapping() {
  return useCommand(
    ({ file, ...body }: { file: File; mapping: ImportMapping; sheetName?: string }) =>
      server.call(
        loanMappingCalls.tryLoanMapping,
        { body, files: { file: [file] } },
        { timeoutMs },
      ),
  );
}

/** Reads the stored file of a failed or dropped upload again, with the same or other columns. */
export function useReopenUpload() {
  return useCommand(
    (body: { _id: string; mapping?: ImportMapping; sheetName?: string }) =>
      server.call(sheetCalls.changeSheet, { body: { ...body, reopen: true } }),
    { changes: ['loan-imports', 'sheets'], readsAgain: 'done', isWaited: false },
  );
}

/** Uploads a file with its mapping: it becomes a pending list. */
export function useUploadLoans() {
  return useCommand(
    (input: Upload) =>
      server.call(
        calls.uploadLoanFile,
        {
          body: {
            Client_Name: input.clientName,
            mapping: input.mapping,
            password: input.password,
            ...(input.sheetName !== null && { sheetName: input.sheetName }),
            ...(input.periodEndsOn !== null && { periodEndsOn: input.periodEndsOn }),
            ...(input.asOf !== null && { asOf: input.asOf }),
          },
          files: { file: [input.file] },
        },
        { timeoutMs },
      ),
    { changes: ['loan-imports', 'column-mappings', 'sheets'] },
  );
}

/** A file's first rows by column, and which rows of the file they are. */
export interface FirstRows {
  readonly sample: readonly Readonly<Record<string, string>>[];
  readonly sampleRows?: number[] | undefined;
}

/** What a mapping makes of a file's first rows; asked anew with every change of it. */
export function useMappingPreview(mapping: ImportMapping, { sample, sampleRows }: FirstRows) {
  const used = Object.values(mapping);
  // Only what is mapped is sent: a file may have hundreds of columns.
  const rows = sample.map((row) =>
    Object.fromEntries(used.map((column) => [column, row[column] ?? ''])),
  );
  const isAsked = rows.length > 0 && used.length > 0;
  return useCallQuery(
    loanMappingCalls.previewLoanMapping,
    isAsked ? { body: { mapping, sample: rows, sampleRows } } : null,
    { keepsPrevious: true, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** Headers and first rows of an upload's stored file, when asked for. */
export function useStoredLook(id: string | null) {
  return useCallQuery(calls.lookIntoImport, id === null ? null : { params: { id } }, {
    ...readWhenOpened,
    timeoutMs,
  });
}

/** What a pending list comes to: sums by bucket, reasons, loans that it does not name. */
export function useImportSummary(upload: LoanImport) {
  return useCallQuery(
    calls.getImportSummary,
    { params: { id: upload._id } },
    // The counts changed: so did the sums.
    { version: `${upload.state} ${upload.changedRows} ${upload.error ?? ''}` },
  );
}

/** A page of the loans that a pending list does not name. */
export function useAbsentLoans(upload: LoanImport, page: number) {
  return useCallQuery(
    calls.listAbsentLoans,
    { params: { id: upload._id }, query: { page } },
    { keepsPrevious: true },
  );
}

/** One upload; asked again and again while the server is at work on it. */
export function useLoanImport(id: string) {
  return useCallQuery(
    calls.getLoanImport,
    { params: { id } },
    { isBackground: true, staleTime: 0, refetchInterval: whileMoving(POLL_MS, isAtWork) },
  );
}

/** The uploads, newest first; asked again while the server is at work on one of them. */
export function useLoanImports(page: number) {
  return useCallQuery(
    calls.listLoanImports,
    { query: { page } },
    {
      keepsPrevious: true,
      isBackground: true,
      refetchInterval: whileMoving(POLL_MS * 2, ({ data }) => data.some(isAtWork)),
    },
  );
}

/** A page of an upload's rows, of one outcome or all. */
export function usePendingLoans(
  upload: LoanImport,
  outcome: PendingLoan['outcome'] | null,
  page: number,
) {
  return useCallQuery(
    calls.listPendingLoans,
    { params: { id: upload._id }, query: { page, ...(outcome !== null && { outcome }) } },
    // Rows read while they were being checked are not the final ones.
    { keepsPrevious: true, version: upload.state },
  );
}

/** Verifies a pending list: its good rows become loans; so many that it does not name are recalled. */
export function useVerifyImport() {
  return useImportChange(
    ({ id, recallAbsent }: { id: string; recallAbsent: number | null }) =>
      server.call(calls.verifyLoanFile, {
        body: { _id: id, ...(recallAbsent !== null && { recallAbsent }) },
      }),
    ['column-mappings'],
  );
}

/** Drops a pending list. */
export function useCancelImport() {
  return useImportChange((id: string) => server.call(calls.cancelLoanImport, { params: { id } }));
}

function useImportChange<Given>(
  send: (given: Given) => Promise<LoanImport>,
  more: readonly Noun[] = [],
) {
  return useCommand(send, {
    changes: ['loan-imports', 'sheets', ...more],
    readsAgain: 'done',
    isAnswerOf: ({ _id }) => callKey(calls.getLoanImport, { params: { id: _id } }),
  });
}

/** Saves the refused rows as a file: original columns, row number and reason. */
export function useDownloadFailed() {
  return useCallDownload(calls.getFailedLoanRows, { timeoutMs });
}
