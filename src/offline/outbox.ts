import { isPaused } from './delivery-pause.ts';
import { endWaiting } from './delivery-record.ts';
import { readCopy, savedTime } from './operation-copy.ts';
import { outboxOf, readDeliveryState } from './outbox-database.ts';
import type {
  DeliveryState,
  OutboxDatabase,
  StoredFile,
  StoredOperation,
  StoredReceipt,
} from './outbox-database.ts';
import { refusalReason, waitingReason } from './outbox-item.ts';
import type { OutboxFile, OutboxItem, OutboxReason } from './outbox-item.ts';
import { announce } from './signals.ts';
import { openedVault } from './vault.ts';
import { reviews } from './waiting-work.ts';

export type { OutboxFile, OutboxItem, OutboxItemState, OutboxReason } from './outbox-item.ts';

/** Sent items shown at the end of the list: so many days. */
const SHOWN_SENT_MS = 3 * 86_400_000;

/** The logged-in author's items: unsent ones in order, then the sent ones of the last days. Throws LOCKED. */
export async function listOutbox(): Promise<OutboxItem[]> {
  const userId = openedVault().user._id;
  const { operations, receipts, files, state } = await readItems(outboxOf(userId));
  const { isInReview } = await reviews(userId);
  const unsent = await unsentItems(operations, files, state);
  const sent = await Promise.all(
    receipts.map((receipt) => sentItem(receipt, files, isInReview(receipt))),
  );
  return [...unsent, ...sent.sort((one, other) => rank(one) - rank(other))];
}

/** The newest own item, not taken by the server yet, with the outcome of a call; null without one. Throws LOCKED. */
export async function unsentOutcome(callId: string): Promise<OutboxItem | null> {
  const { operations, files, state } = await readItems(outboxOf(openedVault().user._id));
  const unsent = await unsentItems(operations, files, state);
  return unsent.findLast(({ body }) => body?._id === callId && 'disposition' in body) ?? null;
}

/**
 * Whether the outcome of a call to a loan was saved on this device, whatever became of it; one that was set aside is not in
 * the way of another. Throws LOCKED.
 */
export async function isOutcomeSaved(loanId: string, callId: string): Promise<boolean> {
  return (await outcomeSavedAt(loanId, callId)) !== null;
}

/** When that was, milliseconds; null: it wasn't. Throws LOCKED. */
export async function outcomeSavedAt(loanId: string, callId: string): Promise<number | null> {
  const { operations, receipts } = await readItems(outboxOf(openedVault().user._id));
  const saved = [...operations.filter(({ isSetAside }) => !isSetAside), ...receipts];
  const copies = await Promise.all(
    saved
      .filter((each) => each.loanId === loanId)
      .map(async ({ opId, own, savedAt }) => ({
        savedAt,
        body: (await readCopy(opId, own))?.body,
      })),
  );
  const outcome = copies.find(
    ({ body }) => body !== undefined && body['_id'] === callId && 'disposition' in body,
  );
  return outcome?.savedAt ?? null;
}

async function unsentItems(
  operations: readonly StoredOperation[],
  files: readonly StoredFile[],
  state: DeliveryState,
): Promise<OutboxItem[]> {
  const parked = new Set<string>();
  const unsent: OutboxItem[] = [];
  for (const operation of operations) {
    unsent.push(await unsentItem(operation, files, state, parked.has(operation.loanId)));
    if (operation.state === 'parked' && !operation.isSetAside) parked.add(operation.loanId);
  }
  return unsent;
}

/** At one moment: what is delivered meanwhile is either unsent or sent. */
function readItems(outbox: OutboxDatabase) {
  const { operations, receipts, files, state } = outbox;
  return outbox.transaction('r', operations, receipts, files, state, async () => ({
    operations: await operations.orderBy('sequence').toArray(),
    receipts: await receipts
      .where('confirmedAt')
      .above(Date.now() - SHOWN_SENT_MS)
      .toArray(),
    files: await files.toArray(),
    state: await readDeliveryState(outbox),
  }));
}

function rank(item: OutboxItem): number {
  return item.state === 'sent' ? Number.MAX_SAFE_INTEGER - item.sequence : item.sequence;
}

async function unsentItem(
  operation: StoredOperation,
  files: readonly StoredFile[],
  state: DeliveryState,
  isBehind: boolean,
): Promise<OutboxItem> {
  const { opId, sequence, loanId, savedAt, isSetAside, answer } = operation;
  const copy = await readCopy(opId, operation.own);
  const reason = reasonOf(operation, state, isBehind);
  const isParked = operation.state === 'parked';
  const canGo = !isParked && !isBehind && !isPaused(state);
  return {
    opId,
    sequence,
    loanId,
    savedAt: savedTime(savedAt, copy),
    isSetAside,
    call: copy?.call ?? null,
    body: copy?.body ?? null,
    state: isParked ? 'attention' : operation.state === 'sending' ? 'sending' : 'queued',
    reason,
    nextTryAt: canGo ? Math.max(operation.nextTryAt, state.nextTryAt) : null,
    answer: answer ?? troubleOf(state),
    confirmedAt: null,
    files: filesOf(opId, files, copy),
  };
}

/** What last stood in the whole queue's way; an answer without a code was to something else, and went well. */
const troubleOf = ({ answer }: DeliveryState) =>
  answer !== null && answer.code === null ? null : answer;

function reasonOf(
  operation: StoredOperation,
  state: DeliveryState,
  isBehind: boolean,
): OutboxReason {
  if (operation.state === 'parked') return refusalReason(operation.answer);
  if (isBehind) return 'behindAttention';
  if (isPaused(state)) return state.pause === 'login' ? 'loginNeeded' : 'updateNeeded';
  if (operation.state === 'sending') return 'onItsWay';
  if (operation.state === 'held') return 'heldForEarlier';
  return waitingReason(operation.answer ?? (state.attempts > 0 ? state.answer : null));
}

async function sentItem(
  receipt: StoredReceipt,
  files: readonly StoredFile[],
  isInReview: boolean,
): Promise<OutboxItem> {
  const { opId, sequence, loanId, savedAt, confirmedAt } = receipt;
  const copy = await readCopy(opId, receipt.own ?? receipt.outcome ?? null);
  const own = filesOf(opId, files, copy);
  const open = own.filter((file) => file.state !== 'delivered');
  const refused = open.find((file) => file.state === 'parked');
  return {
    opId,
    sequence,
    loanId,
    savedAt: savedTime(savedAt, copy),
    confirmedAt,
    isSetAside: false,
    call: copy?.call ?? null,
    body: copy?.body ?? null,
    state: refused !== undefined ? 'attention' : open.length > 0 ? 'files' : 'sent',
    reason: sentReason(refused, open.length > 0, isInReview),
    nextTryAt: null,
    answer: (refused ?? open.find((file) => file.answer !== null))?.answer ?? null,
    files: own,
  };
}

function sentReason(
  refused: OutboxFile | undefined,
  hasOpenFiles: boolean,
  isInReview: boolean,
): OutboxReason {
  if (refused !== undefined) return fileReason(refused);
  if (hasOpenFiles) return 'filesOnTheirWay';
  return isInReview ? 'inReview' : 'sent';
}

function fileReason({ answer }: OutboxFile): OutboxReason {
  const reason = refusalReason(answer);
  return reason === 'unknownKey' ? reason : 'fileRefused';
}

function filesOf(
  opId: string,
  files: readonly StoredFile[],
  copy: Awaited<ReturnType<typeof readCopy>>,
): OutboxFile[] {
  return files
    .filter((file) => file.opId === opId)
    .map(({ fileId, size, sentBytes = 0, state, answer }) => {
      const announced = copy?.files.find((file) => file._id === fileId);
      return {
        fileId,
        kind: announced?.kind ?? null,
        name: announced?.name ?? null,
        size,
        sentBytes,
        state,
        answer,
      };
    });
}

/** Puts a parked item, and its refused files, back into the queue. Throws LOCKED. */
export async function retry(opId: string): Promise<void> {
  const outbox = outboxOf(openedVault().user._id);
  const again = { attempts: 0, nextTryAt: 0, answer: null };
  await outbox.transaction('rw', outbox.operations, outbox.files, async () => {
    await outbox.operations.update(opId, { state: 'queued', isSetAside: false, ...again });
    await outbox.files
      .where('opId')
      .equals(opId)
      .and((file) => file.state !== 'delivered')
      .modify({ state: 'waiting', ...again });
  });
  announce('outbox');
  announce('saved');
}

/** Lets later items of the loan pass a parked one, which stays here and in exports. Throws LOCKED. */
export async function setAside(opId: string): Promise<void> {
  const outbox = outboxOf(openedVault().user._id);
  await outbox.transaction('rw', outbox.operations, async () => {
    const operation = await outbox.operations.get(opId);
    if (operation?.state !== 'parked') return;
    await outbox.operations.update(opId, { isSetAside: true });
    await endWaiting(outbox, operation.loanId);
  });
  announce('outbox');
  announce('saved');
}
