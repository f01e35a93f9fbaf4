import { toBase64Url } from './bytes.ts';
import { readDeviceId } from './device-store.ts';
import { outboxOf, readDeliveryState, travelling } from './outbox-database.ts';
import { openedVault } from './vault.ts';

/**
 * Everything of the logged-in author that isn't on the server yet, as a file for support. It stays sealed: only the
 * server can read it. Throws LOCKED.
 */
export async function exportStuck(): Promise<{ fileName: string; text: string }> {
  const { user } = openedVault();
  const outbox = outboxOf(user._id);
  const { epoch } = await readDeliveryState(outbox);
  const operations = await outbox.operations.orderBy('sequence').toArray();
  const files = await outbox.files.where('state').anyOf('waiting', 'parked').toArray();
  const bytes = await outbox.fileBytes.bulkGet(files.map((file) => file.fileId));
  const exportedAt = new Date().toISOString();
  const text = JSON.stringify({
    format: 'recoup-outbox',
    version: 1,
    deviceId: await readDeviceId(),
    userId: user._id,
    epoch,
    exportedAt,
    operations: operations.map((operation) => travelling(operation, operation.after)),
    files: files.map(({ fileId, opId, keyId, ephemeralKey, sha256 }, at) => ({
      fileId,
      opId,
      keyId,
      ephemeralKey,
      sha256,
      sealed: toBase64Url(bytes[at]?.sealed ?? new ArrayBuffer(0)),
    })),
  });
  return { fileName: `recoup-outbox-${exportedAt.slice(0, 10)}.json`, text };
}
