import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Page } from '../../contract/paging.ts';
import { CHART_FILE, mayReadReport } from '../../contract/report-engine.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type {
  ReportDelivery,
  ReportSchedule,
  reportScheduleCalls,
  ScheduleRecipient,
  ScheduleTime,
} from '../../contract/report-schedule.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { listPage } from '../database/list-page.ts';
import type { PageAsk } from '../database/list-page.ts';
import { revisionOf } from '../database/revision.ts';
import { againstRules, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { holdChart } from '../visualizations/scheduled-chart-service.ts';
import { findView, isLeftTo } from './report-view-service.ts';
import { nextTime } from './schedule-times.ts';

/** Condition on `u`: to whom the actor may have reports sent. A lender's people: its own colleagues. */
const reachableBy = (
  actor: Actor,
): SQL => sql`(u.disabled_at is null and u.deleted_at is null and (u.id = ${actor.userId}
  or case when ${actor.clientId}::uuid is null then ${peopleVisibleTo(actor)} else u.client_id = ${actor.clientId}::uuid end))`;

interface Reachable extends ScheduleRecipient, Record<string, unknown> {
  username: string;
}

/** Those whose role may read a report, by name; a chart (null) anybody may. */
export async function listScheduleRecipients(
  db: Db,
  actor: Actor,
  report: ReportName | null,
): Promise<{ data: Reachable[] }> {
  const { rows } = await db.execute<Reachable>(sql`
    select u.id as "_id", u.full_name as "fullName", u.username, u.role from users u where ${reachableBy(actor)}
    order by u.full_name, u.id limit 5000`);
  return { data: rows.filter(({ role }) => report === null || mayReadReport(report, role)) };
}

/** The columns of a time, and back. */
interface TimeColumns {
  rhythm: ScheduleTime['rhythm'];
  weekday: number | null;
  monthDay: number | null;
  at: string;
}

/** When a row of `report_schedules` sends. */
export function timeOf({ rhythm, weekday, monthDay, at }: TimeColumns): ScheduleTime {
  if (rhythm === 'WEEKLY') return { rhythm, weekday: weekday ?? 1, at };
  return rhythm === 'MONTHLY' ? { rhythm, monthDay: monthDay ?? 1, at } : { rhythm, at };
}

interface ScheduleRow extends TimeColumns, Record<string, unknown> {
  _id: string;
  report: ReportName | null;
  viewId: string | null;
  chartId: string | null;
  viewName: string;
  ownerName: string;
  format: 'xlsx' | 'csv';
  isAttached: boolean;
  recipients: ScheduleRecipient[];
  isActive: boolean;
  mayChange: boolean;
  revision: number;
  nextAt: string;
  last: ReportSchedule['last'];
}

/** What people set of a schedule: sending it changes its row too. */
const settingsOf = (id: SQL): SQL =>
  sql`select w.rhythm, w.weekday, w.month_day, w.at, w.format, w.is_attached, w.is_active, w.recipient_ids
    from report_schedules w where w.id = ${id}`;

const scheduleColumns = sql`s.id as "_id", v.report, s.view_id as "viewId", s.chart_id as "chartId",
  coalesce(v.name, c.name, '') as "viewName", o.full_name as "ownerName",
  s.rhythm, s.weekday, s.month_day as "monthDay", s.at, s.format, s.is_attached as "isAttached",
  s.is_active as "isActive", s.next_at as "nextAt", ${revisionOf(settingsOf(sql`s.id`))} as revision,
  coalesce((select jsonb_agg(jsonb_build_object('_id', u.id, 'fullName', u.full_name, 'role', u.role) order by u.full_name)
    from users u where u.id = any(s.recipient_ids)), '[]') as recipients,
  (select jsonb_build_object('dueAt', d.due_at,
      'sentCount', count(*) filter (where d.state in ('SENT', 'RECORDED')),
      'openCount', count(*) filter (where d.state in ('WAITING', 'READY', 'SENDING')),
      'failedCount', count(*) filter (where d.state in ('FAILED', 'UNKNOWN', 'SKIPPED')))
    from report_deliveries d where d.schedule_id = s.id group by d.due_at order by d.due_at desc limit 1) as last`;

const schedulesFrom = sql`report_schedules s left join report_views v on v.id = s.view_id
  left join data_visualizations c on c.id = s.chart_id join users o on o.id = s.owner_id`;

/** Condition on `s`: it was not ended, nor was its chart removed. */
export const isLive: SQL = sql`(s.ended_at is null
  and (s.chart_id is null or exists (select 1 from data_visualizations x where x.id = s.chart_id)))`;

/** Condition on `s`: the schedules that the actor changes. */
const schedulesOf = (actor: Actor): SQL =>
  sql`(${isLive} and (${isAdmin(actor)} or s.owner_id = ${actor.userId}))`;

/** Condition on `s`, `v` and `o`: those that the actor ends; of who left, where their view is left to it. */
const endedBy = (actor: Actor): SQL =>
  sql`(${schedulesOf(actor)} or (${isLive} and ${isLeftTo(actor)}))`;

function toSchedule(row: ScheduleRow): ReportSchedule {
  const { rhythm: _rhythm, weekday: _weekday, monthDay: _monthDay, at: _at, ...schedule } = row;
  return {
    ...schedule,
    time: timeOf(row),
    nextAt: isoInstant(row.nextAt),
    last: row.last && { ...row.last, dueAt: isoInstant(row.last.dueAt) },
  };
}

/** The schedules that the actor changes or may end, the next one first. */
export async function listReportSchedules(
  { db, settings }: Context,
  actor: Actor,
  page: PageAsk,
): Promise<Page<ReportSchedule> & { hasMail: boolean }> {
  const found = await listPage(db, page, {
    columns: sql`${scheduleColumns}, ${schedulesOf(actor)} as "mayChange"`,
    from: schedulesFrom,
    where: endedBy(actor),
    order: sql`s.is_active desc, s.next_at, s.id`,
    row: toSchedule,
  });
  return { ...found, hasMail: settings.mail !== null };
}

type NewSchedule = CallRequest<typeof reportScheduleCalls.createReportSchedule>['body'];
type Settings = Omit<NewSchedule, 'viewId' | 'chartId'>;
type ChangedSchedule = CallRequest<typeof reportScheduleCalls.changeReportSchedule>['body'];

/** Who is among the recipients already may stay though it left: it is sent nothing, and the rest can still be changed. */
async function refuseStrangers(
  db: Db,
  actor: Actor,
  report: ReportName | null,
  { recipientIds }: Settings,
  already: readonly string[] = [],
): Promise<void> {
  const { data } = await listScheduleRecipients(db, actor, report);
  const known = new Set([...already, ...data.map(({ _id }) => _id)]);
  if (recipientIds.every((id) => known.has(id.toLowerCase()))) return;
  throw againstRules('WRONG_RECIPIENTS', 'Choose people who may read this report.', [
    fieldProblem('recipientIds', 'wrong-agent'),
  ]);
}

/** The values of a schedule's columns, the next time among them. */
function columnsOf({ time, ...more }: Settings, zone: string) {
  return {
    rhythm: time.rhythm,
    weekday: time.rhythm === 'WEEKLY' ? time.weekday : null,
    monthDay: time.rhythm === 'MONTHLY' ? time.monthDay : null,
    at: time.at,
    format: more.format,
    isAttached: more.isAttached,
    isActive: more.isActive,
    recipientIds: [...new Set(more.recipientIds.map((id) => id.toLowerCase()))],
    nextAt: nextTime(time, zone, new Date()).toISOString(),
  };
}

/** What a schedule sends. */
interface Sent {
  /** Null: a chart. */
  readonly report: ReportName | null;
  readonly name: string;
}

/** The view or chart that is to be sent, held so that it is not removed meanwhile. Throws 404 for what is not the actor's. */
async function holdSent(tx: Db, actor: Actor, { viewId, chartId }: NewSchedule): Promise<Sent> {
  if (chartId !== undefined) return { report: null, name: await holdChart(tx, actor, chartId) };
  if (viewId === undefined) throw notFound('This view');
  await tx.execute(sql`select id from report_views where id = ${viewId} for update`);
  return findView(tx, actor, viewId);
}

/** The live schedule of the actor that sends the same to the same people at the same time. */
async function findEqual(
  tx: Db,
  { userId }: Actor,
  { viewId, chartId }: NewSchedule,
  { nextAt: _nextAt, recipientIds, ...columns }: ReturnType<typeof columnsOf>,
): Promise<string | null> {
  // One after the other: two at once would both find none.
  await tx.execute(sql`select id from users where id = ${userId} for update`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.id from report_schedules s where s.owner_id = ${userId} and ${isLive}
      and s.view_id is not distinct from ${viewId ?? null}::uuid and s.chart_id is not distinct from ${chartId ?? null}::uuid
      and s.rhythm = ${columns.rhythm} and s.weekday is not distinct from ${columns.weekday}::int
      and s.month_day is not distinct from ${columns.monthDay}::int and s.at = ${columns.at} and s.format = ${columns.format}
      and s.is_attached = ${columns.isAttached} and s.is_active = ${columns.isActive}
      and s.recipient_ids @> ${sql.param(recipientIds)}::uuid[] and s.recipient_ids <@ ${sql.param(recipientIds)}::uuid[]
    limit 1`);
  return rows[0]?.id ?? null;
}

/**
 * Has a view or a chart sent to people; what is sent so already, as by a second click, is that schedule. Throws 404 for what
 * the actor may not use, 422 for people whom it may not name.
 */
export async function createReportSchedule(
  { db, settings }: Context,
  actor: Actor,
  body: NewSchedule,
): Promise<{ _id: string }> {
  const id = newId();
  const { viewId = null, chartId = null, ...asked } = body;
  const columns = columnsOf(asked, settings.businessTz);
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { report, name } = await holdSent(tx, actor, body);
    await refuseStrangers(tx, actor, report, asked);
    const equal = await findEqual(tx, actor, body, columns);
    if (equal !== null) return { _id: equal };
    await tx.execute(sql`insert into report_schedules (id, owner_id, view_id, chart_id, rhythm, weekday, month_day, at, format,
        is_attached, recipient_ids, is_active, next_at)
      values (${id}, ${actor.userId}, ${viewId}, ${chartId}, ${columns.rhythm}, ${columns.weekday}, ${columns.monthDay},
        ${columns.at}, ${columns.format}, ${columns.isAttached}, ${sql.param(columns.recipientIds)}::uuid[],
        ${columns.isActive}, ${columns.nextAt}::timestamptz)`);
    audit({
      action: 'report-schedule.create',
      entity: 'report-schedule',
      entityId: id,
      details: { report: report ?? CHART_FILE, view: name, ...columns },
    });
    return { _id: id };
  });
}

interface FoundSchedule extends Record<string, unknown> {
  report: ReportName | null;
  recipientIds: string[];
}

async function findSchedule(tx: Db, id: string, which: SQL): Promise<FoundSchedule> {
  const { rows } = await tx.execute<FoundSchedule>(sql`
    select v.report, s.recipient_ids as "recipientIds" from ${schedulesFrom} where s.id = ${id} and ${which} for update of s`);
  const [found] = rows;
  if (!found) throw notFound('This schedule');
  return found;
}

/** Changes, pauses or goes on with a schedule: its next time is counted from now. Throws 404, 409 STALE_REVISION, 422. */
export async function changeReportSchedule(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  body: ChangedSchedule,
): Promise<{ _id: string }> {
  const columns = columnsOf(body, settings.businessTz);
  return runCommand(db, actor, async ({ tx, audit }) => {
    const { report, recipientIds } = await findSchedule(tx, id, schedulesOf(actor));
    await refuseStale(tx, body.revision, settingsOf(sql`${id}`), { kind: 'schedule', id });
    await refuseStrangers(tx, actor, report, body, recipientIds);
    await tx.execute(sql`update report_schedules set rhythm = ${columns.rhythm}, weekday = ${columns.weekday},
      month_day = ${columns.monthDay}, at = ${columns.at}, format = ${columns.format}, is_attached = ${columns.isAttached},
      recipient_ids = ${sql.param(columns.recipientIds)}::uuid[], is_active = ${columns.isActive},
      next_at = ${columns.nextAt}::timestamptz, updated_at = now() where id = ${id}`);
    audit({
      action: 'report-schedule.change',
      entity: 'report-schedule',
      entityId: id,
      details: columns,
    });
    return { _id: id };
  });
}

/** Ends a schedule; what it sent stays. Throws 404. */
export async function endReportSchedule(
  { db }: Context,
  actor: Actor,
  id: string,
): Promise<{ _id: string }> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    await findSchedule(tx, id, endedBy(actor));
    await tx.execute(
      sql`update report_schedules set ended_at = now(), is_active = false where id = ${id}`,
    );
    audit({ action: 'report-schedule.end', entity: 'report-schedule', entityId: id });
    return { _id: id };
  });
}

interface DeliveryRow extends ReportDelivery, Record<string, unknown> {}

/** What a schedule sent, newest first. Throws 404. */
export async function listReportDeliveries(
  { db }: Context,
  actor: Actor,
  id: string,
  page: PageAsk,
): Promise<Page<ReportDelivery>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select s.id from report_schedules s where s.id = ${id} and ${schedulesOf(actor)}`,
  );
  if (rows.length === 0) throw notFound('This schedule');
  return listPage<DeliveryRow, ReportDelivery>(db, page, {
    columns: sql`d.id as "_id", d.due_at as "dueAt", u.full_name as "recipientName", d.address, d.state,
      d.file_name as "fileName", d.row_count as "rowCount", d.subject, d.body, d.error, d.attempts, d.sent_at as "sentAt"`,
    from: sql`report_deliveries d join users u on u.id = d.recipient_id`,
    where: sql`d.schedule_id = ${id}`,
    order: sql`d.due_at desc, u.full_name, d.id`,
    row: (row) => ({
      ...row,
      dueAt: isoInstant(row.dueAt),
      sentAt: isoInstantOrNull(row.sentAt),
    }),
  });
}
