import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { operationSchema } from '../../contract/queued-work.ts';
import type { Operation, Receipt, SealedOperation } from '../../contract/queued-work.ts';
import type { DeviceCaller } from '../access/actor.ts';
import { DoubtfulWork } from '../access/work-origin.ts';
import type { WorkDoubt, WorkOrigin } from '../access/work-origin.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { badInput, conflict, notAllowed } from '../errors.ts';
import { asCallError } from '../http/error-answer.ts';
import { roleAt } from '../identity/past-role-service.ts';
import { runQueuedCall } from './operation-calls.ts';
import {
  claimOperation,
  findOperation,
  heldChildren,
  holdOperation,
  isDone,
  isSameOperation,
  isTaken,
  noteRefusal,
  receiptOf,
} from './operation-rows.ts';
import type { KeyRing } from './server-keys.ts';
import { inReview, putUnderReview } from './work-review.ts';
import { originOf, provenTime, workTimes } from './work-time.ts';
import type { OpenedWork, WorkTime } from './work-time.ts';
import { unseal } from './unseal.ts';

/** What a batch runs with. */
export interface DeliveryRun {
  readonly context: Context;
  readonly device: DeviceCaller;
  readonly keyOf: KeyRing;
  /** For faults that are ours. */
  readonly log: (error: unknown) => void;
}

/** Another delivery of the same operation did it first: this transaction is given up. */
class DoneByAnother extends Error {
  override readonly name = 'DoneByAnother';
}

const otherContent = () =>
  conflict('OTHER_CONTENT', 'This was delivered before with other content. Record it again.');

/**
 * What was sealed. Throws 400: not ours, changed on the way, or of another version of the app; 403: another person's, which
 * no mix-up on a shared phone may bring in under the wrong name.
 */
export async function openOperation(run: DeliveryRun, sealed: SealedOperation): Promise<Operation> {
  const { ephemeralKey, opId } = sealed;
  const iv = Buffer.from(sealed.iv, 'base64url');
  const ciphertext = Buffer.from(sealed.ciphertext, 'base64url');
  const key = await run.keyOf(sealed.keyId);
  const plain = unseal(key, { ephemeralKey, iv, ciphertext }, 'recoup-operation-v1', opId);
  if (createHash('sha256').update(plain).digest('hex') !== sealed.payloadHash)
    throw badInput('This does not fit its own hash.', undefined, 'HASH_MISMATCH');
  const parsed = operationSchema.safeParse(parseJson(plain));
  if (!parsed.success)
    throw badInput('This was made by another version of the app.', undefined, 'BAD_OPERATION');
  const { authorId } = parsed.data;
  if (authorId !== undefined && authorId !== run.device.actor.userId)
    throw notAllowed('This was recorded by another person.', 'OTHER_AUTHOR');
  return parsed.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'), (key, value: unknown) =>
      key === '__proto__' ? undefined : value,
    );
  } catch {
    return null;
  }
}

/** A passing collision with another transaction is tried again this often at once. */
const MOST_COLLISIONS = 4;

const isCollision = (error: unknown): boolean => asCallError(error).code === 'CHANGED_MEANWHILE';

/** Runs an operation again when it collided with someone else's work (a deadlock, a lock that took too long). */
async function runThrough(
  run: DeliveryRun,
  sealed: SealedOperation,
  operation: Operation,
  origin: WorkOrigin,
): Promise<void> {
  for (let collisions = 0; ; collisions += 1)
    try {
      return await runOnce(run, sealed, operation, origin);
    } catch (error) {
      if (!isCollision(error) || collisions >= MOST_COLLISIONS) throw error;
      // At random, so that two that met do not meet again.
      await pause(Math.random() * 50 * 2 ** collisions);
    }
}

/** Work, audit and receipt in one transaction: all of it is there, or nothing. */
async function runOnce(
  { context, device }: DeliveryRun,
  sealed: SealedOperation,
  operation: Operation,
  origin: WorkOrigin,
): Promise<void> {
  const { call, body } = operation;
  const { businessTz } = context.settings;
  await runCommand(context.db, device.actor, async (command) => {
    if (!(await claimOperation(command.tx, device, sealed, operation))) throw new DoneByAnother();
    await runQueuedCall(call, command, device.actor, body, { businessTz, origin });
  });
}

/** What was thrown, as an answer: a fault of ours (or of the moment) is to be tried again, the rest waits for a person. */
function refusalReceipt(run: DeliveryRun, sealed: SealedOperation, error: unknown): Receipt {
  const refusal = asCallError(error);
  const isPassing = refusal.status >= 500 || isCollision(refusal);
  if (refusal.status >= 500) run.log(error);
  return receiptOf(sealed, isPassing ? 'RETRY' : 'REFUSED', refusal);
}

async function afterFault(
  run: DeliveryRun,
  sealed: SealedOperation,
  operation: Operation,
  error: unknown,
): Promise<Receipt> {
  const { db } = run.context;
  if (error instanceof DoneByAnother) {
    const stored = await findOperation(db, sealed.opId);
    return stored?.payload_hash === sealed.payloadHash
      ? receiptOf(sealed, 'DONE')
      : receiptOf(sealed, 'REFUSED', otherContent());
  }
  const receipt = refusalReceipt(run, sealed, error);
  if (receipt.outcome === 'REFUSED')
    await noteRefusal(db, run.device, sealed, operation, asCallError(error));
  return receipt;
}

/** Runs what is held here for these operations, which are done. */
export async function releaseChildren(run: DeliveryRun, opIds: readonly string[]): Promise<void> {
  const children = await heldChildren(run.context.db, run.device.actor.userId, opIds);
  for (const child of children) await runOperation(run, child);
}

/** What was done in another role than its author has now, and is refused for it, a manager decides on. */
async function hasChangedRole(db: Db, { deviceId, actor }: DeviceCaller, at: Date) {
  const then = await roleAt(db, { deviceId, userId: actor.userId }, at);
  return then !== null && then !== actor.role;
}

/** What was done about a contact that a manager decides on waits with it. */
async function doubtOf(
  { context: { db }, device }: DeliveryRun,
  { after }: SealedOperation,
  time: WorkTime,
  error: unknown,
): Promise<WorkDoubt | null> {
  if (error instanceof DoubtfulWork) return error.doubt;
  const { status, code } = asCallError(error);
  if (status !== 404 && code !== 'WRONG_ROLE') return null;
  if (await hasChangedRole(db, device, provenTime(time))) return 'ROLE_CHANGED';
  if (after === undefined || status !== 404) return null;
  return (await findOperation(db, after))?.is_in_review === true ? 'TAKEN_AWAY' : null;
}

async function review(
  run: DeliveryRun,
  work: OpenedWork,
  time: WorkTime & { readonly doubt: WorkDoubt },
): Promise<Receipt> {
  const [sealed, operation] = work;
  try {
    await putUnderReview(run.context.db, run.device, work, time);
  } catch (error) {
    return afterFault(run, sealed, operation, error);
  }
  await releaseChildren(run, [sealed.opId]);
  return receiptOf(sealed, 'DONE', inReview);
}

async function openAndRun(run: DeliveryRun, sealed: SealedOperation): Promise<Receipt> {
  const { db } = run.context;
  const { userId } = run.device.actor;
  const operation = await openOperation(run, sealed);
  const { after } = sealed;
  if (after !== undefined && !(await isDone(db, userId, after))) {
    await holdOperation(db, run.device, sealed, operation);
    // The parent may have come in while this was written down.
    if (!(await isDone(db, userId, after))) return receiptOf(sealed, 'HELD');
  }
  const work = [sealed, operation] as const;
  const [time] = await workTimes(db, run.device, [work]);
  if (time === undefined) throw new Error(`No time was found for ${sealed.opId}.`);
  try {
    if (time.doubt !== null) throw new DoubtfulWork(time.doubt);
    await runThrough(run, sealed, operation, originOf(sealed.opId, time));
  } catch (error) {
    const doubt = await doubtOf(run, sealed, time, error);
    if (doubt === null) return await afterFault(run, sealed, operation, error);
    return await review(run, work, { ...time, doubt });
  }
  await releaseChildren(run, [sealed.opId]);
  return receiptOf(sealed, 'DONE');
}

/**
 * Runs one sealed operation exactly once, whatever was delivered before. Never throws: what happened is the receipt. One
 * that was refused before is tried again.
 */
export async function runOperation(run: DeliveryRun, sealed: SealedOperation): Promise<Receipt> {
  try {
    const known = await findOperation(run.context.db, sealed.opId);
    if (known && isTaken(known, run.device, sealed))
      return receiptOf(sealed, 'REFUSED', otherContent());
    if (known?.outcome === 'DONE') return receiptOf(sealed, 'DONE');
    if (known?.is_in_review && isSameOperation(known, run.device, sealed))
      return receiptOf(sealed, 'DONE', inReview);
    return await openAndRun(run, sealed);
  } catch (error) {
    return refusalReceipt(run, sealed, error);
  }
}
