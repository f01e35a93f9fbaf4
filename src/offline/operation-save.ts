import type { QueuedCall } from '../../contract/queued-work.ts';
import { keepGrant } from './device-store.ts';
import type { Encrypted } from './encryption.ts';
import { DeviceError } from './errors.ts';
import { newId } from './id.ts';
import { announcedFile, bodyOf } from './operation-body.ts';
import type { OperationInput } from './operation-body.ts';
import { readCopy } from './operation-copy.ts';
import type { OperationCopy } from './operation-copy.ts';
import { sealFile, sealOperation } from './operation-seal.ts';
import type { SealedFile, SealedOperationRow } from './operation-seal.ts';
import { changeDeliveryState, outboxOf, readDeliveryState } from './outbox-database.ts';
import { nextNumberOf, withoutNext } from './receipt-numbers.ts';
import { rememberSequence, rememberedSequence } from './sequence-memory.ts';
import { grantForWork } from './session.ts';
import { announce } from './signals.ts';
import { makeRoom, writeOrMakeRoom } from './storage.ts';
import { openedVault } from './vault.ts';

/** A saved operation. */
export interface SavedOperation {
  opId: string;
  fileIds: string[];
  /** The receipt's number; null: none was asked for, or none is left on this phone. */
  receiptNumber: number | null;
}

/**
 * Saves an operation with its files durably on this phone: when it resolves, they survive a crash. Delivery starts by
 * itself. Throws INVALID (with details), LOCKED, NOT_REGISTERED, ALREADY_SAVED or STORAGE_FULL; then nothing was saved.
 * The same work saved again under its opId is left as it is; other work under it is ALREADY_SAVED, never dropped.
 */
export async function saveOperation<Call extends QueuedCall>(
  input: OperationInput<Call>,
): Promise<SavedOperation> {
  const vault = openedVault();
  const userId = vault.user._id;
  const grant = await grantForWork(userId);
  const opId = input.opId ?? newId();
  const pairs = await Promise.all(
    (input.files ?? []).map(async (file) => ({ file, announced: await announcedFile(file) })),
  );
  const files = pairs.map((pair) => pair.announced);
  const body = bodyOf(input, opId, files);
  const sealedFiles = await Promise.all(
    pairs.map(({ announced, file }) => sealFile(vault, grant.serverKey, opId, announced, file)),
  );
  const seal = async (receiptNumber: number | null) =>
    sealOperation(
      vault,
      grant.serverKey,
      { ...input, opId },
      receiptNumber === null ? body : { ...body, receiptNumber },
      files,
    );
  const total = sealedFiles.reduce((sum, file) => sum + file.row.size * 2, 0);
  if (total > 0) await makeRoom(userId, total);
  const stored: { receiptNumber: number | null } = { receiptNumber: null };
  const write = async () => {
    const takesNumber = input.takesReceiptNumber === true;
    stored.receiptNumber = await storeNumbered(userId, takesNumber, seal, sealedFiles);
  };
  await writeOrMakeRoom(userId, write, total);
  // A wipe meanwhile may have ended the right to deliver, as nothing waited: now something does.
  // It is saved, whatever becomes of this: the next login brings the right again.
  await keepGrant(grant).catch(() => undefined);
  announce('outbox');
  announce('saved');
  return { opId, fileIds: files.map((file) => file._id), ...stored };
}

/**
 * Seals and stores under the next receipt number, where one is taken; returns it. Sealing can't wait inside a transaction,
 * so the number is only taken by the one that stores: when another tab was faster, it is sealed anew with the next.
 */
async function storeNumbered(
  userId: string,
  takesNumber: boolean,
  seal: (receiptNumber: number | null) => Promise<SealedOperationRow>,
  files: readonly SealedFile[],
): Promise<number | null> {
  for (;;) {
    const { receiptRanges } = await readDeliveryState(outboxOf(userId));
    const receiptNumber = takesNumber ? nextNumberOf(receiptRanges) : null;
    const operation = await seal(receiptNumber);
    const outcome = await store(userId, operation, receiptNumber, files);
    if (outcome === 'saved') return receiptNumber;
    if (outcome === 'numberTaken') continue;
    return numberOfKnown(outcome, operation);
  }
}

/** An operation that was saved before. */
type KnownOperation = Pick<SealedOperationRow, 'payloadHash'> & { own: Encrypted | null };

/** The receipt's number of the same work saved before. Throws ALREADY_SAVED when it isn't the same, or can't be told. */
async function numberOfKnown(
  known: KnownOperation,
  operation: SealedOperationRow,
): Promise<number | null> {
  const before = await readCopy(operation.opId, known.own);
  const now = await readCopy(operation.opId, operation.own);
  const isSame =
    known.payloadHash === operation.payloadHash || (before !== null && isSameWork(before, now));
  if (!isSame) throw new DeviceError('ALREADY_SAVED');
  const number = before?.body.receiptNumber;
  return typeof number === 'number' ? number : null;
}

/** What differs each time the button is pressed; files are compared by what is in them, since another version names them otherwise. */
const OF_THE_MOMENT = new Set(['recordedAt', 'position', 'receiptNumber', 'files']);

/** The same but for when and where the button was pressed. */
function isSameWork(one: OperationCopy, other: OperationCopy | null): boolean {
  return other !== null && wordsOf(one) === wordsOf(other);
}

function wordsOf({ call, loanId, body, files }: OperationCopy): string {
  const typed = Object.entries(body)
    .filter(([name]) => !OF_THE_MOMENT.has(name))
    .toSorted(([first], [second]) => (first < second ? -1 : 1));
  return JSON.stringify([call, loanId, typed, files.map(({ kind, sha256 }) => [kind, sha256])]);
}

/** What became of storing: known is an operation that was saved before. */
type StoreOutcome = 'saved' | 'numberTaken' | KnownOperation;

/**
 * Operation, files, the next sequence number and the receipt number in one strict transaction: all of it is on disk, or
 * nothing.
 */
async function store(
  userId: string,
  operation: SealedOperationRow,
  receiptNumber: number | null,
  files: readonly SealedFile[],
): Promise<StoreOutcome> {
  const outbox = outboxOf(userId);
  const { operations, receipts, state } = outbox;
  const tables = [operations, outbox.files, outbox.fileBytes, receipts, state];
  // A cleared outbox must not give old numbers to new work.
  const remembered = rememberedSequence(userId);
  let sequence = 0;
  const outcome = await outbox.transaction('rw', tables, async (): Promise<StoreOutcome> => {
    const known = (await operations.get(operation.opId)) ?? (await receipts.get(operation.opId));
    if (known !== undefined) return { own: known.own, payloadHash: known.payloadHash };
    const { nextSequence, receiptRanges } = await readDeliveryState(outbox);
    const takesNumber = receiptNumber !== null;
    if (takesNumber && nextNumberOf(receiptRanges) !== receiptNumber) return 'numberTaken';
    sequence = Math.max(nextSequence, remembered + 1);
    await operations.add({ ...operation, sequence });
    await outbox.files.bulkAdd(files.map((file) => file.row));
    await outbox.fileBytes.bulkAdd(files.map((file) => file.bytes));
    await changeDeliveryState(outbox, () => ({
      nextSequence: sequence + 1,
      ...(takesNumber && { receiptRanges: withoutNext(receiptRanges) }),
    }));
    return 'saved';
  });
  if (outcome === 'saved') rememberSequence(userId, sequence);
  return outcome;
}
