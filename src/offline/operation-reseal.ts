import { sha256Hex, toBase64Url } from './bytes.ts';
import type { StoredGrant } from './device-store.ts';
import { decryptBytes } from './encryption.ts';
import { plainOperation, readCopy } from './operation-copy.ts';
import type { LastAnswer, OutboxDatabase, StoredFile, StoredOperation } from './outbox-database.ts';
import { seal, sealedFileBytes } from './seal.ts';
import { openedVaultOrNull } from './vault.ts';

const again = { state: 'queued', attempts: 0, nextTryAt: 0, answer: null } as const;

/** Was this refused because the server no longer has the key that it was sealed to? */
function isKeyUnknown(answer: LastAnswer | null): boolean {
  return answer?.code === 'UNKNOWN_KEY';
}

/**
 * Seals operations anew whose key the server no longer has, from their author's copies: the same bytes under the same
 * hash. Only while the author is logged in here; what has no readable copy stays for a person to see. True: any was.
 */
export async function resealOperations(
  outbox: OutboxDatabase,
  grant: StoredGrant,
  operations: readonly StoredOperation[],
): Promise<boolean> {
  if (openedVaultOrNull()?.user._id !== grant.userId) return false;
  const { keyId } = grant.serverKey;
  const stranded = operations.filter(
    ({ state, answer, sealed }) =>
      state === 'parked' && isKeyUnknown(answer) && sealed.keyId !== keyId,
  );
  let hasSealed = false;
  for (const operation of stranded)
    if (await resealOperation(outbox, grant, operation)) hasSealed = true;
  return hasSealed;
}

async function resealOperation(
  outbox: OutboxDatabase,
  { serverKey }: StoredGrant,
  { opId, own, payloadHash }: StoredOperation,
): Promise<boolean> {
  const copy = await readCopy(opId, own);
  // Copies of older versions can't be sealed anew.
  if (copy?.origin === undefined) return false;
  const plain = plainOperation(copy, copy.origin);
  if ((await sha256Hex(plain)) !== payloadHash) return false;
  const fresh = await seal(plain, serverKey, 'recoup-operation-v1', opId);
  const sealed = {
    keyId: fresh.keyId,
    ephemeralKey: fresh.ephemeralKey,
    iv: toBase64Url(fresh.iv),
    ciphertext: toBase64Url(fresh.ciphertext),
  };
  await outbox.operations.update(opId, { ...again, sealed, isSetAside: false });
  return true;
}

/** The same for files that keep a copy. */
export async function resealFiles(outbox: OutboxDatabase, grant: StoredGrant): Promise<void> {
  if (openedVaultOrNull()?.user._id !== grant.userId) return;
  const { keyId } = grant.serverKey;
  const parked = await outbox.files.where('state').equals('parked').toArray();
  const stranded = parked.filter((file) => isKeyUnknown(file.answer) && file.keyId !== keyId);
  for (const file of stranded) await resealFile(outbox, grant, file);
}

async function resealFile(
  outbox: OutboxDatabase,
  { serverKey }: StoredGrant,
  { fileId, sha256 }: StoredFile,
): Promise<void> {
  const key = openedVaultOrNull()?.key;
  const own = (await outbox.fileBytes.get(fileId))?.own ?? null;
  if (key === undefined || own === null) return;
  const plain = await decryptBytes(key, own, `file:${fileId}`).catch(() => null);
  if (plain === null || (await sha256Hex(plain)) !== sha256) return;
  const fresh = await seal(plain, serverKey, 'recoup-file-v1', fileId);
  const { keyId, ephemeralKey } = fresh;
  await outbox.transaction('rw', outbox.files, outbox.fileBytes, async () => {
    await outbox.fileBytes.update(fileId, { sealed: sealedFileBytes(fresh) });
    // Other bytes than those the server may have part of: from the beginning.
    const change = { ...again, state: 'waiting' as const, keyId, ephemeralKey, isStarted: false };
    await outbox.files.update(fileId, change);
  });
}
