import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../contract/client.ts';
import { activitySheetCalls } from '../../../contract/activity-sheet.ts';
import type { ActivitySheet, RowOutcome } from '../../../contract/activity-sheet.ts';
import type { DayOrder, SheetKind, SheetMapping } from '../../../contract/sheet-mapping.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { paymentCalls } from '../../../contract/payment.ts';
import { saveBlob } from '../../lib/download.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'activity-sheets';
const PAYMENTS = 'payments';
const POLL_MS = 1000;
/** A lender's file may be large and its network slow. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000;

const AT_WORK: ReadonlySet<ActivitySheet['state']> = new Set(['READING', 'POSTING', 'REVERSING']);

/** Whether the server is still at work on a sheet. */
export function isAtWork({ state }: Pick<ActivitySheet, 'state'>): boolean {
  return AT_WORK.has(state);
}

/** What a look into a file tells. */
export type SheetLook = CallAnswer<typeof activitySheetCalls.lookIntoSheet>;

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

/** The clients that the person may upload for. */
export function useClientNames() {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) => server.call(clientCalls.listClientNames, {}, { signal }),
    select: (answer) => answer.data.map((client) => client.Client_Name),
  });
}

/** Looks into a file: headers, first rows, mapping. Stores nothing. */
export function useLookIntoSheet() {
  return useMutation({
    mutationFn: (chosen: ChosenSheet) =>
      server.call(
        activitySheetCalls.lookIntoSheet,
        { body: formOf(chosen), files: { file: [chosen.file] } },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
  });
}

/** Uploads a sheet with its mapping; with `saveAs` the mapping is kept for the client's next one. */
export function useUploadSheet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: {
      chosen: ChosenSheet;
      mapping: SheetMapping;
      dayOrder: DayOrder | null;
      saveAs: string;
    }) =>
      server.call(
        activitySheetCalls.uploadSheet,
        {
          body: {
            ...formOf(given.chosen),
            mapping: given.mapping,
            ...(given.dayOrder !== null && { dayOrder: given.dayOrder }),
            ...(given.saveAs !== '' && { saveAs: given.saveAs }),
          },
          files: { file: [given.chosen.file] },
        },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** One sheet; asked again and again while the server is at work on it. */
export function useSheet(sheetId: string) {
  return useQuery({
    queryKey: [KEY, 'one', sheetId],
    queryFn: ({ signal }) =>
      server.call(
        activitySheetCalls.getSheet,
        { params: { id: sheetId } },
        { signal, isBackground: true },
      ),
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data !== undefined && isAtWork(query.state.data) ? POLL_MS : false,
  });
}

/** The sheets of a kind, newest first. */
export function useSheets(kind: SheetKind, page: number) {
  return useQuery({
    queryKey: [KEY, 'list', kind, page],
    queryFn: ({ signal }) =>
      server.call(
        activitySheetCalls.listActivitySheets,
        { query: { kind, page } },
        { signal, isBackground: true },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.data.some(isAtWork) ? POLL_MS * 2 : false),
  });
}

/** A page of a sheet's rows, of one outcome or all, by the beginning of the loan number. */
export function useSheetRows(
  sheet: ActivitySheet,
  asked: { outcome: RowOutcome | null; search: string; page: number },
) {
  const { outcome, search, page } = asked;
  return useQuery({
    // The state is part of the key: rows of a posted sheet show what came of them.
    queryKey: [KEY, 'rows', sheet._id, sheet.state, outcome, search, page],
    queryFn: ({ signal }) =>
      server.call(
        activitySheetCalls.listSheetRows,
        {
          params: { id: sheet._id },
          query: {
            page,
            ...(outcome !== null && { outcome }),
            ...(search !== '' && { search: search.slice(0, 60) }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Saves rows of a sheet as a file: of one outcome, or all that are not taken. */
export function useDownloadRows() {
  return useMutation({
    mutationFn: async (given: {
      sheetId: string;
      format: 'csv' | 'xlsx';
      outcome: RowOutcome | null;
    }) =>
      saveBlob(
        await server.download(
          activitySheetCalls.downloadSheetRows,
          {
            params: { id: given.sheetId },
            query: {
              format: given.format,
              ...(given.outcome !== null && { outcome: given.outcome }),
            },
          },
          { timeoutMs: UPLOAD_TIMEOUT_MS },
        ),
      ),
  });
}

function useSheetChange<Given>(mutationFn: (given: Given) => Promise<ActivitySheet>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (sheet) => {
      client.setQueryData([KEY, 'one', sheet._id], sheet);
      await Promise.all(
        [KEY, PAYMENTS, 'loans'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
}

/** Confirms a sheet: its good rows are posted. */
export function useConfirmSheet() {
  return useSheetChange(({ _id, kind }: ActivitySheet) =>
    kind === 'BANK_PAID'
      ? server.call(activitySheetCalls.verifyBankPaid, { body: { _id } })
      : server.call(activitySheetCalls.confirmSheet, { params: { id: _id } }),
  );
}

/** Drops a sheet that is not confirmed. */
export function useCancelSheet() {
  return useSheetChange((sheetId: string) =>
    server.call(activitySheetCalls.cancelSheet, { params: { id: sheetId } }),
  );
}

/** Reverses all payments of a posted sheet. */
export function useReverseSheet() {
  return useSheetChange(({ sheetId, reason }: { sheetId: string; reason: string }) =>
    server.call(activitySheetCalls.reverseSheet, { params: { id: sheetId }, body: { reason } }),
  );
}

/** What payments are asked by; '' and null: by anything. */
export interface PaymentFilter {
  clientName: string;
  from: string | null;
  to: string | null;
  search: string;
  page: number;
}

/** A page of payments with the sum of those that stand. */
export function usePayments(filter: PaymentFilter) {
  return useQuery({
    queryKey: [PAYMENTS, 'list', filter],
    queryFn: ({ signal }) => {
      const { clientName, from, to, search, page } = filter;
      const query = {
        page,
        ...(clientName !== '' && { clientName }),
        ...(from !== null && { from }),
        ...(to !== null && { to }),
        ...(search !== '' && { search: search.slice(0, 60) }),
      };
      return server.call(paymentCalls.listPayments, { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** Reverses one payment with a reason. */
export function useReversePayment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ paymentId, reason }: { paymentId: string; reason: string }) =>
      server.call(paymentCalls.reversePayment, { params: { id: paymentId }, body: { reason } }),
    onSettled: () =>
      Promise.all(
        [KEY, PAYMENTS, 'loans'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
