import { sha256Hex } from './bytes.ts';
import type { AnnouncedFile, QueuedFile } from './operation-body.ts';
import { sealFile } from './operation-seal.ts';
import { outboxOf } from './outbox-database.ts';
import { grantForWork } from './session.ts';
import { announce } from './signals.ts';
import { writeOrMakeRoom } from './storage.ts';
import { openedVault } from './vault.ts';

/**
 * Puts another file in the place of one that the server refused, under its id; it goes by itself. Nothing happens to a file
 * that is not refused. Throws LOCKED, NOT_REGISTERED, STORAGE_FULL.
 */
export async function replaceRefusedFile(
  fileId: string,
  file: Omit<QueuedFile, '_id' | 'kind' | 'name'>,
): Promise<void> {
  const vault = openedVault();
  const userId = vault.user._id;
  const grant = await grantForWork(userId);
  const outbox = outboxOf(userId);
  const before = await outbox.files.get(fileId);
  if (before?.state !== 'parked') return;
  const { bytes, contentType } = file;
  const sha256 = await sha256Hex(bytes);
  const named = { kind: 'photo' as const, name: '', contentType };
  const announced: AnnouncedFile = { ...named, _id: fileId, size: bytes.byteLength, sha256 };
  const sealed = await sealFile(vault, grant.serverKey, before.opId, announced, {
    ...named,
    bytes,
  });
  await writeOrMakeRoom(userId, async () => {
    await outbox.transaction('rw', outbox.files, outbox.fileBytes, async () => {
      if ((await outbox.files.get(fileId))?.state !== 'parked') return;
      await outbox.files.put({ ...sealed.row, isReplacement: true });
      await outbox.fileBytes.put(sealed.bytes);
    });
  });
  announce('outbox');
  announce('saved');
}

/** Gives up the refused files of an operation that the server has: their author has nothing to put in their place. Throws LOCKED. */
export async function giveUpRefusedFiles(opId: string): Promise<void> {
  const outbox = outboxOf(openedVault().user._id);
  const { operations, files, fileBytes } = outbox;
  await outbox.transaction('rw', operations, files, fileBytes, async () => {
    if ((await operations.get(opId)) !== undefined) return;
    const parked = files.where('opId').equals(opId);
    const ids = await parked.and(({ state }) => state === 'parked').primaryKeys();
    await files.bulkDelete(ids);
    await fileBytes.bulkDelete(ids);
  });
  announce('outbox');
  announce('saved');
}
