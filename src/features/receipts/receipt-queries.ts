import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allocationCalls } from '../../../contract/allocation.ts';
import type { CallInput } from '../../../contract/call.ts';
import { depositCalls } from '../../../contract/deposit.ts';
import { receiptCalls } from '../../../contract/receipt.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'receipts';
const LONG_MS = 300_000;
/** The largest page a list gives (spec 9). */
const LARGEST_PAGE = 200;
/** As many receipts as one deposit takes (contract/deposit.ts). */
const MOST_RECEIPTS = 500;

/** Which receipts are asked for. */
export type ReceiptsQuery = NonNullable<CallInput<typeof receiptCalls.listReceipts>['query']>;
type DepositsQuery = NonNullable<CallInput<typeof depositCalls.listDeposits>['query']>;
type DepositBody = NonNullable<CallInput<typeof depositCalls.createDeposits>['body']>;

/** A page of receipts with the sums of all that match. */
export function useReceipts(query: ReceiptsQuery) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) => server.call(receiptCalls.listReceipts, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of deposits. */
export function useDeposits(query: DepositsQuery) {
  return useQuery({
    queryKey: [KEY, 'deposits', query],
    queryFn: ({ signal }) => server.call(depositCalls.listDeposits, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The people whose money a manager sees. */
export function useReceiptAgents(isManager: boolean) {
  return useQuery({
    queryKey: [KEY, 'agents'],
    queryFn: ({ signal }) => server.call(allocationCalls.listAssignees, {}, { signal }),
    staleTime: LONG_MS,
    enabled: isManager,
    select: (answer) => answer.data,
  });
}

/** The ids of all receipts that match, as far as one deposit takes them. */
async function matchingIds(query: ReceiptsQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length <= MOST_RECEIPTS; page += 1) {
    const asked = { ...query, page, pageSize: LARGEST_PAGE };
    const { data, totalCount } = await server.call(receiptCalls.listReceipts, { query: asked });
    ids.push(...data.map(({ _id }) => _id));
    if (data.length === 0 || ids.length >= totalCount) break;
  }
  return ids;
}

/** Deposits receipts: those named, or all that match a query. */
export function useDeposit() {
  return useChange(async (order: Omit<DepositBody, 'receiptIds'> & Chosen) => {
    const { ids, matching, ...body } = order;
    const receiptIds = matching === null ? ids : await matchingIds(matching);
    return server.call(depositCalls.createDeposits, { body: { ...body, receiptIds } });
  });
}

/** Receipts that were chosen: by their ids, or all that match. */
export interface Chosen {
  ids: string[];
  matching: ReceiptsQuery | null;
}

/** Cancels a receipt. */
export function useCancelReceipt() {
  return useChange((body: { receiptId: string; reason: string }) =>
    server.call(receiptCalls.cancelReceipt, { body }),
  );
}

/** Verifies a deposit. */
export function useVerifyDeposit() {
  return useChange((depositId: string) =>
    server.call(depositCalls.verifyDeposit, { body: { depositId } }),
  );
}

/** Undoes a deposit. */
export function useCancelDeposit() {
  return useChange((body: { depositId: string; reason: string }) =>
    server.call(depositCalls.cancelDeposit, { body }),
  );
}

/** A change after which, whatever came of it, all of the lists are read again. */
function useChange<Order, Answer>(change: (order: Order) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}
