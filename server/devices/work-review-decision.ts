import { sql } from 'drizzle-orm';
import { sealedOperationSchema } from '../../contract/queued-work.ts';
import type { SealedOperation } from '../../contract/queued-work.ts';
import type { Actor, DeviceCaller } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notFound } from '../errors.ts';
import { findDeviceAuthor } from '../identity/device-author-service.ts';
import { roleAt } from '../identity/past-role-service.ts';
import { notify } from '../notifications/notification-service.ts';
import { runQueuedCall } from './operation-calls.ts';
import { claimOperation } from './operation-rows.ts';
import { openOperation, releaseChildren } from './operation-run.ts';
import type { DeliveryRun } from './operation-run.ts';
import { keyRing } from './server-keys.ts';
import { reviewsVisibleTo } from './work-review-list.ts';
import { provenTime } from './work-time.ts';

interface ReviewRow extends Record<string, unknown> {
  user_id: string;
  loan_id: string;
  device_id: string;
  claimed_at: string;
  proven_from: string | null;
  proven_to: string;
  is_decided: boolean;
  sealed: unknown;
}

const alreadyDecided = () =>
  conflict('ALREADY_DECIDED', 'Someone decided on this already. Read the list again.');

/** The work to decide on. Throws 404 when it is not of the actor's people, 409 when it is decided. */
async function findReview(db: Db, actor: Actor, id: string): Promise<ReviewRow> {
  const { rows } = await db.execute<ReviewRow>(sql`
    select w.user_id, w.loan_id, o.device_id, w.claimed_at, w.proven_from, w.proven_to,
      w.decided_at is not null as is_decided, o.sealed
    from work_reviews w join operations o on o.op_id = w.op_id join users u on u.id = w.user_id
    where w.op_id = ${id} and ${reviewsVisibleTo(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('This work');
  if (row.is_decided) throw alreadyDecided();
  return row;
}

async function decide(
  tx: Db,
  actor: Actor,
  id: string,
  { isAccepted, reason }: { isAccepted: boolean; reason: string | null },
): Promise<void> {
  const decided = await tx.execute(sql`
    update work_reviews set decided_at = now(), decided_by = ${actor.userId}, is_accepted = ${isAccepted},
      reason = ${reason}
    where op_id = ${id} and decided_at is null returning op_id`);
  if (decided.rows.length === 0) throw alreadyDecided();
}

/** The author in the role in which the work was done. */
async function authorOf(context: Context, row: ReviewRow, at: Date): Promise<DeviceCaller> {
  const author = await findDeviceAuthor(context.db, row.device_id, row.user_id);
  if (author === null) throw notFound('The device of this work');
  const { deviceId, actor } = author.caller;
  const role = (await roleAt(context.db, { deviceId, userId: actor.userId }, at)) ?? actor.role;
  return { ...author.caller, actor: { ...actor, role } };
}

async function takeIn(
  run: DeliveryRun,
  actor: Actor,
  sealed: SealedOperation,
  at: Date,
): Promise<void> {
  const { context, device } = run;
  const { opId } = sealed;
  const operation = await openOperation(run, sealed);
  const origin = { opId, at, toldAt: null, isApproved: true };
  const { businessTz } = context.settings;
  await runCommand(context.db, device.actor, async (command) => {
    await decide(command.tx, actor, opId, { isAccepted: true, reason: null });
    if (!(await claimOperation(command.tx, device, sealed, operation))) throw alreadyDecided();
    await runQueuedCall(operation.call, command, device.actor, operation.body, {
      businessTz,
      origin,
    });
  });
}

/**
 * Takes reviewed work into the books: under its author, at the proven time, whoever has the loan by now. Throws 404, 409, and
 * what the call itself refuses; then it stays on the list.
 */
export async function acceptWorkReview(
  context: Context,
  actor: Actor,
  id: string,
  log: (error: unknown) => void,
): Promise<{ _id: string }> {
  const row = await findReview(context.db, actor, id);
  const at = provenTime({
    claimedAt: new Date(row.claimed_at),
    provenFrom: row.proven_from === null ? null : new Date(row.proven_from),
    provenTo: new Date(row.proven_to),
  });
  const device = await authorOf(context, row, at);
  const run: DeliveryRun = { context, device, keyOf: keyRing(context.db), log };
  await takeIn(run, actor, sealedOperationSchema.parse(row.sealed), at);
  await runCommand(context.db, actor, async ({ audit }) =>
    audit({ action: 'work.accept', entity: 'operation', entityId: id, details: { at } }),
  );
  await releaseChildren(run, [id]);
  return { _id: id };
}

/** Leaves reviewed work out of the books for good and tells its author why. It is kept, sealed. Throws 404, 409. */
export async function refuseWorkReview(
  { tx, audit }: Command,
  actor: Actor,
  { _id, reason }: { _id: string; reason: string },
): Promise<{ _id: string }> {
  const { user_id: userId, loan_id: loanId } = await findReview(tx, actor, _id);
  await decide(tx, actor, _id, { isAccepted: false, reason });
  await tx.execute(sql`update operations set outcome = 'REFUSED', status = 422, code = 'REVIEW_REFUSED',
    message = ${reason} where op_id = ${_id} and outcome <> 'DONE'`);
  const { rows } = await tx.execute(sql`select 1 from loans where id = ${loanId}`);
  const facts = { personName: actor.fullName, reason };
  await notify(tx, [
    { to: { userId }, kind: 'WORK_REFUSED', facts, loanId: rows.length > 0 ? loanId : null },
  ]);
  audit({ action: 'work.refuse', entity: 'operation', entityId: _id, details: { reason } });
  return { _id };
}
