import type { BatchEntry } from './delivery-batch.ts';
import type { OutboxDatabase, StoredReceipt } from './outbox-database.ts';

/**
 * Names the confirmed operation of the same loan before an entry that nothing else comes before. A server put back to a
 * backup has lost the last of what it confirmed: it holds what it is given too early instead of running it, and its
 * answer brings what was lost again, in order.
 */
export async function withPredecessors(
  outbox: OutboxDatabase,
  entries: readonly BatchEntry[],
): Promise<BatchEntry[]> {
  const inBatch = new Set(entries.map(({ operation }) => operation.opId));
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.after !== null && inBatch.has(entry.after)) return entry;
      const before = await lastConfirmed(outbox, entry);
      return before === null ? entry : { ...entry, after: before.opId };
    }),
  );
}

/** Of the loan's newest confirmed operation and the entry's own parent the one confirmed last: a backup lacks it first. */
async function lastConfirmed(
  outbox: OutboxDatabase,
  { operation, after }: BatchEntry,
): Promise<StoredReceipt | null> {
  const ofLoan = await outbox.receipts.where('loanId').equals(operation.loanId).toArray();
  const earlier = ofLoan.filter(({ sequence }) => sequence < operation.sequence);
  if (after !== null) {
    const parent = await outbox.receipts.get(after);
    // It is still to come, or was confirmed too long ago to be known here: then it is what must be asked for.
    if (parent === undefined) return null;
    earlier.push(parent);
  }
  const newestFirst = earlier.toSorted(
    (one, other) => other.confirmedAt - one.confirmedAt || other.sequence - one.sequence,
  );
  return newestFirst[0] ?? null;
}
