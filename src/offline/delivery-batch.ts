import { isDue } from './backoff.ts';
import type { StoredOperation } from './outbox-database.ts';

/** Characters of ciphertext per request: below the server's body limit with room for the rest. */
const BATCH_CHARACTERS = 3_000_000;

/** An operation to send, with the one that must be on the server before it. */
export interface BatchEntry {
  operation: StoredOperation;
  after: string | null;
}

/**
 * The next operations to send. Order within a loan is kept: a loan stops at its first item that is parked (and not
 * set aside) or not due yet, and each item names the one before it, so that the server holds what overtakes. Empty:
 * nothing can go now; `nextTryAt` says when something can (null: never by itself).
 */
export function nextBatch(
  waiting: readonly StoredOperation[],
  nowMs: number,
  limit: number,
): { entries: BatchEntry[]; nextTryAt: number | null } {
  const stopped = new Set<string>();
  const kept = new Set<string>();
  const previous = new Map<string, string>();
  const entries: BatchEntry[] = [];
  let nextTryAt: number | null = null;
  let characters = 0;
  for (const operation of waiting.toSorted((one, other) => one.sequence - other.sequence)) {
    const { opId, loanId } = operation;
    const stays = stateOf(operation, nowMs, stopped, kept);
    if (stays === 'later') nextTryAt = Math.min(nextTryAt ?? Infinity, operation.nextTryAt);
    if (stays === 'aside') kept.add(opId);
    else if (stays !== null) {
      stopped.add(loanId);
      kept.add(opId);
    } else if (entries.length < limit && characters < BATCH_CHARACTERS) {
      entries.push({ operation, after: previous.get(loanId) ?? operation.after });
      previous.set(loanId, opId);
      characters += operation.sealed.ciphertext.length;
    } else {
      stopped.add(loanId);
      nextTryAt = nowMs;
    }
  }
  return { entries, nextTryAt };
}

/** Why an item stays on the phone for now; null: it can go. */
function stateOf(
  operation: StoredOperation,
  nowMs: number,
  stopped: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): 'aside' | 'parked' | 'behind' | 'later' | null {
  if (operation.state === 'parked') return operation.isSetAside ? 'aside' : 'parked';
  if (operation.after !== null && kept.has(operation.after)) return 'behind';
  if (stopped.has(operation.loanId)) return 'behind';
  return isDue(operation.nextTryAt, nowMs) ? null : 'later';
}
