import { deviceCalls } from '../../contract/device.ts';
import { OfflineError } from '../remote/call-errors.ts';
import { createServerClient } from '../remote/server-client.ts';
import { toBase64Url } from './bytes.ts';
import { noteSpeed, partBytes } from './delivery-line.ts';
import type { FileAnswer, UploadJob } from './delivery-upload.ts';
import { readDeviceValue, removeDeviceValue, writeDeviceValue } from './device-store.ts';

const PART_TIMEOUT_MS = 180_000;
const WAY = 'files-in-bodies-since';
/** A network that refused once is asked again after so long, milliseconds: one day. */
const WAY_LIFE_MS = 86_400_000;

/** Does this network take files in the bodies of POST requests only, as far as is known? */
export async function goesInBodies(): Promise<boolean> {
  const since = await readDeviceValue<number>(WAY);
  return since !== null && Math.abs(Date.now() - since) < WAY_LIFE_MS;
}

/** Notes that something on the way refuses requests other than POST with JSON. */
export async function noteBodiesOnly(): Promise<void> {
  await writeDeviceValue(WAY, Date.now());
}

/** Another network, perhaps: the usual way is tried again. */
export async function forgetBodiesOnly(): Promise<void> {
  await removeDeviceValue(WAY);
}

/** Uploads a file in parts, each in the body of a POST; goes on where the server has it. Throws the client's errors. */
export async function uploadInBodies({
  file,
  sealed,
  deliveryToken,
  onPart,
}: Omit<UploadJob, 'onBegin'>): Promise<FileAnswer> {
  const { fileId: _id, keyId, ephemeralKey, sha256, isReplacement } = file;
  const client = createServerClient({ token: () => deliveryToken });
  const replaces = isReplacement === true ? { isReplacement } : {};
  const about = { _id, keyId, ephemeralKey, sha256, size: sealed.byteLength, ...replaces };
  let offset = 0;
  // Nothing of it yet: only the question where to go on, when the server may have some.
  let end = file.isStarted === true ? 0 : Math.min(sealed.byteLength, partBytes(file.partBytes));
  for (;;) {
    const bytes = sealed.slice(offset, end);
    const body = { ...about, offset, part: toBase64Url(bytes) };
    const startedAt = performance.now();
    let workedMs = 0;
    const answer = await client.call(
      deviceCalls.deliverFilePart,
      { body },
      { timeoutMs: PART_TIMEOUT_MS, onWorked: (ms) => (workedMs = ms) },
    );
    noteSpeed(bytes.byteLength, performance.now() - startedAt, workedMs);
    if (answer.outcome !== 'PART') return { _id, sha256: answer.sha256, outcome: answer.outcome };
    const isStuck = bytes.byteLength > 0 && answer.received === offset;
    if (isStuck) throw new OfflineError('The part did not count.');
    if (answer.received > offset) onPart(answer.received);
    offset = answer.received;
    end = Math.min(sealed.byteLength, offset + partBytes(file.partBytes));
  }
}
