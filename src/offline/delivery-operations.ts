import type { CallAnswer } from '../../contract/call.ts';
import { deviceCalls } from '../../contract/device.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { createServerClient } from '../remote/server-client.ts';
import { retryWaitMs } from './backoff.ts';
import { answerOf, meaningOf } from './delivery-answer.ts';
import type { BatchEntry } from './delivery-batch.ts';
import { beginDrain, writeAsDrain } from './delivery-fence.ts';
import { noteSpeed } from './delivery-line.ts';
import { pauseQueue } from './delivery-pause.ts';
import { dropConfirmed, recordReceipts } from './delivery-record.ts';
import type { BatchResult } from './delivery-record.ts';
import { countUnsent, deviceState } from './device-state.ts';
import type { OutboxContents } from './device-state.ts';
import { noteServerTime, readGrant, touchGrant } from './device-store.ts';
import type { StoredGrant } from './device-store.ts';
import { followPolicy } from './quick-unlock-record.ts';
import { takeWipe } from './device-wipe-steps.ts';
import {
  BATCH_SIZE,
  changeDeliveryState,
  readDeliveryState,
  travelling,
} from './outbox-database.ts';
import type { LastAnswer, OutboxDatabase, StoredOperation } from './outbox-database.ts';
import { noteEpoch, offerMissing } from './outbox-epoch.ts';
import { noteIfRoom, writeIfRoom, writeToDeliver } from './storage.ts';

/** A line that carries less than 4 characters in a millisecond takes too long, beyond a minute. */
const BATCH_TIMEOUT_MS = 60_000;
/** After a batch that took too long the next ones, smaller, may take longer: a line can be slow whatever it carries. */
const PATIENT_TIMEOUT_MS = 120_000;
const CHARACTERS_PER_MS = 4;
/** A failure that took so long was a line too slow for the batch, or a hung one, milliseconds. */
const SLOW_FAILURE_MS = 30_000;

/** One request of delivery. */
interface Attempt {
  outbox: OutboxDatabase;
  grant: StoredGrant;
  contents: OutboxContents;
  sent: readonly StoredOperation[];
  drain: string | null;
  /** By `performance.now()`: the clock may be moved meanwhile. */
  startedAt: number;
}

type DeliveryAnswer = CallAnswer<typeof deviceCalls.deliverOperations>;

/**
 * Sends one batch under its author's delivery token and writes down what came of it. An empty one only says how the
 * device is. True: something moved, go on at once; false: wait. Throws DrainOvertaken.
 */
export async function deliverBatch(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  entries: readonly BatchEntry[],
  contents: OutboxContents,
): Promise<boolean> {
  const sent = entries.map((entry) => entry.operation);
  const drain = await writeIfRoom(
    () => beginDrain(outbox, sent),
    // Nothing can be marked: whoever began last is the one at work.
    async () => (await readDeliveryState(outbox)).drain,
  );
  const attempt = { outbox, grant, contents, sent, drain, startedAt: performance.now() };
  const ids = new Set(sent.map(({ opId }) => opId));
  const body = {
    device: await deviceState(outbox, contents, grant.epoch, ids),
    operations: entries.map(({ operation, after }) => travelling(operation, after)),
  };
  let answer: DeliveryAnswer;
  try {
    const client = createServerClient({ token: () => grant.deliveryToken });
    let workedMs = 0;
    const onWorked = (ms: number) => (workedMs = ms);
    const options = { timeoutMs: timeoutOf(sent, contents.state.batchSize), onWorked };
    answer = await client.call(deviceCalls.deliverOperations, { body }, options);
    noteSpeed(sizeOf(sent), performance.now() - attempt.startedAt, workedMs);
  } catch (error) {
    // Without room for a note of it, it is as if it had not been tried.
    return writeIfRoom(
      () => afterFailure(attempt, error),
      async () => false,
    );
  }
  return afterAnswer(attempt, answer, body.device.unsentCount);
}

const sizeOf = (sent: readonly StoredOperation[]): number =>
  sent.reduce((sum, { sealed }) => sum + sealed.ciphertext.length, 0);

function timeoutOf(sent: readonly StoredOperation[], batchSize: number): number {
  const patience = batchSize < BATCH_SIZE ? PATIENT_TIMEOUT_MS : BATCH_TIMEOUT_MS;
  return patience + Math.round(sizeOf(sent) / CHARACTERS_PER_MS);
}

async function afterAnswer(
  { outbox, grant, contents, sent, drain }: Attempt,
  answer: DeliveryAnswer,
  saidUnsent: number,
): Promise<boolean> {
  const { epoch, serverKey, serverTime, lastSequence, gaps, wipe, unlock } = answer;
  const now = Date.now();
  const { attention } = countUnsent(contents);
  let isBehind = false;
  const write = () =>
    writeAsDrain(outbox, drain, async () => {
      const isNewLife = await noteEpoch(outbox, epoch);
      const batch = await recordReceipts(
        outbox,
        sent,
        answer.receipts,
        now,
        Date.parse(serverTime),
      );
      isBehind = isNewLife || (await offerMissing(outbox, gaps, now));
      // The server counts what it didn't confirm as unsent too.
      const said = { at: now, unsent: saidUnsent + sent.length - batch.confirmed, attention };
      await noteSuccess(outbox, batch.confirmed, said);
      return batch;
    });
  // A full phone must not keep what the server has: at last without a receipt.
  const result = await writeToDeliver<BatchResult>(grant.userId, write, () =>
    writeAsDrain(outbox, drain, () => dropConfirmed(outbox, sent, answer.receipts)),
  );
  // Under an older token it was asked before the last login, which carried it out.
  const current = await readGrant(grant.userId);
  if (current?.deliveryToken === grant.deliveryToken) {
    if (wipe) await takeWipe(grant.userId);
    if (unlock !== undefined) await noteIfRoom(() => followPolicy(grant.userId, unlock));
  }
  await noteIfRoom(() => noteServerTime(serverTime));
  const change = { epoch, serverKey, serverTime, lastSequence, gaps, ...(unlock && { unlock }) };
  await noteIfRoom(() => touchGrant(grant.userId, grant.deliveryToken, change));
  // What a restored server lost goes before what it held for want of it.
  return isBehind || result.confirmed > 0 || !result.hasRetries;
}

async function noteSuccess(
  outbox: OutboxDatabase,
  confirmed: number,
  said: OutboxContents['state']['said'],
): Promise<void> {
  const now = Date.now();
  await changeDeliveryState(outbox, (state) => ({
    pause: null,
    attempts: 0,
    nextTryAt: 0,
    answer: { at: now, status: 200, code: null, message: null },
    batchSize: Math.min(BATCH_SIZE, state.batchSize * 2),
    lastConfirmedAt: confirmed > 0 ? now : state.lastConfirmedAt,
    said,
  }));
}

/** The answer table: pause, halve, park or wait. */
async function afterFailure(attempt: Attempt, error: unknown): Promise<boolean> {
  const { outbox, grant, sent, drain } = attempt;
  const now = Date.now();
  const answer = answerOf(error, now);
  const meaning = meaningOf(error);
  const { kind } = meaning;
  if (kind === 'login' || kind === 'update') {
    await writeAsDrain(outbox, drain, () => release(outbox, sent, answer));
    return !(await pauseQueue(outbox, grant, kind, answer));
  }
  if (kind === 'retry') return waitAndTry(attempt, answer, meaning.waitMs);
  return writeAsDrain(outbox, drain, async () => {
    if (sent.length === 0) {
      // The server takes no word of how this device is: not before the next time it is due.
      await changeDeliveryState(outbox, ({ said }) => ({ said: said && { ...said, at: now } }));
      return false;
    }
    if (sent.length > 1) {
      await release(outbox, sent, answer);
      const batchSize = Math.ceil(sent.length / 2);
      await changeDeliveryState(outbox, () => ({ batchSize, answer }));
    } else if (error instanceof RefusedError) {
      // One operation alone refused by our own server is to blame itself.
      await park(outbox, sent, answer);
    } else {
      // A proxy's limit may go away: this one waits, the others go on.
      await postpone(outbox, sent, answer, now);
    }
    return true;
  });
}

/** Waits, the whole queue. What an answer may have been about, or was too slow, goes in smaller batches, at last alone. */
async function waitAndTry(
  { outbox, contents, sent, drain, startedAt }: Attempt,
  answer: LastAnswer,
  askedMs: number | null,
): Promise<boolean> {
  const now = Date.now();
  const wait = askedMs ?? retryWaitMs(contents.state.attempts + 1);
  const isSuspect = sent.length > 0 && askedMs === null && answer.status >= 400;
  const tookMs = performance.now() - startedAt;
  const isSlow = sent.length > 0 && answer.status === 0 && tookMs > SLOW_FAILURE_MS;
  await writeAsDrain(outbox, drain, async () => {
    if (isSuspect && sent.length === 1) await postpone(outbox, sent, answer, now + wait);
    else await release(outbox, sent, answer);
    await changeDeliveryState(outbox, ({ attempts, batchSize }) => ({
      attempts: attempts + 1,
      nextTryAt: now + wait,
      askedUntil: askedMs === null ? 0 : now + wait,
      batchSize: isSuspect || isSlow ? Math.max(1, Math.ceil(sent.length / 2)) : batchSize,
      answer,
    }));
  });
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

async function postpone(
  outbox: OutboxDatabase,
  sent: readonly StoredOperation[],
  answer: LastAnswer,
  fromMs: number,
): Promise<void> {
  for (const { opId, attempts } of sent) {
    const nextTryAt = fromMs + retryWaitMs(attempts + 1);
    const changes = { state: 'queued' as const, attempts: attempts + 1, nextTryAt, answer };
    await outbox.operations.update(opId, changes);
  }
}

async function park(
  outbox: OutboxDatabase,
  sent: readonly StoredOperation[],
  answer: LastAnswer,
): Promise<void> {
  const changes = { state: 'parked' as const, isSetAside: false, nextTryAt: 0, answer };
  await outbox.operations.bulkUpdate(sent.map(({ opId }) => ({ key: opId, changes })));
}
