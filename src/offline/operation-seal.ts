import type { ServerKey } from '../../contract/queued-work.ts';
import { offsetOfSaving } from '../lib/clock.ts';
import { randomBytes, sha256Hex, toBase64Url } from './bytes.ts';
import { readClockOffset, readSeenTime } from './device-store.ts';
import { encryptBytes } from './encryption.ts';
import type { AnnouncedFile, OperationInput, QueuedFile } from './operation-body.ts';
import { encryptCopy, plainOperation } from './operation-copy.ts';
import type { StoredFile, StoredFileBytes, StoredOperation } from './outbox-database.ts';
import { seal, sealedFileBytes } from './seal.ts';
import type { Vault } from './vault.ts';

/** Pictures up to this size keep a copy that their author can look at while they wait. */
const OWN_FILE_COPY_BYTES = 600_000;

/** An operation ready to be stored, but for its number. */
export type SealedOperationRow = Omit<StoredOperation, 'sequence'>;

/** Seals an operation to the server and keeps the author's copy under the vault key. */
export async function sealOperation(
  vault: Vault,
  serverKey: ServerKey,
  input: OperationInput & { opId: string },
  body: Record<string, unknown>,
  files: AnnouncedFile[],
): Promise<SealedOperationRow> {
  const { opId, loanId, call } = input;
  const savedAt = Date.now();
  const seen = await readSeenTime();
  const origin = {
    savedAt: new Date(savedAt).toISOString(),
    clockOffsetMs: offsetOfSaving(savedAt, await readClockOffset()),
    ...(seen !== null && { seen }),
    authorId: vault.user._id,
    nonce: toBase64Url(randomBytes(16)),
  };
  const copy = { call, loanId, body, files, origin };
  const plain = plainOperation(copy, origin);
  const sealed = await seal(plain, serverKey, 'recoup-operation-v1', opId);
  return {
    opId,
    loanId,
    after: input.after ?? null,
    sealed: {
      keyId: sealed.keyId,
      ephemeralKey: sealed.ephemeralKey,
      iv: toBase64Url(sealed.iv),
      ciphertext: toBase64Url(sealed.ciphertext),
    },
    payloadHash: await sha256Hex(plain),
    own: await encryptCopy(vault.key, opId, copy),
    savedAt,
    state: 'queued',
    isSetAside: false,
    attempts: 0,
    nextTryAt: 0,
    answer: null,
  };
}

/** A file ready to be stored. */
export interface SealedFile {
  row: StoredFile;
  bytes: StoredFileBytes;
}

/** Seals a file to the server; small pictures keep a copy for their author. */
export async function sealFile(
  vault: Vault,
  serverKey: ServerKey,
  opId: string,
  announced: AnnouncedFile,
  file: QueuedFile,
): Promise<SealedFile> {
  const { _id: fileId, sha256, size } = announced;
  const sealed = await seal(file.bytes, serverKey, 'recoup-file-v1', fileId);
  const hasCopy = file.contentType.startsWith('image/') && size <= OWN_FILE_COPY_BYTES;
  return {
    row: {
      fileId,
      opId,
      state: 'waiting',
      keyId: sealed.keyId,
      ephemeralKey: sealed.ephemeralKey,
      sha256,
      size,
      attempts: 0,
      nextTryAt: 0,
      answer: null,
      deliveredAt: 0,
    },
    bytes: {
      fileId,
      sealed: sealedFileBytes(sealed),
      own: hasCopy ? await encryptBytes(vault.key, file.bytes, `file:${fileId}`) : null,
    },
  };
}
