import { deviceCalls } from '../../contract/device.ts';
import { OfflineError, RefusedError } from '../remote/call-errors.ts';
import { createServerClient } from '../remote/server-client.ts';
import { isDue, retryWaitMs } from './backoff.ts';
import { answerOf, meaningOf } from './delivery-answer.ts';
import {
  dropDelivered,
  markDelivered,
  noteBegun,
  noteSent,
  parkFile,
  sendInBodies,
  tryFileLater,
} from './delivery-file-record.ts';
import { isLineSlow, noteSpeed } from './delivery-line.ts';
import {
  forgetBodiesOnly,
  goesInBodies,
  noteBodiesOnly,
  uploadInBodies,
} from './delivery-parts.ts';
import { pauseQueue } from './delivery-pause.ts';
import type { FileAnswer } from './delivery-upload.ts';
import type { StoredGrant } from './device-store.ts';
import { changeDeliveryState } from './outbox-database.ts';
import type { OutboxDatabase, StoredFile } from './outbox-database.ts';
import { announce } from './signals.ts';
import { noteIfRoom, writeIfRoom, writeToDeliver } from './storage.ts';

/** Enough to keep a line busy while answers are under way. */
const PARALLEL = 4;
const FILE_TIMEOUT_MS = 180_000;
/** Sealed files from this size go in parts that a killed upload goes on from, bytes: 256 KiB. */
const RESUMABLE_FROM = 262_144;
const RESUMABLE_ON_SLOW_LINES = 16_384;
/** A gateway that answers so lets the request's method or headers not through; one that is busy answers otherwise. */
const WAY_REFUSED = new Set([400, 403, 404, 405, 411, 415, 501]);
/** Refusals of the file itself: another way brings the same. */
const OF_THE_FILE = new Set(['WRONG_FILE_TYPE', 'OTHER_CONTENT', 'UNKNOWN_KEY', 'HASH_MISMATCH']);
/** A failure that took so long was a line too slow for the part, or a hung one, milliseconds. */
const SLOW_FAILURE_MS = 30_000;
/** So many failures of the network in a row are no matter of one file. */
const MOST_FAILURES = 2;

/** What a round of uploads did. */
export interface FilesResult {
  delivered: number;
  /** The rest of the queue should wait too: a pause, or no network. */
  isStopped: boolean;
  /** The delivery token or the server's life changed meanwhile: begin another round. */
  isRenewed: boolean;
}

interface Round extends FilesResult {
  outbox: OutboxDatabase;
  grant: StoredGrant;
  /** The server's life that these files go to. */
  epoch: string | null;
  busy: Set<string>;
  failures: number;
  askedWaitMs: number | null;
}

/** The files that can go now, of operations that the server has confirmed, smallest first, and when others can. */
export async function nextFiles(
  outbox: OutboxDatabase,
  nowMs: number,
): Promise<{ due: StoredFile[]; nextTryAt: number | null }> {
  const waiting = await outbox.files.where('state').equals('waiting').toArray();
  const opIds = [...new Set(waiting.map((file) => file.opId))];
  const unsent = new Set(await outbox.operations.where('opId').anyOf(opIds).primaryKeys());
  const ready = waiting.filter((file) => !unsent.has(file.opId));
  ready.sort((one, other) => one.size - other.size);
  const later = ready.filter((file) => !isDue(file.nextTryAt, nowMs));
  return {
    due: ready.filter((file) => isDue(file.nextTryAt, nowMs)),
    nextTryAt: later.reduce<number | null>(
      (least, { nextTryAt }) => Math.min(least ?? Infinity, nextTryAt),
      null,
    ),
  };
}

/**
 * Uploads files under their author's delivery token, a few side by side, until none is due: each slot takes the next
 * as soon as it is free. A file counts only when the server echoes its sha256.
 */
export async function deliverFiles(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  epoch: string | null,
): Promise<FilesResult> {
  const round: Round = {
    outbox,
    grant,
    epoch,
    busy: new Set(),
    failures: 0,
    askedWaitMs: null,
    delivered: 0,
    isStopped: false,
    isRenewed: false,
  };
  await Promise.all(Array.from({ length: PARALLEL }, async (_, slot) => runSlot(round, slot)));
  await noteIfRoom(() => noteRound(round));
  return round;
}

async function runSlot(round: Round, slot: number): Promise<void> {
  while (!round.isStopped && !round.isRenewed) {
    // Side by side, nothing would get through a slow line in time.
    if (slot > 0 && isLineSlow()) return;
    const { due } = await nextFiles(round.outbox, Date.now());
    const file = due.find(({ fileId }) => !round.busy.has(fileId));
    if (file === undefined) return;
    round.busy.add(file.fileId);
    await deliverFile(round, file);
    round.busy.delete(file.fileId);
  }
}

/** Without a network the whole queue waits, so that a hundred photos don't each find that out. */
async function noteRound(round: Round): Promise<void> {
  await changeDeliveryState(round.outbox, ({ attempts }) => {
    if (round.delivered > 0 && !round.isStopped) return { attempts: 0, nextTryAt: 0 };
    if (!round.isStopped) return {};
    const failed = round.delivered > 0 ? 1 : attempts + 1;
    const nextTryAt = Date.now() + (round.askedWaitMs ?? retryWaitMs(failed));
    return { attempts: failed, nextTryAt, askedUntil: round.askedWaitMs === null ? 0 : nextTryAt };
  });
}

async function deliverFile(round: Round, file: StoredFile): Promise<void> {
  const { outbox, grant, epoch } = round;
  const bytes = await outbox.fileBytes.get(file.fileId);
  if (bytes === undefined) {
    const answer = { at: Date.now(), status: 0, code: 'BYTES_LOST', message: null };
    return noteIfRoom(() => parkFile(outbox, file, answer));
  }
  let parts = 0;
  const startedAt = performance.now();
  const onPart = (sentBytes: number) => {
    parts += 1;
    void noteSent(outbox, file, sentBytes).catch(() => undefined);
    announce('outbox');
  };
  try {
    const answer = await send(outbox, grant, file, bytes.sealed, onPart);
    const isEcho = answer._id === file.fileId && answer.sha256 === file.sha256;
    round.failures = 0;
    if (answer.outcome === 'DONE' && isEcho) {
      const isMarked = await writeToDeliver(
        grant.userId,
        () => markDelivered(outbox, file, epoch),
        () => dropDelivered(outbox, file),
      );
      if (isMarked) round.delivered += 1;
      else round.isRenewed = true;
      return;
    }
    const code = answer.outcome === 'HELD' ? 'HELD' : 'HASH_DIFFERS';
    const said = { at: Date.now(), status: 200, code, message: null };
    await noteIfRoom(() => tryFileLater(outbox, file, said, null));
  } catch (error) {
    // What got on is no failure of the ones before.
    const tookMs = performance.now() - startedAt;
    // Whatever it was, hardly anything got through.
    if (parts === 0 && tookMs > SLOW_FAILURE_MS) noteSpeed(1, tookMs);
    const failed = parts > 0 ? { ...file, attempts: 0 } : file;
    await writeIfRoom(
      () => afterFailure(round, failed, error),
      async () => {
        round.isStopped = true;
      },
    );
  }
}

/** In parts from 256 KiB up, and wherever something on the way takes no more in one request; smaller ones whole. */
async function send(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  file: StoredFile,
  sealed: ArrayBuffer,
  onPart: (sentBytes: number) => void,
): Promise<FileAnswer> {
  const { deliveryToken } = grant;
  if (file.isInBodies === true || (await goesInBodies()))
    return uploadInBodies({ file, sealed, deliveryToken, onPart });
  const from = isLineSlow() ? RESUMABLE_ON_SLOW_LINES : RESUMABLE_FROM;
  if (sealed.byteLength >= from || file.answer?.status === 413) {
    // On a page an old version's part may be gone from the server: then the file goes whole.
    const upload = await import('./delivery-upload.ts').catch(() => null);
    const onBegin = () => noteIfRoom(() => noteBegun(outbox, file));
    if (upload !== null) return upload.uploadFile({ file, sealed, deliveryToken, onBegin, onPart });
  }
  const client = createServerClient({ token: () => deliveryToken });
  const headers = {
    'x-key-id': file.keyId,
    'x-ephemeral-key': file.ephemeralKey,
    'x-sha256': file.sha256,
    ...(file.isReplacement === true && { 'x-replaces': '1' as const }),
  };
  const startedAt = performance.now();
  let workedMs = 0;
  const answer = await client.call(
    deviceCalls.deliverFile,
    { params: { id: file.fileId }, headers },
    { bytes: sealed, timeoutMs: FILE_TIMEOUT_MS, onWorked: (ms) => (workedMs = ms) },
  );
  noteSpeed(sealed.byteLength, performance.now() - startedAt, workedMs);
  return answer;
}

/**
 * Was it the way that was refused, not the file? A network that refuses methods or drops headers takes the file in the
 * bodies of POST requests. True: that way is tried now. A network that refuses that way too gets the usual one again.
 */
async function triesOtherWay(file: StoredFile, error: unknown): Promise<boolean> {
  if (error instanceof RefusedError)
    return (
      file.isInBodies !== true &&
      error.status < 413 &&
      error.status !== 401 &&
      !OF_THE_FILE.has(error.code)
    );
  if (!(error instanceof OfflineError) || !WAY_REFUSED.has(error.status)) return false;
  if (file.isInBodies === true || (await goesInBodies())) {
    await noteIfRoom(forgetBodiesOnly);
    return false;
  }
  await noteIfRoom(noteBodiesOnly);
  return true;
}

async function afterFailure(round: Round, file: StoredFile, error: unknown): Promise<void> {
  const { outbox, grant } = round;
  const answer = answerOf(error, Date.now());
  const meaning = meaningOf(error);
  const { kind } = meaning;
  if (kind === 'login' || kind === 'update') {
    if (await pauseQueue(outbox, grant, kind, answer)) round.isStopped = true;
    else round.isRenewed = true;
    return;
  }
  if (await triesOtherWay(file, error)) return sendInBodies(outbox, file, answer);
  const isRefused = kind === 'refuse' || (kind === 'halve' && error instanceof RefusedError);
  if (isRefused) return parkFile(outbox, file, answer);
  const askedMs = meaning.kind === 'retry' ? meaning.waitMs : null;
  await tryFileLater(outbox, file, answer, askedMs);
  const isNetwork = !(error instanceof RefusedError) && kind !== 'halve';
  round.failures = isNetwork ? round.failures + 1 : 0;
  if (askedMs === null && round.failures < MOST_FAILURES) return;
  round.isStopped = true;
  round.askedWaitMs = askedMs;
}
