import type { LoanEditableField } from '../../contract/loan.ts';
import { cacheOf } from './cache-database.ts';
import { readCopy, savedTime } from './operation-copy.ts';
import type { OperationCopy } from './operation-copy.ts';
import { outboxOf } from './outbox-database.ts';
import type { OutboxDatabase, StoredReceipt } from './outbox-database.ts';
import type { Vault } from './vault.ts';

/** Own work that the cached loans don't show yet. */
export interface WaitingWork extends OperationCopy {
  opId: string;
  sequence: number;
  /** By the server's clock as far as the device knew it, milliseconds: as the server will date it. */
  savedAt: number;
  /** sent: on the server, but not pulled back yet. review: there, and not counted until a manager says so. */
  state: 'queued' | 'sending' | 'attention' | 'sent' | 'review';
}

/** Corrections of a loan that are on their way. */
export type PendingEdits = Partial<Record<LoanEditableField, string>>;

/** The logged-in author's work that the last whole pull can't have brought back, by loan, oldest first. */
export async function waitingWork({ user }: Vault): Promise<Map<string, WaitingWork[]>> {
  const outbox = outboxOf(user._id);
  const { since, listed, isInReview } = await reviews(user._id);
  const { operations, receipts } = await readWork(outbox, since, listed);
  const states = new Map<string, WaitingWork['state']>([
    ...receipts.filter(isInReview).map(({ opId }) => [opId, 'review'] as const),
    ...operations.map((row) => [row.opId, shownState(row.state)] as const),
  ]);
  const rows = [...operations, ...receipts].sort((one, other) => one.sequence - other.sequence);
  const work = new Map<string, WaitingWork[]>();
  for (const { opId, sequence, savedAt, own } of rows) {
    const copy = await readCopy(opId, own);
    if (copy === null) continue;
    const list = work.get(copy.loanId) ?? [];
    list.push({
      ...copy,
      opId,
      sequence,
      savedAt: savedTime(savedAt, copy),
      state: states.get(opId) ?? 'sent',
    });
    work.set(copy.loanId, list);
  }
  return work;
}

/** The author's work that a manager has yet to decide on: as the last whole pull said, and since then as its receipts say. */
export async function reviews(userId: string) {
  const { startedAt, inReview: listed = [] } = (await cacheOf(userId).cursor.get('cursor')) ?? {};
  const since = startedAt ?? 0;
  return {
    since,
    listed,
    isInReview: (receipt: Pick<StoredReceipt, 'opId' | 'isInReview' | 'confirmedAt'>) =>
      listed.includes(receipt.opId) ||
      (receipt.isInReview === true && receipt.confirmedAt >= since),
  };
}

/**
 * What waits, what was confirmed since and what is in review, at one moment: work that is delivered meanwhile stands in one of
 * them.
 */
function readWork(outbox: OutboxDatabase, since: number, inReview: readonly string[]) {
  return outbox.transaction('r', outbox.operations, outbox.receipts, async () => {
    const recent = await outbox.receipts.where('confirmedAt').aboveOrEqual(since).toArray();
    const reviewed = await outbox.receipts.bulkGet([...inReview]);
    const older = reviewed.filter((receipt) => receipt !== undefined);
    return {
      operations: await outbox.operations.toArray(),
      receipts: [...recent, ...older.filter(({ confirmedAt }) => confirmedAt < since)],
    };
  });
}

/** Does the server count it, or will it as far as this phone knows? */
export const isCounted = ({ state }: Pick<WaitingWork, 'state'>): boolean =>
  state !== 'attention' && state !== 'review';

function shownState(state: string): WaitingWork['state'] {
  if (state === 'parked') return 'attention';
  return state === 'sending' ? 'sending' : 'queued';
}

/** The loan fields that waiting corrections will set, the newest last. */
export function pendingEdits(work: readonly WaitingWork[]): PendingEdits {
  const edits = work
    .filter((item) => item.call === 'editLoan' && isCounted(item))
    .map(({ body }) => body.changes as PendingEdits);
  return Object.assign({}, ...edits) as PendingEdits;
}
