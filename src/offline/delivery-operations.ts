import { deviceCalls } from '../../contract/device.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { createServerClient } from '../remote/server-client.ts';
import { APP_VERSION } from './app-version.ts';
import { retryWaitMs } from './backoff.ts';
import { answerOf, meaningOf } from './delivery-answer.ts';
import type { BatchEntry } from './delivery-batch.ts';
import { recordReceipts } from './delivery-record.ts';
import { noteServerTime, touchGrant } from './device-store.ts';
import type { StoredGrant } from './device-store.ts';
import { pauseQueue } from './delivery-pause.ts';
import { BATCH_SIZE, changeDeliveryState, travelling } from './outbox-database.ts';
import type { LastAnswer, OutboxDatabase, StoredOperation } from './outbox-database.ts';
import { noteEpoch } from './outbox-epoch.ts';

const BATCH_TIMEOUT_MS = 60_000;

/**
 * Sends one batch under its author's delivery token and writes down what came of it. True: something moved, go on at
 * once; false: wait.
 */
export async function deliverBatch(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  entries: readonly BatchEntry[],
  waiting: readonly StoredOperation[],
): Promise<boolean> {
  const sent = entries.map((entry) => entry.operation);
  await outbox.operations.bulkUpdate(
    sent.map(({ opId }) => ({ key: opId, changes: { state: 'sending' as const } })),
  );
  try {
    const client = createServerClient({ token: () => grant.deliveryToken });
    const answer = await client.call(
      deviceCalls.deliverOperations,
      { body: bodyOf(entries, waiting) },
      { timeoutMs: BATCH_TIMEOUT_MS },
    );
    const { epoch, serverKey, serverTime, lastSequence } = answer;
    await noteEpoch(outbox, epoch);
    const result = await recordReceipts(outbox, sent, answer.receipts, Date.now());
    await noteServerTime(serverTime);
    const change = { epoch, serverKey, serverTime, lastSequence };
    await touchGrant(grant.userId, grant.deliveryToken, change);
    await noteSuccess(outbox, result.confirmed);
    return result.confirmed > 0 || !result.hasRetries;
  } catch (error) {
    return afterFailure(outbox, grant, sent, error);
  }
}

function bodyOf(entries: readonly BatchEntry[], waiting: readonly StoredOperation[]) {
  const sent = new Set(entries.map((entry) => entry.operation.opId));
  const rest = waiting.filter((operation) => !sent.has(operation.opId));
  const oldest = rest.reduce((least, { savedAt }) => Math.min(least, savedAt), Infinity);
  const oldestUnsentAt = rest.length === 0 ? null : new Date(oldest).toISOString();
  return {
    device: { appVersion: APP_VERSION, unsentCount: rest.length, oldestUnsentAt },
    operations: entries.map(({ operation, after }) => travelling(operation, after)),
  };
}

async function noteSuccess(outbox: OutboxDatabase, confirmed: number): Promise<void> {
  const now = Date.now();
  await changeDeliveryState(outbox, (state) => ({
    pause: null,
    attempts: 0,
    nextTryAt: 0,
    answer: { at: now, status: 200, code: null, message: null },
    batchSize: Math.min(BATCH_SIZE, state.batchSize * 2),
    lastConfirmedAt: confirmed > 0 ? now : state.lastConfirmedAt,
  }));
}

/** The answer table: pause, halve, park or wait. */
async function afterFailure(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  sent: readonly StoredOperation[],
  error: unknown,
): Promise<boolean> {
  const now = Date.now();
  const answer = answerOf(error, now);
  const meaning = meaningOf(error);
  const { kind } = meaning;
  const isTooMuch = kind === 'halve' || kind === 'refuse';
  if (isTooMuch && sent.length > 1) {
    await release(outbox, sent, answer);
    const batchSize = Math.ceil(sent.length / 2);
    await changeDeliveryState(outbox, () => ({ batchSize, answer }));
    return true;
  }
  // One operation alone refused by our own server is to blame itself; a proxy's limit may go away.
  if (isTooMuch && error instanceof RefusedError) {
    await park(outbox, sent, answer);
    return true;
  }
  await release(outbox, sent, answer);
  if (kind === 'login' || kind === 'update') {
    return !(await pauseQueue(outbox, grant, kind, answer));
  }
  const askedWaitMs = meaning.kind === 'retry' ? meaning.waitMs : null;
  await changeDeliveryState(outbox, (state) => ({
    attempts: state.attempts + 1,
    nextTryAt: now + (askedWaitMs ?? retryWaitMs(state.attempts + 1)),
    answer,
  }));
  return false;
}

async function release(
  outbox: OutboxDatabase,
  sent: readonly StoredOperation[],
  answer: LastAnswer,
): Promise<void> {
  const changes = { state: 'queued' as const, answer };
  await outbox.operations.bulkUpdate(sent.map(({ opId }) => ({ key: opId, changes })));
}

async function park(
  outbox: OutboxDatabase,
  sent: readonly StoredOperation[],
  answer: LastAnswer,
): Promise<void> {
  const changes = { state: 'parked' as const, isSetAside: false, nextTryAt: 0, answer };
  await outbox.operations.bulkUpdate(sent.map(({ opId }) => ({ key: opId, changes })));
}
