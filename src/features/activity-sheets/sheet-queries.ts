import { activitySheetCalls as calls } from '../../../contract/activity-sheet.ts';
import type { ActivitySheet, RowOutcome } from '../../../contract/activity-sheet.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../../contract/sheet-mapping.ts';
import { useCallDownload, useCommand } from '../../data/call-command.ts';
import { callKey, useCallQuery, whileMoving } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

const POLL_MS = 1000;
/** A lender's file may be large and its network slow. */
const timeoutMs = 30 * 60_000;

const AT_WORK: ReadonlySet<ActivitySheet['state']> = new Set(['READING', 'POSTING', 'REVERSING']);

/** Whether the server is still at work on a sheet. */
export function isAtWork({ state }: Pick<ActivitySheet, 'state'>): boolean {
  return AT_WORK.has(state);
}

/** What a look into a file tells. */
export type SheetLook = CallAnswer<typeof calls.lookIntoSheet>;

/** A file, whose it is, and which sheet of a workbook is meant. */
export interface ChosenSheet {
  kind: SheetKind;
  file: File;
  clientName: string;
  sheetName: string | null;
}

const formOf = ({ kind, clientName, sheetName }: ChosenSheet) => ({
  kind,
  Client_Name: clientName,
  ...(sheetName !== null && { sheetName }),
});

/** Looks into a file: headers, first rows, mapping. Stores nothing. */
export function useLookIntoSheet() {
  return useCommand((chosen: ChosenSheet) =>
    server.call(
      calls.lookIntoSheet,
      { body: formOf(chosen), files: { file: [chosen.file] } },
      { timeoutMs },
    ),
  );
}

/** Uploads a sheet with its mapping; with `saveAs` the mapping is kept for the client's next one. */
export function useUploadSheet() {
  return useCommand(
    (given: {
      chosen: ChosenSheet;
      mapping: SheetMapping;
      dayOrder: DayOrder | null;
      saveAs: string;
    }) =>
      server.call(
        calls.uploadSheet,
        {
          body: {
            ...formOf(given.chosen),
            mapping: given.mapping,
            ...(given.dayOrder !== null && { dayOrder: given.dayOrder }),
            ...(given.saveAs !== '' && { saveAs: given.saveAs }),
          },
          files: { file: [given.chosen.file] },
        },
        { timeoutMs },
      ),
    { changes: ['activity-sheets', 'column-mappings'] },
  );
}

/** One sheet; asked again and again while the server is at work on it. */
export function useSheet(id: string) {
  return useCallQuery(
    calls.getSheet,
    { params: { id } },
    { isBackground: true, staleTime: 0, refetchInterval: whileMoving(POLL_MS, isAtWork) },
  );
}

/** The sheets of a kind, newest first. */
export function useSheets(kind: SheetKind, page: number) {
  return useCallQuery(
    calls.listActivitySheets,
    { query: { kind, page } },
    {
      keepsPrevious: true,
      isBackground: true,
      refetchInterval: whileMoving(POLL_MS * 2, ({ data }) => data.some(isAtWork)),
    },
  );
}

/** A page of a sheet's rows, of one outcome or all, by the beginning of the loan number. */
export function useSheetRows(
  sheet: ActivitySheet,
  { outcome, search, page }: { outcome: RowOutcome | null; search: string; page: number },
) {
  const query = {
    page,
    ...(outcome !== null && { outcome }),
    ...(search !== '' && { search: search.slice(0, 60) }),
  };
  return useCallQuery(
    calls.listSheetRows,
    { params: { id: sheet._id }, query },
    // Rows of a posted sheet show what came of them.
    { keepsPrevious: true, version: sheet.state },
  );
}

/** Saves rows of a sheet as a file: of one outcome, or all that are not taken. */
export function useDownloadRows() {
  return useCallDownload(calls.downloadSheetRows, { timeoutMs });
}

/** What a sheet, or one of its payments, changes: money of loans. */
export const MONEY = ['activity-sheets', 'payments', 'loans'] as const;

function useSheetChange<Given>(send: (given: Given) => Promise<ActivitySheet>) {
  return useCommand(send, {
    changes: MONEY,
    readsAgain: 'done',
    isAnswerOf: ({ _id }) => callKey(calls.getSheet, { params: { id: _id } }),
  });
}

/** Confirms a sheet: its good rows are posted. */
export function useConfirmSheet() {
  return useSheetChange(({ _id, kind }: ActivitySheet) =>
    kind === 'BANK_PAID'
      ? server.call(calls.verifyBankPaid, { body: { _id } })
      : server.call(calls.confirmSheet, { params: { id: _id } }),
  );
}

/** Chooses a row whose payment was reversed before to be posted all the same, or leaves it out again. */
export function useChooseRow(sheetId: string) {
  return useSheetChange(({ row, isChosen }: { row: number; isChosen: boolean }) =>
    server.call(calls.chooseSheetRow, { params: { id: sheetId, row }, body: { isChosen } }),
  );
}

/** Drops a sheet that is not confirmed. */
export function useCancelSheet() {
  return useSheetChange((id: string) => server.call(calls.cancelSheet, { params: { id } }));
}

/** Reverses all payments of a posted sheet. */
export function useReverseSheet() {
  return useSheetChange(({ sheetId, reason }: { sheetId: string; reason: string }) =>
    server.call(calls.reverseSheet, { params: { id: sheetId }, body: { reason } }),
  );
}
