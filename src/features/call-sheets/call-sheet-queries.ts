import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callSheetCalls } from '../../../contract/call-sheet.ts';
import type { CallSheet, CallSheetOutcome } from '../../../contract/call-sheet.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import type { SheetMapping } from '../../../contract/sheet-mapping.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'call-sheets';
const POLL_MS = 1000;
/** A dialer's file may be large and the network slow. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000;

/** Whether the server is still at work on a sheet. */
export function isAtWork({ state }: Pick<CallSheet, 'state'>): boolean {
  return state === 'READING' || state === 'POSTING';
}

/** What a look into a file tells. */
export type CallSheetLook = CallAnswer<typeof callSheetCalls.lookIntoCallSheet>;

/** A file, whose it is, and which sheet of a workbook is meant. */
interface ChosenFile {
  file: File;
  source: string;
  sheetName: string | null;
}

const formOf = ({ source, sheetName }: ChosenFile) => ({
  source,
  ...(sheetName !== null && { sheetName }),
});

/** Looks into a file: headers, first rows, mapping. Stores nothing. */
export function useLookIntoCallSheet() {
  return useMutation({
    mutationFn: (chosen: ChosenFile) =>
      server.call(
        callSheetCalls.lookIntoCallSheet,
        { body: formOf(chosen), files: { file: [chosen.file] } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
  });
}

/** Uploads a sheet with its mapping, which is kept for the dialer's next one. */
export function useUploadCallSheet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ chosen, mapping }: { chosen: ChosenFile; mapping: SheetMapping }) =>
      server.call(
        callSheetCalls.uploadCallSheet,
        { body: { ...formOf(chosen), mapping }, files: { file: [chosen.file] } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** One sheet; asked again and again while the server is at work on it. */
export function useCallSheet(sheetId: string) {
  return useQuery({
    queryKey: [KEY, 'one', sheetId],
    queryFn: ({ signal }) =>
      server.call(
        callSheetCalls.getCallSheet,
        { params: { id: sheetId } },
        { signal, isBackground: true },
      ),
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data !== undefined && isAtWork(query.state.data) ? POLL_MS : false,
  });
}

/** The sheets, newest first, and the dialers that sheets came from. */
export function useCallSheets(page: number) {
  return useQuery({
    queryKey: [KEY, 'list', page],
    queryFn: ({ signal }) =>
      server.call(
        callSheetCalls.listCallSheets,
        { query: { page } },
        { signal, isBackground: true },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.data.some(isAtWork) ? POLL_MS * 2 : false),
  });
}

/** A page of a sheet's rows, of one outcome or all. */
export function useCallSheetRows(sheet: CallSheet, outcome: CallSheetOutcome | null, page: number) {
  return useQuery({
    queryKey: [KEY, 'rows', sheet._id, sheet.state, outcome, page],
    queryFn: ({ signal }) =>
      server.call(
        callSheetCalls.listCallSheetRows,
        { params: { id: sheet._id }, query: { page, ...(outcome !== null && { outcome }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

function useSheetChange(mutationFn: (sheetId: string) => Promise<CallSheet>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (sheet) => {
      client.setQueryData([KEY, 'one', sheet._id], sheet);
      await client.invalidateQueries({ queryKey: [KEY] });
    },
  });
}

/** Confirms a sheet: its calls are taken in. */
export function useConfirmCallSheet() {
  return useSheetChange((sheetId) =>
    server.call(callSheetCalls.confirmCallSheet, { params: { id: sheetId } }),
  );
}

/** Drops a sheet that is not confirmed. */
export function useCancelCallSheet() {
  return useSheetChange((sheetId) =>
    server.call(callSheetCalls.cancelCallSheet, { params: { id: sheetId } }),
  );
}
