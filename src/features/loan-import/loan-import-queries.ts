import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../contract/client.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { loanImportCalls } from '../../../contract/loan-import.ts';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import type { LoanImport, PendingLoan } from '../../../contract/loan-import.ts';
import { loanMappingCalls } from '../../../contract/loan-mapping.ts';
import { sheetCalls } from '../../../contract/sheet.ts';
import { saveBlob } from '../../lib/download.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'loan-imports';
const POLL_MS = 1500;
/** A lender's file may be large and its network slow. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000;

const ACTIVE: ReadonlySet<LoanImport['state']> = new Set(['READING', 'CHECKING', 'SAVING']);

/** Whether the server is still at work on an upload. */
export function isAtWork(upload: Pick<LoanImport, 'state'>): boolean {
  return ACTIVE.has(upload.state);
}

/** What a look into a file tells. */
export type FileLook = CallAnswer<typeof loanImportCalls.uploadLoanMapping>;

/** The clients that the person may import for. */
export function useClientNames() {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) => server.call(clientCalls.listClientNames, {}, { signal }),
    select: (answer) => answer.data,
  });
}

/** The file to look into, and which sheet of a workbook. */
interface LookInto {
  file: File;
  clientName: string;
  sheetName?: string;
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
}

/** Looks into a file: headers, first rows, mapping. Stores nothing. */
export function useLookIntoFile() {
  return useMutation({
    mutationFn: ({ file, clientName, sheetName }: LookInto) =>
      server.call(
        loanImportCalls.uploadLoanMapping,
        {
          body: { Client_Name: clientName, ...(sheetName !== undefined && { sheetName }) },
          files: { file: [file] },
        },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
  });
}

/** Saves a mapping under a name for a client's next file. */
export function useSaveMapping() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; Client_Name: string; mapping: ImportMapping }) =>
      server.call(loanImportCalls.saveLoanMapping, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY, 'mappings'] }),
  });
}

/** The saved mappings of the clients that the person may see. */
export function useSavedMappings() {
  return useQuery({
    queryKey: [KEY, 'mappings'],
    queryFn: ({ signal }) =>
      server.call(loanImportCalls.listLoanMappings, { query: {} }, { signal }),
    select: (answer) => answer.data,
  });
}

/** Renames a saved mapping or changes its columns. */
export function useChangeMapping() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      ...body
    }: {
      id: string;
      name: string;
      mapping: ImportMapping;
      updatedAt: string;
    }) => server.call(loanMappingCalls.changeLoanMapping, { params: { id }, body }),
    onSuccess: () => {
      // Not waited for: what asked must still be there to tell of it.
      void client.invalidateQueries({ queryKey: [KEY, 'mappings'] });
    },
  });
}

/** Deletes a saved mapping. */
export function useRemoveMapping() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => server.call(loanMappingCalls.removeLoanMapping, { params: { id } }),
    onSuccess: () => {
      // Not waited for: what asked must still be there to tell of it.
      void client.invalidateQueries({ queryKey: [KEY, 'mappings'] });
    },
  });
}

/** Tries a mapping on a file's first rows. Stores nothing. */
export function useTryMapping() {
  return useMutation({
    mutationFn: ({ file, ...body }: { file: File; mapping: ImportMapping; sheetName?: string }) =>
      server.call(
        loanMappingCalls.tryLoanMapping,
        { body, files: { file: [file] } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
  });
}

/** Reads the stored file of a failed or dropped upload again, with the same or other columns. */
export function useReopenUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { _id: string; mapping?: ImportMapping; sheetName?: string }) =>
      server.call(sheetCalls.changeSheet, { body: { ...body, reopen: true } }),
    onSuccess: () => {
      // Not waited for: what asked must still be there to tell of it.
      void client.invalidateQueries({ queryKey: [KEY] });
    },
  });
}

/** Uploads a file with its mapping: it becomes a pending list. */
export function useUploadLoans() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Upload) =>
      server.call(
        loanImportCalls.uploadLoanFile,
        {
          body: {
            Client_Name: input.clientName,
            mapping: input.mapping,
            ...(input.sheetName !== null && { sheetName: input.sheetName }),
            ...(input.periodEndsOn !== null && { periodEndsOn: input.periodEndsOn }),
          },
          files: { file: [input.file] },
        },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** One upload; asked again and again while the server is at work on it. */
export function useLoanImport(importId: string) {
  return useQuery({
    queryKey: [KEY, 'one', importId],
    queryFn: ({ signal }) =>
      server.call(
        loanImportCalls.getLoanImport,
        { params: { id: importId } },
        { signal, isBackground: true },
      ),
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data !== undefined && isAtWork(query.state.data) ? POLL_MS : false,
  });
}

/** The uploads, newest first; asked again while the server is at work on one of them. */
export function useLoanImports(page: number) {
  return useQuery({
    queryKey: [KEY, 'list', page],
    queryFn: ({ signal }) =>
      server.call(
        loanImportCalls.listLoanImports,
        { query: { page } },
        { signal, isBackground: true },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.data.some(isAtWork) ? POLL_MS * 2 : false),
  });
}

/** A page of an upload's rows, of one outcome or all. */
export function usePendingLoans(
  upload: LoanImport,
  outcome: PendingLoan['outcome'] | null,
  page: number,
) {
  return useQuery({
    // The state is part of the key: rows read while they were being checked are not the final ones.
    queryKey: [KEY, 'rows', upload._id, upload.state, outcome, page],
    queryFn: ({ signal }) =>
      server.call(
        loanImportCalls.listPendingLoans,
        { params: { id: upload._id }, query: { page, ...(outcome !== null && { outcome }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Verifies a pending list: its good rows become loans. */
export function useVerifyImport() {
  return useImportChange((importId: string) =>
    server.call(loanImportCalls.verifyLoanFile, { body: { _id: importId } }),
  );
}

/** Drops a pending list. */
export function useCancelImport() {
  return useImportChange((importId: string) =>
    server.call(loanImportCalls.cancelLoanImport, { params: { id: importId } }),
  );
}

function useImportChange(mutationFn: (importId: string) => Promise<LoanImport>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (upload) => {
      client.setQueryData([KEY, 'one', upload._id], upload);
      await client.invalidateQueries({ queryKey: [KEY] });
    },
  });
}

/** Saves the refused rows as a file: original columns, row number and reason. */
export function useDownloadFailed() {
  return useMutation({
    mutationFn: async ({ importId, format }: { importId: string; format: 'csv' | 'xlsx' }) =>
      saveBlob(
        await server.download(
          loanImportCalls.getFailedLoanRows,
          { params: { id: importId }, query: { format } },
          { timeoutMs: UPLOAD_TIMEOUT_MS },
        ),
      ),
  });
}
