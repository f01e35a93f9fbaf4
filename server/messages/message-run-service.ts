import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import { MESSAGE_RUN_MAX } from '../../contract/message-run.ts';
import type { MessageRun, MessageRunChoice, messageRunCalls } from '../../contract/message-run.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import { decideTogether } from '../contact-gate/contact-gate-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, listPage } from '../database/list-page.ts';
import type { PageAsk } from '../database/list-page.ts';
import { newIdSql } from '../database/new-id-sql.ts';
import { holdLocks } from '../database/locks.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { loanFilterConditions } from '../loans/loan-filter-service.ts';
import { draftMessage, isSettling, readMessageLoans, whoGotToday } from './message-queueing.ts';
import type { DraftMessage } from './message-queueing.ts';
import { MESSAGE_RUN_QUEUE } from './message-run-work.ts';
import { findTemplate, refuseOtherVersion } from './template-service.ts';

type PreviewBody = CallRequest<typeof messageRunCalls.previewMessageRun>['body'];
type PreviewAnswer = CallAnswer<typeof messageRunCalls.previewMessageRun>;
type CreateBody = CallRequest<typeof messageRunCalls.createMessageRun>['body'];

/** Condition on `l`: the loans of a choice that the actor may see; of a filter's, those too that came after a preview. */
function chosen(actor: Actor, choice: MessageRunChoice): SQL {
  if (!('matching' in choice)) return allOf([isNamed(choice.loanIds), loansVisibleTo(actor)]);
  return allOf([
    sql`l.status <> 'DELETED'`,
    loansVisibleTo(actor),
    ...loanFilterConditions(choice.matching, actor.role),
  ]);
}

const isNamed = (loanIds: readonly string[]): SQL => sql`l.id = any(${sql.param(loanIds)}::uuid[])`;

/** The loans of a choice: those that are worked, and how many get none, by reason. */
interface ChosenLoans {
  readonly ids: string[];
  readonly leftOut: Readonly<Record<string, number>>;
}

const notZero = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, loans]) => loans > 0));

/** The loans of a choice. Throws 404 when a named loan is none of the actor's, 422 when none or too many are worked. */
async function chooseLoans(db: Db, actor: Actor, choice: MessageRunChoice): Promise<ChosenLoans> {
  const which = chosen(actor, choice);
  const wasSeen = choice.loanIds === undefined ? sql`true` : isNamed(choice.loanIds);
  const { rows } = await db.execute<{ id: string }>(
    sql`select l.id from loans l where ${which} and ${wasSeen} and l.status = 'ACTIVE' limit ${MESSAGE_RUN_MAX + 1}`,
  );
  const others = await db.execute<{ count: number; seen: number }>(
    sql`select count(*)::int as count, (count(*) filter (where ${wasSeen}))::int as seen
      from loans l where ${which} and l.status <> 'ACTIVE'`,
  );
  const { count: notActive = 0, seen = 0 } = others.rows[0] ?? {};
  const named = new Set(choice.loanIds?.map((id) => id.toLowerCase())).size;
  const missing = Math.max(0, named - rows.length - seen);
  if (!('matching' in choice) && missing > 0) throw notFound('A loan of the list');
  if (rows.length === 0 && 'matching' in choice)
    throw againstRules('NO_LOANS', 'No active loan matches. Change the filter.');
  if (rows.length > MESSAGE_RUN_MAX)
    throw againstRules('TOO_MANY', `Narrow the filter to at most ${MESSAGE_RUN_MAX} loans.`);
  const leftOut = notZero({ NOT_ACTIVE: notActive, NO_MATCH: missing });
  return { ids: rows.map(({ id }) => id), leftOut };
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, loans) => sum + loans, 0);

const toLeftOut = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([reason, loans]) => ({ reason, loans }))
    .sort((a, b) => b.loans - a.loans || a.reason.localeCompare(b.reason));

/** Who would get a message and who not, by reason. Throws 404 and 422. */
export async function previewRun(
  { db, settings }: Context,
  actor: Actor,
  { templateId, choice }: PreviewBody,
): Promise<PreviewAnswer> {
  const template = await findTemplate(db, actor, templateId);
  const { ids, leftOut: unworked } = await chooseLoans(db, actor, choice);
  const loans = await readMessageLoans(db, sql`l.id = any(${sql.param(ids)}::uuid[])`);
  const leftOut: Record<string, number> = { ...unworked };
  const leave = (reason: string) => {
    leftOut[reason] = (leftOut[reason] ?? 0) + 1;
  };
  const gotIt = await whoGotToday(db, ids, template, settings.businessTz);
  const ready: { loanId: string; draft: DraftMessage }[] = [];
  for (const loan of loans) {
    const draft = draftMessage(template, loan);
    if (isSettling(loan)) leave('SETTLEMENT');
    else if (draft.problem !== null) leave(draft.problem);
    else if (gotIt.has(loan._id)) leave('SAME_TODAY');
    else ready.push({ loanId: loan._id, draft });
  }
  const asks = ready.map(({ loanId, draft }) => ({
    loanId,
    channel: template.channel,
    number: draft.number,
  }));
  const answers = await decideTogether(db, asks, settings.businessTz);
  const allowed = ready.filter((_, place) => answers[place]?.isAllowed === true);
  for (const { isAllowed, reason } of answers) if (!isAllowed) leave(reason ?? 'NO');
  return {
    version: template.version,
    totalLoans: ids.length + sumOf(unworked),
    loanIds: 'matching' in choice ? ids : [],
    willGet: allowed.length,
    segments: allowed.reduce((sum, { draft }) => sum + draft.segments, 0),
    leftOut: toLeftOut(leftOut),
    sample: allowed[0]?.draft.text ?? null,
  };
}

interface RunRow extends Omit<MessageRun, 'leftOut'>, Record<string, unknown> {
  leftOut: Record<string, number>;
}

const runColumns = sql`r.id as "_id", r.channel, t.name as "templateName", r.state, r.total_loans as "totalLoans",
  r.done_loans as "doneLoans", r.queued, (select count(*)::int from messages w where w.run_id = r.id and w.state = 'QUEUED') as waiting,
  r.left_out as "leftOut", u.full_name as "createdBy",
  r.created_at as "createdAt", r.finished_at as "finishedAt"`;
const runSource = sql`message_runs r join message_templates t on t.id = r.template_id join users u on u.id = r.created_by`;

/** Condition on `r`: an admin sees every sending, a manager its own. */
const runsVisibleTo = (actor: Actor): SQL =>
  isAdmin(actor) ? sql`true` : sql`r.created_by = ${actor.userId}`;

const toRun = (row: RunRow): MessageRun => ({
  ...row,
  leftOut: toLeftOut(row.leftOut),
  createdAt: isoInstant(row.createdAt),
  finishedAt: isoInstantOrNull(row.finishedAt),
});

/** One sending. Throws 404. */
export async function readRun(db: Db, actor: Actor, id: string): Promise<MessageRun> {
  const { rows } = await db.execute<RunRow>(
    sql`select ${runColumns} from ${runSource} where r.id = ${id} and ${runsVisibleTo(actor)}`,
  );
  if (!rows[0]) throw notFound('This sending');
  return toRun(rows[0]);
}

/** A page of sendings, newest first. */
export async function listRuns(
  db: Db,
  actor: Actor,
  page: PageAsk,
): Promise<CallAnswer<typeof messageRunCalls.listMessageRuns>> {
  return listPage(db, page, {
    columns: runColumns,
    from: runSource,
    where: runsVisibleTo(actor),
    order: sql`r.created_at desc, r.id`,
    row: toRun,
  });
}

/** Whether this very sending was begun before. Throws 409 when the id belongs to another one. */
async function isRepeat(tx: Db, actor: Actor, id: string, templateId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ is_same: boolean }>(sql`select created_by = ${actor.userId}
    and template_id = ${templateId} as is_same from message_runs where id = ${id}`);
  if (rows[0]?.is_same === false)
    throw conflict('ID_TAKEN', 'This sending was taken under another id. Open the dialog again.');
  return rows.length > 0;
}

/** Begins a sending in the background; the same id again is the same sending. Throws 404, 409 and 422. */
export async function createRun(
  context: Context,
  actor: Actor,
  { _id: id = newId(), templateId, version, choice }: CreateBody,
): Promise<MessageRun> {
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    // Two at once with one id: the second waits here and finds the first's.
    await holdLocks(tx, 'message', [id]);
    if (await isRepeat(tx, actor, id, templateId)) return;
    const template = await findTemplate(tx, actor, templateId);
    if (!template.isActive)
      throw againstRules('WRONG_TEMPLATE', 'This template is out of use. Choose another one.', [
        fieldProblem('templateId', 'wrong-template'),
      ]);
    await refuseOtherVersion(tx, template, version);
    const { ids, leftOut } = await chooseLoans(tx, actor, choice);
    const unworked = sumOf(leftOut);
    await tx.execute(sql`insert into message_runs (id, channel, template_id, version, total_loans, done_loans, left_out,
        created_by)
      values (${id}, ${template.channel}, ${templateId}, ${template.version}, ${ids.length + unworked}, ${unworked},
        ${JSON.stringify(leftOut)}::jsonb, ${actor.userId})`);
    await tx.execute(sql`insert into message_run_loans (run_id, loan_id, message_id)
      select ${id}, x.id, ${newIdSql} from unnest(${sql.param(ids)}::uuid[]) as x(id)`);
    await context.jobs.add(tx, MESSAGE_RUN_QUEUE, id);
    audit({
      action: 'message-run.create',
      entity: 'message-run',
      entityId: id,
      details: { templateId, channel: template.channel, loans: ids.length },
    });
  });
  context.jobs.wake(MESSAGE_RUN_QUEUE);
  return readRun(context.db, actor, id);
}

/** Stops a sending: what is not out yet stays here. Throws 404 and 409. */
export async function cancelRun(context: Context, actor: Actor, id: string): Promise<MessageRun> {
  await readRun(context.db, actor, id);
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    const { rows } = await tx.execute<{ state: string }>(
      sql`select state from message_runs where id = ${id} for update`,
    );
    const stopped =
      await tx.execute(sql`update messages set state = 'REFUSED', reason = 'CANCELLED', updated_at = now()
      where run_id = ${id} and state = 'QUEUED'`);
    if (rows[0]?.state !== 'QUEUEING' && stopped.rowCount === 0)
      throw conflict('RUN_OVER', 'Every message of this sending is out already.');
    const unreached = await tx.execute(sql`delete from message_run_loans where run_id = ${id}`);
    const missed = unreached.rowCount ?? 0;
    await tx.execute(sql`update message_runs set state = 'CANCELLED', finished_at = now(), done_loans = done_loans + ${missed},
      left_out = case when ${missed} > 0 then left_out || jsonb_build_object('CANCELLED', ${missed}::int) else left_out end
      where id = ${id}`);
    audit({
      action: 'message-run.cancel',
      entity: 'message-run',
      entityId: id,
      details: { stopped: stopped.rowCount },
    });
  });
  return readRun(context.db, actor, id);
}
