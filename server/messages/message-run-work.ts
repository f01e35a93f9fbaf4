import { sql } from 'drizzle-orm';
import { claimContact } from '../contact-gate/contact-gate-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { notify } from '../notifications/notification-service.ts';
import {
  draftMessage,
  insertMessage,
  isSettling,
  readMessageLoans,
  whoGotToday,
} from './message-queueing.ts';
import { MESSAGE_QUEUES } from './message-sending.ts';
import { findAnyTemplateVersion } from './template-versions.ts';
import type { MessageTemplate } from '../../contract/message-template.ts';

/** The queue of sendings to many loans; a job's key is the sending's id. */
export const MESSAGE_RUN_QUEUE = 'message-run';

/** Loans of one transaction: their borrowers' locks are held until it commits. */
const AT_ONCE = 50;

interface RunRow extends Record<string, unknown> {
  template_id: string;
  version: number;
  created_by: string;
  left_out: Record<string, number>;
}

interface Place extends Record<string, unknown> {
  loan_id: string;
  message_id: string;
}

/** Queues one loan's message; answers why it gets none, or null. */
async function queueOne(
  tx: Db,
  context: Context,
  {
    place,
    run,
    runId,
    template,
  }: { place: Place; run: RunRow; runId: string; template: MessageTemplate },
): Promise<string | null> {
  const [loan] = await readMessageLoans(tx, sql`l.id = ${place.loan_id}`);
  if (!loan) return 'NOT_ACTIVE';
  if (isSettling(loan)) return 'SETTLEMENT';
  if (!template.isActive) return 'OUT_OF_USE';
  const draft = draftMessage(template, loan);
  if (draft.problem !== null) return draft.problem;
  const got = await whoGotToday(tx, [loan._id], template, context.settings.businessTz);
  if (got.size > 0) return 'SAME_TODAY';
  const { channel } = template;
  const gate = await claimContact(
    tx,
    {
      attemptId: place.message_id,
      loanId: loan._id,
      channel,
      number: draft.number,
      agentId: run.created_by,
    },
    context.settings.businessTz,
  );
  if (!gate.isAllowed) return gate.reason ?? 'NO';
  const message = { id: place.message_id, loan, template, draft, runId, createdBy: run.created_by };
  await insertMessage(tx, message);
  return null;
}

async function lockRun(tx: Db, runId: string): Promise<RunRow | undefined> {
  const { rows } =
    await tx.execute<RunRow>(sql`select template_id, version, created_by, left_out from message_runs
    where id = ${runId} and state = 'QUEUEING' for update`);
  return rows[0];
}

/** Works on the next loans of a sending in one transaction with its progress; false when there are none. */
async function workOnNext(context: Context, runId: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run) return false;
    // Of two sendings of one template each sees whom the other wrote to.
    await holdLocks(tx, 'message', [run.template_id]);
    const template = await findAnyTemplateVersion(tx, run.template_id, run.version);
    // In the order of the loans' ids, as everybody locks them.
    const { rows } =
      await tx.execute<Place>(sql`delete from message_run_loans where run_id = ${runId} and loan_id in (
        select loan_id from message_run_loans where run_id = ${runId} order by loan_id limit ${AT_ONCE})
      returning loan_id, message_id`);
    const places = rows.toSorted((a, b) => (a.loan_id < b.loan_id ? -1 : 1));
    const leftOut = { ...run.left_out };
    let queued = 0;
    for (const place of places) {
      const reason = await queueOne(tx, context, { place, run, runId, template });
      if (reason === null) queued += 1;
      else leftOut[reason] = (leftOut[reason] ?? 0) + 1;
    }
    const isDone = places.length < AT_ONCE;
    await tx.execute(sql`update message_runs set done_loans = done_loans + ${places.length}, queued = queued + ${queued},
        left_out = ${JSON.stringify(leftOut)}::jsonb,
        state = case when ${isDone} then 'DONE' else state end, finished_at = case when ${isDone} then now() end
      where id = ${runId}`);
    if (queued > 0) await context.jobs.add(tx, MESSAGE_QUEUES[template.channel], template.channel);
    return !isDone;
  });
}

/** Queues the messages of a sending, going on where a killed process stopped. */
export async function workOnRun(
  context: Context,
  runId: string,
  signal: AbortSignal,
): Promise<void> {
  while (await workOnNext(context, runId)) signal.throwIfAborted();
}

/** Ends a sending that failed several times, and tells who ordered it; the messages it made are sent all the same. */
export async function giveUpRun(db: Db, runId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ userId: string; clientId: string | null }>(sql`
      update message_runs r set state = 'FAILED', finished_at = now() from message_templates t
      where r.id = ${runId} and r.state = 'QUEUEING' and t.id = r.template_id
      returning r.created_by as "userId", t.client_id as "clientId"`);
    await notify(
      tx,
      rows.map(({ userId, clientId }) => ({ to: { userId }, kind: 'SENDING_FAILED', clientId })),
    );
  });
}
