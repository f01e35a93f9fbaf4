import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Operation } from '../../contract/queued-work.ts';
import type { DeviceCaller } from '../access/actor.ts';
import { everHadLoan } from '../access/workable-loan.ts';
import { leaveDoubtfulCall } from '../agent-states/desk-call-service.ts';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { notify } from '../notifications/notification-service.ts';
import { holdOperation } from './operation-rows.ts';
import type { OpenedWork, WorkTime } from './work-time.ts';

/** What its device is told: the server has it, and a manager decides. */
export const inReview = {
  status: 200,
  code: 'IN_REVIEW',
  message: 'This cannot be counted by itself. Your manager decides.',
} as const;

/** What of a body the review list shows, and its id. */
const SHOWN = [
  '_id',
  'disposition',
  'remarks',
  'personMet',
  'amountCollected',
  'paymentMode',
  'receiptNumber',
  'promiseAmount',
  'date',
  'time',
  'changes',
  'position',
] as const;

/** An amount that `w` says, whole rupees; null: none, or what is no amount. */
export const saidAmount = (name: 'amountCollected' | 'promiseAmount'): SQL =>
  sql`case when w.said->>${name}::text ~ '^[0-9]{1,15}$' then (w.said->>${name}::text)::bigint end`;

/** What a body says to the one who decides, which files it announces, its loan, and of which call it is the outcome. */
function partsOf({ body, call }: Operation) {
  const whole = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const said = Object.fromEntries(
    SHOWN.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]])),
  );
  const files: unknown[] = Array.isArray(whole.files) ? whole.files : [];
  const fileIds = files.flatMap((file) =>
    typeof file === 'object' && file !== null && '_id' in file && typeof file._id === 'string'
      ? [file._id]
      : [],
  );
  const isOutcome = call === 'createCallDisposition' && whole.disposition !== undefined;
  const callId = isOutcome && typeof whole._id === 'string' ? whole._id : null;
  return { said, fileIds, loanId: whole.loanId ?? whole._id, callId };
}

/**
 * Puts delivered work on the review list: its operation is held, sealed as it came, until a manager decides, whom it tells.
 * unless more of the same agent's waits for it. A repeat changes nothing. Throws 404 for a loan that was never the author's.
 */
export async function putUnderReview(
  db: Db,
  device: DeviceCaller,
  [sealed, operation]: OpenedWork,
  time: WorkTime,
): Promise<void> {
  const { userId, managerId, fullName } = device.actor;
  const { said, fileIds, loanId, callId } = partsOf(operation);
  if (typeof loanId !== 'string' || !(await everHadLoan(db, device.actor, loanId)))
    throw notFound('This loan');
  await runCommand(db, device.actor, async ({ tx, audit }) => {
    const { after: _, ...alone } = sealed;
    await holdOperation(tx, device, alone, operation);
    const added = await tx.execute(sql`
      insert into work_reviews (op_id, user_id, loan_id, call, doubt, claimed_at, proven_from, proven_to, said, file_ids)
      values (${sealed.opId}, ${userId}, ${loanId}, ${operation.call}, ${time.doubt},
        ${time.claimedAt.toISOString()}, ${time.provenFrom?.toISOString() ?? null}, ${time.provenTo.toISOString()},
        ${JSON.stringify(said)}::jsonb, ${sql.param(fileIds)}::uuid[])
      on conflict (op_id) do nothing returning op_id`);
    if (added.rows.length === 0) return;
    if (callId !== null) await leaveDoubtfulCall(tx, userId, callId);
    const details = { doubt: time.doubt, claimedAt: time.claimedAt.toISOString() };
    audit({ action: 'work.review', entity: 'operation', entityId: sealed.opId, details });
    const others = await tx.execute(sql`select 1 from work_reviews
      where user_id = ${userId} and decided_at is null and op_id <> ${sealed.opId} limit 1`);
    if (managerId !== null && others.rows.length === 0)
      await notify(tx, [
        { to: { userId: managerId }, kind: 'WORK_REVIEW', facts: { personName: fullName } },
      ]);
  });
}
