import { encryptCopy, readCopy } from './operation-copy.ts';
import type { Encrypted } from './encryption.ts';
import type { OutboxDatabase, StoredReceipt } from './outbox-database.ts';
import { openedVaultOrNull } from './vault.ts';

/** A sent item can still be looked at in the outbox for so long, milliseconds: 3 days. */
const COPY_LIFE_MS = 3 * 86_400_000;

/** Drops every copy that an author could look at: of what was sent and of what waits. The sealed work stays. */
export async function forgetAllCopies({
  operations,
  receipts,
  fileBytes,
}: OutboxDatabase): Promise<void> {
  await operations.toCollection().modify({ own: null });
  await receipts.toCollection().modify({ own: null, outcome: null });
  await fileBytes.toCollection().modify({ own: null });
}

/**
 * Drops the authors' copies of confirmed operations: of loans that left the phone, but for their outcome, or (no loans
 * given) of what a pull brought back more than three days ago. Unsent work keeps its copy, and what a manager has yet to
 * decide on (`inReview`).
 */
export async function forgetCopies(
  outbox: OutboxDatabase,
  goneLoanIds: ReadonlySet<string> | null,
  pulledAt = 0,
  inReview: readonly string[] = [],
): Promise<void> {
  const { receipts } = outbox;
  if (goneLoanIds === null) {
    const kept = new Set(inReview);
    const old = receipts.where('confirmedAt').below(pulledAt - COPY_LIFE_MS);
    await old.filter(({ opId }) => !kept.has(opId)).modify({ own: null, outcome: null });
    return;
  }
  const rows = await receipts
    .where('loanId')
    .anyOf([...goneLoanIds])
    .toArray();
  for (const row of rows.filter(({ own }) => own !== null)) {
    const outcome = await outcomeOf(row);
    await receipts.update(row.opId, { own: null, outcome });
  }
}

/** What the outbox calls an item by, nothing of the borrower; null where the copy can't be read. */
async function outcomeOf({ opId, own }: StoredReceipt): Promise<Encrypted | null> {
  const vault = openedVaultOrNull();
  const copy = await readCopy(opId, own);
  if (vault === null || copy === null) return null;
  const { call, loanId, body } = copy;
  const said = 'disposition' in body ? { disposition: body['disposition'] } : {};
  return encryptCopy(vault.key, opId, { call, loanId, body: said, files: [] });
}
