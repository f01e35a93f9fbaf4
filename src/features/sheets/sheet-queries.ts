import type { CallAnswer, QueryOf } from '../../../contract/call.ts';
import { sheetCalls as calls } from '../../../contract/sheet.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { callRows, readWhenOpened, useCallQuery, whileMoving } from '../../data/call-query.ts';

const POLL_MS = 3000;
/** 100,000 loans are taken back within seconds, on a slow server in half a minute. */
const timeoutMs = 180_000;

/** The list's query as the call takes it. */
export type SheetQuery = QueryOf<typeof calls.listSheets>;

const isAtWork = ({ state }: Sheet) =>
  state === 'READING' || state === 'CHECKING' || state === 'SAVING';

/** A page of sheets; asked again while the server is at work on one of them. */
export function useSheets(query: SheetQuery) {
  return useCallQuery(
    calls.listSheets,
    { query },
    {
      keepsPrevious: true,
      isBackground: true,
      // Uploads are made elsewhere.
      staleTime: 0,
      refetchInterval: whileMoving(POLL_MS, ({ data }) => data.some(isAtWork)),
    },
  );
}

/** What taking back a sheet would do, counted when it is asked. */
export function useSheetRemoval(id: string) {
  return useCallQuery(
    calls.previewSheetRemoval,
    { params: { id } },
    { ...readWhenOpened, timeoutMs },
  );
}

/** Where the kept loans of a sheet come from, page by page. */
export function keptLoansOf(id: string) {
  return callRows(calls.listKeptLoans, (query) => ({ params: { id }, query }), id);
}

/** Loans came back, or an upload is at work again: what shows them is read anew, while who asked goes on. */
const toldAtOnce = { changes: ['everything'], isWaited: false, timeoutMs } as const;

/** Renames a sheet, reads its file again, or gives its loans back. */
export function useChangeSheet(onDone: (changed: CallAnswer<typeof calls.changeSheet>) => void) {
  return useBodyCommand(calls.changeSheet, { ...toldAtOnce, onDone });
}

/** Takes back a whole sheet. */
export function useRemoveSheet() {
  return useBodyCommand(calls.removeSheet, { ...toldAtOnce, isBlocking: true });
}
