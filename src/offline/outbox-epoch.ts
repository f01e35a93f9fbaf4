import type { SequenceRanges } from '../../contract/queued-work.ts';
import { changeDeliveryState, readDeliveryState } from './outbox-database.ts';
import type { OutboxDatabase, StoredOperation, StoredReceipt } from './outbox-database.ts';

/**
 * Takes note of the life of the server's database. A new one means that a backup was restored: everything confirmed
 * in the last 30 days is offered again under its old ids (the server knows what it still has), files too while their
 * bytes are still here. Returns whether it was a new one.
 */
export async function noteEpoch(outbox: OutboxDatabase, epoch: string): Promise<boolean> {
  const { operations, receipts, files, state } = outbox;
  return outbox.transaction('rw', operations, receipts, files, state, async () => {
    const known = (await readDeliveryState(outbox)).epoch;
    if (known === epoch) return false;
    // The restored server may not know that it gave these receipt numbers: the next pull brings others.
    await changeDeliveryState(outbox, () =>
      known === null ? { epoch } : { epoch, receiptRanges: [] },
    );
    if (known === null) return false;
    const confirmed = await receipts.toArray();
    await operations.bulkPut(confirmed.map(againOf));
    await receipts.clear();
    await files
      .where('state')
      .equals('delivered')
      .modify({ state: 'waiting', attempts: 0, nextTryAt: 0, answer: null });
    return true;
  });
}

/** What was offered again less than this ago is not offered once more: the server says that it has it, milliseconds. */
const OFFERED_FOR_MS = 3_600_000;

/**
 * Numbers that the server misses although it confirmed them: it was put back to a backup without saying so. They are offered
 * again, files too while their bytes are still here. Returns whether there were any. Joins a running transaction.
 */
export async function offerMissing(
  outbox: OutboxDatabase,
  gaps: SequenceRanges,
  nowMs: number,
): Promise<boolean> {
  if (gaps.length === 0) return false;
  const { operations, receipts, files } = outbox;
  return outbox.transaction('rw', operations, receipts, files, async () => {
    const missing = await receipts
      .filter(
        ({ sequence, offeredAt = 0 }) =>
          Math.abs(nowMs - offeredAt) > OFFERED_FOR_MS &&
          gaps.some(([first, last]) => sequence >= first && sequence <= last),
      )
      .toArray();
    if (missing.length === 0) return false;
    await operations.bulkPut(missing.map((each) => ({ ...againOf(each), offeredAt: nowMs })));
    const opIds = missing.map(({ opId }) => opId);
    await receipts.bulkDelete(opIds);
    await files
      .where('opId')
      .anyOf(opIds)
      .and(({ state }) => state === 'delivered')
      .modify({ state: 'waiting', attempts: 0, nextTryAt: 0, answer: null });
    return true;
  });
}

function againOf(receipt: StoredReceipt): StoredOperation {
  const { confirmedAt: _, ...operation } = receipt;
  return {
    ...operation,
    state: 'queued',
    isSetAside: false,
    attempts: 0,
    nextTryAt: 0,
    answer: null,
  };
}
