import type { QueuedCall } from '../../contract/queued-work.ts';
import { keepGrant, readGrant } from './device-store.ts';
import { DeviceError } from './errors.ts';
import { newId } from './id.ts';
import { announcedFile, bodyOf } from './operation-body.ts';
import type { OperationInput } from './operation-body.ts';
import { sealFile, sealOperation } from './operation-seal.ts';
import type { SealedFile, SealedOperationRow } from './operation-seal.ts';
import { changeDeliveryState, outboxOf, readDeliveryState } from './outbox-database.ts';
import { rememberSequence, rememberedSequence } from './sequence-memory.ts';
import { announce } from './signals.ts';
import { makeRoom, writeOrMakeRoom } from './storage.ts';
import { openedVault } from './vault.ts';

/**
 * Saves an operation with its files durably on this phone: when it resolves, they survive a crash. Delivery starts by
 * itself. Throws INVALID (with details), LOCKED, NOT_REGISTERED or STORAGE_FULL; then nothing was saved. An opId
 * saved before is left as it is.
 */
export async function saveOperation<Call extends QueuedCall>(
  input: OperationInput<Call>,
): Promise<{ opId: string; fileIds: string[] }> {
  const vault = openedVault();
  const userId = vault.user._id;
  const grant = await readGrant(userId);
  if (grant === null) throw new DeviceError('NOT_REGISTERED');
  const opId = input.opId ?? newId();
  const pairs = await Promise.all(
    (input.files ?? []).map(async (file) => ({ file, announced: await announcedFile(file) })),
  );
  const files = pairs.map((pair) => pair.announced);
  const body = bodyOf(input, opId, files);
  const sealedFiles = await Promise.all(
    pairs.map(({ announced, file }) => sealFile(vault, grant.serverKey, opId, announced, file)),
  );
  const operation = await sealOperation(vault, grant.serverKey, { ...input, opId }, body, files);
  const total = sealedFiles.reduce((sum, file) => sum + file.row.size * 2, 0);
  if (total > 0) await makeRoom(userId, total);
  await writeOrMakeRoom(userId, () => store(userId, operation, sealedFiles));
  // A wipe meanwhile may have ended the right to deliver, as nothing waited: now something does.
  await keepGrant(grant);
  announce('outbox');
  announce('saved');
  return { opId, fileIds: files.map((file) => file._id) };
}

/** Operation, files and the next sequence number in one strict transaction: all of it is on disk, or nothing. */
async function store(
  userId: string,
  operation: SealedOperationRow,
  files: readonly SealedFile[],
): Promise<void> {
  const outbox = outboxOf(userId);
  const { operations, receipts, state } = outbox;
  const tables = [operations, outbox.files, outbox.fileBytes, receipts, state];
  // A cleared outbox must not give old numbers to new work.
  const remembered = rememberedSequence(userId);
  let sequence = 0;
  await outbox.transaction('rw', tables, async () => {
    const known = (await operations.get(operation.opId)) ?? (await receipts.get(operation.opId));
    if (known !== undefined) return;
    const { nextSequence } = await readDeliveryState(outbox);
    sequence = Math.max(nextSequence, remembered + 1);
    await operations.add({ ...operation, sequence });
    await outbox.files.bulkAdd(files.map((file) => file.row));
    await outbox.fileBytes.bulkAdd(files.map((file) => file.bytes));
    await changeDeliveryState(outbox, () => ({ nextSequence: sequence + 1 }));
  });
  rememberSequence(userId, sequence);
}
