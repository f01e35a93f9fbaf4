import { callSheetCalls as calls } from '../../../contract/call-sheet.ts';
import type { CallSheet, CallSheetOutcome } from '../../../contract/call-sheet.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import type { SheetMapping } from '../../../contract/sheet-mapping.ts';
import { useCommand } from '../../data/call-command.ts';
import { callKey, useCallQuery, whileMoving } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

const POLL_MS = 1000;
/** A dialer's file may be large and the network slow. */
const timeoutMs = 30 * 60_000;

/** Whether the server is still at work on a sheet. */
export function isAtWork({ state }: Pick<CallSheet, 'state'>): boolean {
  return state === 'READING' || state === 'POSTING';
}

/** What a look into a file tells. */
export type CallSheetLook = CallAnswer<typeof calls.lookIntoCallSheet>;

/** A file, whose it is, and which sheet of a workbook is meant. */
export interface ChosenFile {
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
  return useCommand((chosen: ChosenFile) =>
    server.call(
      calls.lookIntoCallSheet,
      { body: formOf(chosen), files: { file: [chosen.file] } },
      { timeoutMs },
    ),
  );
}

/** Uploads a sheet with its mapping, which is kept for the dialer's next one. */
export function useUploadCallSheet() {
  return useCommand(
    ({ chosen, mapping }: { chosen: ChosenFile; mapping: SheetMapping }) =>
      server.call(
        calls.uploadCallSheet,
        { body: { ...formOf(chosen), mapping }, files: { file: [chosen.file] } },
        { timeoutMs },
      ),
    { changes: ['call-sheets'] },
  );
}

/** One sheet; asked again and again while the server is at work on it. */
export function useCallSheet(id: string) {
  return useCallQuery(
    calls.getCallSheet,
    { params: { id } },
    { isBackground: true, staleTime: 0, refetchInterval: whileMoving(POLL_MS, isAtWork) },
  );
}

/** The sheets, newest first, and the dialers that sheets came from. */
export function useCallSheets(page: number) {
  return useCallQuery(
    calls.listCallSheets,
    { query: { page } },
    {
      keepsPrevious: true,
      isBackground: true,
      refetchInterval: whileMoving(POLL_MS * 2, ({ data }) => data.some(isAtWork)),
    },
  );
}

/** A page of a sheet's rows, of one outcome or all. */
export function useCallSheetRows(sheet: CallSheet, outcome: CallSheetOutcome | null, page: number) {
  return useCallQuery(
    calls.listCallSheetRows,
    { params: { id: sheet._id }, query: { page, ...(outcome !== null && { outcome }) } },
    { keepsPrevious: true, version: sheet.state },
  );
}

function useSheetChange(send: (sheetId: string) => Promise<CallSheet>) {
  return useCommand(send, {
    changes: ['call-sheets'],
    readsAgain: 'done',
    isAnswerOf: ({ _id }) => callKey(calls.getCallSheet, { params: { id: _id } }),
  });
}

/** Confirms a sheet: its calls are taken in. */
export function useConfirmCallSheet() {
  return useSheetChange((id) => server.call(calls.confirmCallSheet, { params: { id } }));
}

/** Drops a sheet that is not confirmed. */
export function useCancelCallSheet() {
  return useSheetChange((id) => server.call(calls.cancelCallSheet, { params: { id } }));
}
