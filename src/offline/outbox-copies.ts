import type { OutboxDatabase } from './outbox-database.ts';

/** A sent item can still be looked at in the outbox for so long, milliseconds: 3 days. */
const COPY_LIFE_MS = 3 * 86_400_000;

/** Drops every copy that an author could look at: of what was sent and of what waits. The sealed work stays. */
export async function forgetAllCopies({
  operations,
  receipts,
  fileBytes,
}: OutboxDatabase): Promise<void> {
  await operations.toCollection().modify({ own: null });
  await receipts.toCollection().modify({ own: null });
  await fileBytes.toCollection().modify({ own: null });
}

/**
 * Drops the authors' copies of confirmed operations: of loans that left the phone, or (no loans given) of what a pull
 * brought back more than three days ago. Unsent work keeps its copy, and what a manager has yet to decide on (`inReview`).
 */
export async function forgetCopies(
  outbox: OutboxDatabase,
  goneLoanIds: ReadonlySet<string> | null,
  pulledAt = 0,
  inReview: readonly string[] = [],
): Promise<void> {
  const rows =
    goneLoanIds === null
      ? outbox.receipts.where('confirmedAt').below(pulledAt - COPY_LIFE_MS)
      : outbox.receipts.where('loanId').anyOf([...goneLoanIds]);
  const kept = new Set(inReview);
  await rows.filter(({ opId }) => !kept.has(opId)).modify({ own: null });
}
