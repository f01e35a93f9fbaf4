import type { Receipt, SealedOperation } from '../../contract/queued-work.ts';
import { runCommand } from '../command.ts';
import { asCallError } from '../http/error-answer.ts';
import { runQueuedCalls } from './operation-calls.ts';
import { claimOperations, findOperations, isPassed, receiptOf } from './operation-rows.ts';
import { openOperation } from './operation-run.ts';
import type { DeliveryRun } from './operation-run.ts';
import { originOf, workTimes } from './work-time.ts';
import type { OpenedWork } from './work-time.ts';

/** Something can't be done together with the rest: the transaction is given up. */
class NotTogether extends Error {
  override readonly name = 'NotTogether';
}

/** Every parent is done, or comes before its child among these. */
async function hasParents(
  { context, device }: DeliveryRun,
  operations: readonly SealedOperation[],
): Promise<boolean> {
  const before = new Set<string>();
  const elsewhere: string[] = [];
  for (const { opId, after } of operations) {
    if (after !== undefined && !before.has(after)) elsewhere.push(after);
    before.add(opId);
  }
  if (elsewhere.length === 0) return true;
  const known = await findOperations(context.db, elsewhere);
  return elsewhere.every((id) => {
    const parent = known.get(id);
    return isPassed(parent, device.actor.userId);
  });
}

async function runAll(
  { context, device }: DeliveryRun,
  opened: readonly OpenedWork[],
): Promise<void> {
  const { businessTz } = context.settings;
  const times = await workTimes(context.db, device, opened);
  if (times.some(({ doubt }) => doubt !== null)) throw new NotTogether();
  await runCommand(context.db, device.actor, async (command) => {
    if (!(await claimOperations(command.tx, device, opened))) throw new NotTogether();
    const works = opened.flatMap(([{ opId }, { call, body }], place) => {
      const time = times[place];
      return time === undefined ? [] : [{ call, body, origin: originOf(opId, time) }];
    });
    await runQueuedCalls(command, device.actor, works, businessTz);
  });
}

/**
 * Runs operations that never came before in one transaction: all of them are done with all their receipts, or nothing is.
 * Null when any of them stands in the way (refused, held, known by now, a collision): then nothing happened, and they have
 * to go in smaller parts. It saves a commit, and the turn at the audit trail, for each. Throws 503 when the database is away.
 */
export async function runTogether(
  run: DeliveryRun,
  operations: readonly SealedOperation[],
): Promise<Receipt[] | null> {
  try {
    if (!(await hasParents(run, operations))) return null;
    const opened: OpenedWork[] = [];
    for (const sealed of operations) opened.push([sealed, await openOperation(run, sealed)]);
    await runAll(run, opened);
    return operations.map((sealed) => receiptOf(sealed, 'DONE'));
  } catch (error) {
    if (asCallError(error).code === 'UNAVAILABLE') throw error;
    // Whatever it was, it shows again where it belongs: in the one operation that it concerns.
    return null;
  }
}
