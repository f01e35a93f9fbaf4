import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRecording, callRecordingCalls } from '../../contract/call-recording.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo, loansVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { businessDay, dayRange, isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import { allOf, likePart, pageLimit } from '../database/list-page.ts';
import { badInput } from '../errors.ts';

type Query = CallRequest<typeof callRecordingCalls.listCallRecordings>['query'];
type Answer = CallAnswer<typeof callRecordingCalls.listCallRecordings>;

interface RecordingRow extends CallRecording, Record<string, unknown> {}

/** The days asked for, else those of the current month so far (spec 9), as instants. Throws 400 for days that run backwards. */
function spanOf(zone: string, { gte, lte }: Query): { start: string; end: string } {
  const to = lte ?? businessDay(zone);
  const from = gte ?? `${to.slice(0, 8)}01`;
  if (from > to) throw badInput('The first day lies after the last. Choose the days again.');
  return dayRange(zone, from, to);
}

/** Calls of dialers: of loans that the actor sees, and of its own people. */
function dialerCalls(actor: Actor, query: Query, span: { start: string; end: string }): SQL {
  const { collectorId, process, result, source, search } = query;
  const ofLoan = sql`(l.id is not null and ${loansVisibleTo(actor)})`;
  const isOfTheFloor = isAdmin(actor) || actor.role === 'MANAGER';
  const seen = isAdmin(actor)
    ? sql`true`
    : isOfTheFloor
      ? sql`(${ofLoan} or exists (select 1 from users u where u.id = k.agent_id and ${peopleVisibleTo(actor)}))`
      : ofLoan;
  const where = allOf([
    sql`k.record_link is not null and k.placed_at >= ${span.start}::timestamptz and k.placed_at < ${span.end}::timestamptz`,
    seen,
    collectorId !== undefined && sql`k.agent_id = ${collectorId}`,
    process !== undefined && process !== '' && sql`k.process_name = ${process}`,
    result !== undefined && sql`k.result = ${result}`,
    source !== undefined && sql`k.source = ${source}`,
    search !== undefined &&
      search !== '' &&
      sql`(k.number like ${likePart(search.replace(/\s/g, ''))} or l.loan_number ilike ${likePart(search)})`,
  ]);
  return sql`select k.id, k.source, k.placed_at as at, k.number, k.external_id, k.agent_id, k.process_name, k.loan_id, k.result,
      k.disposition_id, k.talk_seconds
    from dialer_calls k left join loans l on l.id = k.loan_id where ${where}`;
}

/** Calls that an agent made itself and that no dialer knows of. */
function ownCalls(actor: Actor, query: Query, span: { start: string; end: string }): SQL | null {
  const { collectorId, process, result, source, search } = query;
  const isOther = (process ?? '') !== '' || result !== undefined;
  if (isOther || (source !== undefined && source !== 'MANUAL')) return null;
  const where = allOf([
    sql`d.record_link is not null and d.channel = 'CALL' and d.recorded_at >= ${span.start}::timestamptz
      and d.recorded_at < ${span.end}::timestamptz`,
    sql`(${loansVisibleTo(actor)} or ${dispositionsVisibleTo(actor)})`,
    sql`not exists (select 1 from dialer_calls k where k.id = d.id and k.record_link is not null)`,
    collectorId !== undefined && sql`d.agent_id = ${collectorId}`,
    search !== undefined &&
      search !== '' &&
      sql`(coalesce(d.dialled_number, l.mobile_number) like ${likePart(search.replace(/\s/g, ''))}
        or l.loan_number ilike ${likePart(search)})`,
  ]);
  return sql`select d.id, 'MANUAL' as source, d.recorded_at as at, coalesce(d.dialled_number, l.mobile_number, '') as number,
      null::text as external_id, d.agent_id, null::text as process_name, d.loan_id, null::text as result,
      d.id as disposition_id, d.duration as talk_seconds
    from dispositions d join loans l on l.id = d.loan_id where ${where}`;
}

const toWire = (row: RecordingRow): CallRecording => ({
  ...row,
  // A loan that is out of sight now does not show through its call.
  loanId: row.Loan_ID === null ? null : row.loanId,
  at: isoInstant(row.at),
});

/** A page of the calls with a recording, newest first, of both sources; each is read from its index by time. */
export async function listCallRecordings(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<Answer> {
  const { page, pageSize } = query;
  const span = spanOf(settings.businessTz, query);
  const sources = [dialerCalls(actor, query, span), ownCalls(actor, query, span)].filter(
    (one) => one !== null,
  );
  const newest = sources.map(
    (source) => sql`select * from (${source} order by 3 desc, 1 desc limit ${page * pageSize}) one`,
  );
  const counted = sql.join(
    sources.map((source) => sql`(select count(*) from (${source}) x)`),
    sql` + `,
  );
  const { rows } = await db.execute<RecordingRow>(sql`
    select x.id as "_id", x.source, x.at, x.number as "dialledNumber", x.external_id as convoxid, u.full_name as "agentName",
      x.process_name as "processName", x.loan_id as "loanId", l.loan_number as "Loan_ID",
      l.customer_name as "Customer_Name", c.name as "Client_Name", x.result, d.code as disposition,
      x.talk_seconds as "talkSeconds"
    from (${sql.join(newest, sql` union all `)} order by at desc, id desc
        ${pageLimit({ page, pageSize })}) x
      left join users u on u.id = x.agent_id
      left join loans l on l.id = x.loan_id and ${loansVisibleTo(actor)} left join clients c on c.id = l.client_id
      left join dispositions d on d.id = x.disposition_id
    order by x.at desc, x.id desc`);
  const all = await db.execute<{
    count: number;
    processes: string[];
  }>(sql`select (${counted})::int as count,
    array(select distinct y.process_name from (${dialerCalls(actor, { ...query, process: undefined }, span)}) y
      where y.process_name is not null order by 1 limit 200) as processes`);
  const { count = 0, processes = [] } = all.rows[0] ?? {};
  return { data: rows.map(toWire), totalCount: count, page, pageSize, processes };
}
