import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../contract/client.ts';
import type { CallAnswer, CallInput } from '../../../contract/call.ts';
import { sheetCalls } from '../../../contract/sheet.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import type { RemotePageQuery } from '../../components/remote-table.tsx';
import { server } from '../../remote/session-client.ts';

const KEY = 'sheets';
const POLL_MS = 3000;
/** 100,000 loans are taken back within seconds, on a slow server in half a minute. */
const REMOVAL_TIMEOUT_MS = 180_000;

/** The list's query as the call takes it. */
export type SheetQuery = NonNullable<CallInput<typeof sheetCalls.listSheets>['query']>;
/** A change of a sheet as the call takes it. */
type SheetChange = CallInput<typeof sheetCalls.changeSheet>['body'];
type ChangedSheet = CallAnswer<typeof sheetCalls.changeSheet>;

const isAtWork = ({ state }: Sheet) =>
  state === 'READING' || state === 'CHECKING' || state === 'SAVING';

/** A page of sheets; asked again while the server is at work on one of them. */
export function useSheets(query: SheetQuery) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) =>
      server.call(sheetCalls.listSheets, { query }, { signal, isBackground: true }),
    placeholderData: keepPreviousData,
    // Uploads are made elsewhere.
    staleTime: 0,
    refetchInterval: (asked) => (asked.state.data?.data.some(isAtWork) ? POLL_MS : false),
  });
}

/** The clients whose sheets may be listed. */
export function useSheetClients() {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) => server.call(clientCalls.listClientNames, {}, { signal }),
    select: (answer) => answer.data,
  });
}

/** What taking back a sheet would do, counted when it is asked. */
export function useSheetRemoval(id: string) {
  return useQuery({
    queryKey: [KEY, 'removal', id],
    queryFn: ({ signal }) =>
      server.call(
        sheetCalls.previewSheetRemoval,
        { params: { id } },
        { signal, timeoutMs: REMOVAL_TIMEOUT_MS },
      ),
    gcTime: 0,
    staleTime: 0,
  });
}

/** Where the kept loans of a sheet come from, page by page. */
export function keptLoansOf(id: string) {
  return {
    key: [KEY, 'kept', id],
    load: (query: RemotePageQuery, signal: AbortSignal) =>
      server.call(sheetCalls.listKeptLoans, { params: { id }, query }, { signal }),
  };
}

/**
 * Renames a sheet, reads its file again, or gives its loans back. `onDone` is told also when the row that asked has gone
 * meanwhile.
 */
export function useChangeSheet(onDone: (changed: ChangedSheet) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SheetChange) =>
      server.call(sheetCalls.changeSheet, { body }, { timeoutMs: REMOVAL_TIMEOUT_MS }),
    onSuccess: (changed) => {
      onDone(changed);
      // Loans came back, or an upload is at work again: what shows them is read anew.
      void client.invalidateQueries();
    },
  });
}

/** Takes back a whole sheet; `onDone` is told also when its row has gone from the list. */
export function useRemoveSheet(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { _id: string; includeWorked: boolean }) =>
      server.call(sheetCalls.removeSheet, { body }, { timeoutMs: REMOVAL_TIMEOUT_MS }),
    meta: { isBlocking: true },
    onSuccess: () => {
      onDone();
      void client.invalidateQueries();
    },
  });
}
