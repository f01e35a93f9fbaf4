import { useState } from 'react';
import type { BodyOf, QueryOf } from '../../../contract/call.ts';
import { depositCalls } from '../../../contract/deposit.ts';
import { PAGE_SIZE_MAX } from '../../../contract/paging.ts';
import { receiptCalls } from '../../../contract/receipt.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { text } from '../../lib/texts/texts.ts';
import { DeviceError } from '../../offline/errors.ts';
import { saveOperation } from '../../offline/operation-save.ts';
import { OfflineError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';

/** As many receipts as one deposit takes (contract/deposit.ts). */
const MOST_RECEIPTS = 500;

/** Which receipts are asked for. */
export type ReceiptsQuery = QueryOf<typeof receiptCalls.listReceipts>;

/** Receipts and deposits stand in each other's lists: both are read again, whatever came of a command. */
export const changes = ['receipts', 'deposits'] as const;

/** A page of receipts with the sums of all that match. */
export function useReceipts(query: ReceiptsQuery) {
  return useCallQuery(receiptCalls.listReceipts, { query }, { keepsPrevious: true });
}

/** A page of deposits. */
export function useDeposits(query: QueryOf<typeof depositCalls.listDeposits>) {
  return useCallQuery(depositCalls.listDeposits, { query }, { keepsPrevious: true });
}

/**
 * The ids of all receipts that match, as far as one deposit takes them. Throws when they are no longer those of the sum that
 * was shown: what more came in is not on the slip.
 */
async function matchingIds(query: ReceiptsQuery, shown: number | null): Promise<string[]> {
  const ids: string[] = [];
  let sum = 0;
  for (let page = 1; ids.length <= MOST_RECEIPTS; page += 1) {
    const asked = { ...query, page, pageSize: PAGE_SIZE_MAX };
    const { data, totalCount } = await server.call(receiptCalls.listReceipts, { query: asked });
    ids.push(...data.map(({ _id }) => _id));
    sum += data.reduce((amount, receipt) => amount + receipt.amount, 0);
    if (data.length === 0 || ids.length >= totalCount) break;
  }
  const isOther = shown !== null && sum !== shown && ids.length <= MOST_RECEIPTS;
  if (isOther || ids.length === 0) throw new Error(text()('receipts.handChanged'));
  return ids;
}

/** Receipts that were chosen: by their ids, or all that match. */
export interface Chosen {
  ids: string[];
  matching: ReceiptsQuery | null;
  /** What they come to as the person sees it, whole rupees; null when it is not known here. */
  amount: number | null;
}

/**
 * Deposits receipts: those named, or all that match a query. `open` are those of an order that nobody answered: they may be
 * deposited by now and in no list, and the same order is given again.
 */
export function useDeposit() {
  const [open, setOpen] = useState<Chosen | null>(null);
  const command = useCommand(
    async (order: Omit<BodyOf<typeof depositCalls.createDeposits>, 'receiptIds'> & Chosen) => {
      const { ids, matching, amount, ...body } = order;
      const receiptIds = matching === null ? ids : await matchingIds(matching, amount);
      try {
        return await server.call(depositCalls.createDeposits, { body: { ...body, receiptIds } });
      } catch (error) {
        const isOpen = error instanceof OfflineError;
        setOpen(isOpen ? { ids: receiptIds, matching: null, amount } : null);
        throw error;
      }
    },
    { changes },
  );
  return { deposit: command.mutateAsync, open };
}

/** Sends it; without a network it waits in the outbox of the phone, where there is one. */
export async function sentOrQueued(
  send: () => Promise<unknown>,
  loanId: string,
  body: { receiptId: string; reason: string },
): Promise<'asked' | 'askQueued'> {
  try {
    await send();
    return 'asked';
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error;
    await saveOperation({ call: 'cancelReceipt', loanId, body }).catch((notSaved: unknown) => {
      // No outbox here: what is told is that there is no network.
      throw notSaved instanceof DeviceError && notSaved.code !== 'STORAGE_FULL' ? error : notSaved;
    });
    return 'askQueued';
  }
}
