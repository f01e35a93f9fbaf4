import { toBase64Url, utf8 } from './bytes.ts';
import { readDeviceId, readGrant } from './device-store.ts';
import { DeviceError } from './errors.ts';
import { outboxOf, readDeliveryState, travelling } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';
import { openedVault } from './vault.ts';

/**
 * Everything of the logged-in author that isn't on the server yet, whatever its state, as a file that support can take
 * in. It stays sealed: only the server can read it, and by its second line, made with the delivery token, knows that
 * this device made it. Throws LOCKED, NOT_REGISTERED.
 */
export async function exportStuck(): Promise<{ fileName: string; text: string }> {
  const { user } = openedVault();
  const grant = await readGrant(user._id);
  if (grant === null) throw new DeviceError('NOT_REGISTERED');
  const outbox = outboxOf(user._id);
  const exportedAt = new Date().toISOString();
  const line = JSON.stringify({
    format: 'recoup-outbox',
    version: 2,
    deviceId: await readDeviceId(),
    userId: user._id,
    epoch: (await readDeliveryState(outbox)).epoch ?? grant.epoch,
    exportedAt,
    operations: await sealedOperations(outbox),
    files: await sealedFiles(outbox),
  });
  const proof = await proofOf(line, grant.deliveryToken);
  return {
    fileName: `recoup-outbox-${exportedAt.slice(0, 10)}.json`,
    text: `${line}\n${JSON.stringify({ proof })}`,
  };
}

async function sealedOperations(outbox: OutboxDatabase) {
  const operations = await outbox.operations.orderBy('sequence').toArray();
  return operations.map((operation) => travelling(operation, operation.after));
}

/** Files still to go, parked ones too, one after the other; one whose bytes are lost can't be helped. */
async function sealedFiles(outbox: OutboxDatabase) {
  const files = await outbox.files.where('state').anyOf('waiting', 'parked').toArray();
  const exported = [];
  for (const { fileId, opId, keyId, ephemeralKey, sha256 } of files) {
    const bytes = await outbox.fileBytes.get(fileId);
    if (bytes === undefined) continue;
    const sealed = toBase64Url(bytes.sealed);
    exported.push({ fileId, opId, keyId, ephemeralKey, sha256, sealed });
  }
  return exported;
}

/** HMAC-SHA-256 of the line under the token's hash, which is all that the server keeps of the token; base64url. */
async function proofOf(line: string, deliveryToken: string): Promise<string> {
  const tokenHash = await crypto.subtle.digest('SHA-256', utf8(deliveryToken));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', tokenHash, algorithm, false, ['sign']);
  return toBase64Url(await crypto.subtle.sign('HMAC', key, utf8(line)));
}
