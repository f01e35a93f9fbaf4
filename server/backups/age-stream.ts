import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupProblem } from './backup-problem.ts';

/*
 * Files in the format of age (age-encryption.org/v1). The library makes and opens the header, where the keys are; the
 * payload goes through OpenSSL: the library's own cipher takes 20 MB/s and the whole main thread.
 */

const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
/** Some recipients take a few hundred bytes each. */
const MOST_HEADER_BYTES = 65_536;
const CIPHER = 'chacha20-poly1305';

const payloadKey = (fileKey: Uint8Array, nonce: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32));

function chunkNonce(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(place), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts what comes into chunks of `size` bytes; the last has 1 to `size` bytes, or none when nothing comes. */
async function* chunksOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const piece of source) {
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes <= size) continue;
    const all = Buffer.concat(held);
    let from = 0;
    for (; all.length - from > size; from += size)
      yield { bytes: all.subarray(from, from + size), isLast: false };
    held = [all.subarray(from)];
    heldBytes = all.length - from;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}

/** Whether files can be encrypted to it: the end of a public key checks the rest, so that one slip in it is found. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts for all `recipients`; one of them is that of `identity`. Throws where one is no recipient. */
export async function* encryptFor(
  recipients: readonly string[],
  identity: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const sealer = new Encrypter();
  for (const recipient of recipients) sealer.addRecipient(recipient);
  const empty = await sealer.encrypt(new Uint8Array());
  const header = empty.subarray(0, empty.length - NONCE_BYTES - TAG_BYTES);
  const opener = new Decrypter();
  opener.addIdentity(identity);
  const nonce = randomBytes(NONCE_BYTES);
  const key = payloadKey(await opener.decryptHeader(header), nonce);
  yield Buffer.concat([header, nonce]);
  let place = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, chunkNonce(place, isLast), {
      authTagLength: TAG_BYTES,
    });
    const sealed = cipher.update(bytes);
    cipher.final();
    yield Buffer.concat([sealed, cipher.getAuthTag()]);
    place += 1;
  }
}

/** The header with its last line, and what was read beyond it. */
async function readHeader(pieces: AsyncIterator<Uint8Array>): Promise<[Buffer, Buffer]> {
  let read = Buffer.alloc(0);
  while (read.length < MOST_HEADER_BYTES) {
    const next = await pieces.next();
    if (next.done) break;
    read = Buffer.concat([read, next.value]);
    const mark = read.indexOf('\n--- ');
    const end = mark === -1 ? -1 : read.indexOf('\n', mark + 1);
    if (end !== -1) return [read.subarray(0, end + 1), read.subarray(end + 1)];
  }
  throw new BackupProblem('no-backup');
}

async function openHeader(header: Uint8Array, identity: string): Promise<Uint8Array> {
  const opener = new Decrypter();
  try {
    opener.addIdentity(identity);
  } catch {
    // What was thrown repeats the private key, and causes are logged.
    throw new BackupProblem('no-key');
  }
  try {
    return await opener.decryptHeader(header);
  } catch (cause) {
    const isOther = cause instanceof Error && cause.message.startsWith('no identity matched');
    throw new BackupProblem(isOther ? 'other-key' : 'damaged-at-beginning', {}, { cause });
  }
}

async function* afterwards(
  first: Buffer,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}

function openChunk(key: Buffer, sealed: Buffer, place: number, isLast: boolean): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, chunkNonce(place, isLast), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    const bytes = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES));
    decipher.final();
    return bytes;
  } catch (cause) {
    const bytes = place * CHUNK_BYTES;
    throw new BackupProblem(isLast ? 'cut-off-after' : 'damaged-after', { bytes }, { cause });
  }
}

/** Decrypts. Throws BackupProblem for another key, a changed byte and a file that was cut off, wherever that is. */
export async function* decryptWith(
  identity: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  const [header, beyond] = await readHeader(pieces);
  const fileKey = await openHeader(header, identity);
  let payload = beyond;
  while (payload.length < NONCE_BYTES) {
    const next = await pieces.next();
    if (next.done) throw new BackupProblem('cut-off-at-beginning');
    payload = Buffer.concat([payload, next.value]);
  }
  const key = payloadKey(fileKey, payload.subarray(0, NONCE_BYTES));
  const sealed = chunksOf(
    afterwards(payload.subarray(NONCE_BYTES), pieces),
    CHUNK_BYTES + TAG_BYTES,
  );
  let place = 0;
  for await (const { bytes, isLast } of sealed) {
    yield openChunk(key, bytes, place, isLast);
    place += 1;
  }
}
