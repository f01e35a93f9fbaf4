import { deviceCalls } from '../../contract/device.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { createServerClient } from '../remote/server-client.ts';
import { retryWaitMs } from './backoff.ts';
import { answerOf, meaningOf } from './delivery-answer.ts';
import { pauseQueue } from './delivery-pause.ts';
import type { StoredGrant } from './device-store.ts';
import { changeDeliveryState } from './outbox-database.ts';
import type { OutboxDatabase, StoredFile } from './outbox-database.ts';

const PARALLEL = 3;
const ROUND = 12;
const FILE_TIMEOUT_MS = 300_000;

/** What a round of uploads did. */
export interface FilesResult {
  delivered: number;
  /** A pause or a network fault: the rest of the queue should wait too. */
  isStopped: boolean;
}

/** The next files to upload: only of operations that the server has confirmed. */
export async function nextFiles(
  outbox: OutboxDatabase,
  nowMs: number,
): Promise<{ due: StoredFile[]; nextTryAt: number | null }> {
  const waiting = await outbox.files.where('state').equals('waiting').toArray();
  const parents = await outbox.operations.bulkGet(waiting.map((file) => file.opId));
  const ready = waiting.filter((_, at) => parents[at] === undefined);
  const due = ready.filter((file) => file.nextTryAt <= nowMs);
  const later = ready.filter((file) => file.nextTryAt > nowMs).map((file) => file.nextTryAt);
  return {
    due: due.slice(0, ROUND),
    nextTryAt: due.length > ROUND ? nowMs : later.length > 0 ? Math.min(...later) : null,
  };
}

/** Uploads files, a few at once, under their author's delivery token. Each counts only when the server echoes its sha256. */
export async function deliverFiles(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  files: readonly StoredFile[],
): Promise<FilesResult> {
  const queue = [...files];
  const result: FilesResult = { delivered: 0, isStopped: false };
  const next = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      if (result.isStopped) return;
      const outcome = await deliverFile(outbox, grant, file);
      if (outcome === 'delivered') result.delivered += 1;
      if (outcome === 'stop') result.isStopped = true;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, next));
  await noteRound(outbox, result);
  return result;
}

/** Without a network the whole queue waits, so that a hundred photos don't each find that out. */
async function noteRound(outbox: OutboxDatabase, result: FilesResult): Promise<void> {
  await changeDeliveryState(outbox, ({ attempts, nextTryAt }) =>
    result.isStopped
      ? { attempts: attempts + 1, nextTryAt: Date.now() + retryWaitMs(attempts + 1) }
      : result.delivered > 0
        ? { attempts: 0, nextTryAt: 0 }
        : { attempts, nextTryAt },
  );
}

async function deliverFile(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  file: StoredFile,
): Promise<'delivered' | 'later' | 'stop'> {
  const bytes = await outbox.fileBytes.get(file.fileId);
  if (bytes === undefined) {
    await park(outbox, file, { at: Date.now(), status: 0, code: 'BYTES_LOST', message: null });
    return 'later';
  }
  const client = createServerClient({ token: () => grant.deliveryToken });
  const headers = {
    'x-key-id': file.keyId,
    'x-ephemeral-key': file.ephemeralKey,
    'x-sha256': file.sha256,
  };
  try {
    const answer = await client.call(
      deviceCalls.deliverFile,
      { params: { id: file.fileId }, headers },
      { bytes: bytes.sealed, timeoutMs: FILE_TIMEOUT_MS },
    );
    const isEcho = answer._id === file.fileId && answer.sha256 === file.sha256;
    if (answer.outcome === 'DONE' && isEcho) {
      await markDelivered(outbox, file);
      return 'delivered';
    }
    const code = answer.outcome === 'HELD' ? 'HELD' : 'HASH_DIFFERS';
    await tryLater(outbox, file, { at: Date.now(), status: 200, code, message: null }, null);
    return 'later';
  } catch (error) {
    return afterFailure(outbox, grant, file, error);
  }
}

async function afterFailure(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  file: StoredFile,
  error: unknown,
): Promise<'later' | 'stop'> {
  const answer = answerOf(error, Date.now());
  const meaning = meaningOf(error);
  const { kind } = meaning;
  if (kind === 'login' || kind === 'update') {
    return (await pauseQueue(outbox, grant, kind, answer)) ? 'stop' : 'later';
  }
  const isRefused = kind === 'refuse' || (kind === 'halve' && error instanceof RefusedError);
  if (isRefused) {
    await park(outbox, file, answer);
    return 'later';
  }
  await tryLater(outbox, file, answer, meaning.kind === 'retry' ? meaning.waitMs : null);
  return answer.status === 0 ? 'stop' : 'later';
}

async function markDelivered(outbox: OutboxDatabase, file: StoredFile): Promise<void> {
  await outbox.transaction('rw', outbox.files, outbox.fileBytes, async () => {
    const now = Date.now();
    await outbox.files.update(file.fileId, { state: 'delivered', deliveredAt: now, answer: null });
    await outbox.fileBytes.update(file.fileId, { own: null });
  });
}

async function park(
  outbox: OutboxDatabase,
  file: StoredFile,
  answer: StoredFile['answer'],
): Promise<void> {
  await outbox.files.update(file.fileId, { state: 'parked', nextTryAt: 0, answer });
}

async function tryLater(
  outbox: OutboxDatabase,
  file: StoredFile,
  answer: StoredFile['answer'],
  waitMs: number | null,
): Promise<void> {
  const attempts = file.attempts + 1;
  const nextTryAt = Date.now() + (waitMs ?? retryWaitMs(attempts));
  await outbox.files.update(file.fileId, { attempts, nextTryAt, answer });
}
