import type { Receipt } from '../../contract/queued-work.ts';
import { retryWaitMs } from './backoff.ts';
import { readDeliveryState } from './outbox-database.ts';
import type { OutboxDatabase, StoredOperation, StoredReceipt } from './outbox-database.ts';

/** How long a confirmed operation stays on the phone, milliseconds: 30 days. */
const RECEIPT_LIFE_MS = 30 * 86_400_000;

/** What a batch's receipts did to the outbox. */
export interface BatchResult {
  confirmed: number;
  /** Any of them asks for another try later. */
  hasRetries: boolean;
}

/**
 * Writes a batch's receipts, all in one transaction. Only DONE with the operation's own id and payload hash deletes
 * it (a receipt stays); without such an answer it is tried again. Receipts go after 30 days by the server's clock: a phone whose
 * own was years behind and is set right must not lose them at once.
 */
export async function recordReceipts(
  outbox: OutboxDatabase,
  sent: readonly StoredOperation[],
  receipts: readonly Receipt[],
  nowMs: number,
  serverMs: number,
): Promise<BatchResult> {
  const answers = new Map(receipts.map((receipt) => [receipt.opId, receipt]));
  const result: BatchResult = { confirmed: 0, hasRetries: false };
  const tables = [outbox.operations, outbox.receipts, outbox.state];
  await outbox.transaction('rw', tables, async () => {
    const confirmedAt = Math.max(nowMs, (await readDeliveryState(outbox)).pulledFrom);
    for (const { opId, payloadHash } of sent) {
      const operation = await outbox.operations.get(opId);
      if (operation === undefined) continue;
      const receipt = answers.get(opId);
      const isOurs = receipt?.payloadHash === payloadHash;
      if (receipt?.outcome === 'DONE' && isOurs) {
        const review = receipt.code === 'IN_REVIEW' ? { isInReview: true as const } : {};
        await outbox.receipts.put({ ...receiptOf(operation, confirmedAt, serverMs), ...review });
        await outbox.operations.delete(opId);
        await endWaiting(outbox, operation.loanId);
        result.confirmed += 1;
      } else {
        const next = afterAnswer(operation, isOurs ? receipt : undefined, nowMs);
        if (next.state !== 'parked') result.hasRetries = true;
        await outbox.operations.put(next);
      }
    }
    await outbox.receipts
      .where('confirmedAt')
      .below(nowMs - RECEIPT_LIFE_MS)
      .and(({ confirmedAt: at, serverAt = at }) => serverAt < serverMs - RECEIPT_LIFE_MS)
      .delete();
  });
  return result;
}

/**
 * On a phone without any room: what the server confirmed goes, without a receipt, since deleting needs no room. Should the
 * server be restored to a backup from before this, it can't be offered again.
 */
export async function dropConfirmed(
  outbox: OutboxDatabase,
  sent: readonly StoredOperation[],
  receipts: readonly Receipt[],
): Promise<BatchResult> {
  const answers = new Map(receipts.map((receipt) => [receipt.opId, receipt]));
  const confirmed = sent.filter(({ opId, payloadHash }) => {
    const receipt = answers.get(opId);
    return receipt?.outcome === 'DONE' && receipt.payloadHash === payloadHash;
  });
  await outbox.operations.bulkDelete(confirmed.map(({ opId }) => opId));
  return { confirmed: confirmed.length, hasRetries: confirmed.length < sent.length };
}

/** What a loan's held items waited for has come to pass: they need not wait out their time. */
export async function endWaiting(outbox: OutboxDatabase, loanId: string): Promise<void> {
  await outbox.operations
    .where('loanId')
    .equals(loanId)
    .and((operation) => operation.state === 'held')
    .modify({ nextTryAt: 0 });
}

function receiptOf(
  operation: StoredOperation,
  confirmedAt: number,
  serverAt: number,
): StoredReceipt {
  const { opId, sequence, loanId, after, sealed, payloadHash, savedAt, own, offeredAt } = operation;
  const offered = offeredAt === undefined ? {} : { offeredAt };
  return {
    opId,
    sequence,
    loanId,
    after,
    sealed,
    payloadHash,
    savedAt,
    own,
    ...offered,
    confirmedAt,
    serverAt,
  };
}

function afterAnswer(
  operation: StoredOperation,
  receipt: Receipt | undefined,
  nowMs: number,
): StoredOperation {
  const answer = {
    at: nowMs,
    status: receipt?.status ?? 0,
    code: receipt?.code ?? (receipt === undefined ? 'NO_RECEIPT' : null),
    message: receipt?.message ?? null,
  };
  if (receipt?.outcome === 'REFUSED') {
    return { ...operation, state: 'parked', isSetAside: false, nextTryAt: 0, answer };
  }
  const attempts = operation.attempts + 1;
  return {
    ...operation,
    state: receipt?.outcome === 'HELD' ? 'held' : 'queued',
    attempts,
    nextTryAt: nowMs + retryWaitMs(attempts),
    answer,
  };
}
