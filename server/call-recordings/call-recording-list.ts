import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { numberSoFar } from '../../contract/contact-rules.ts';
import type { CallRecording, callRecordingCalls } from '../../contract/call-recording.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo, peopleVisibleTo } from '../access/scope.ts';
import { processName } from '../campaigns/process-name-service.ts';
import { dayRange, isoInstant } from '../clock.ts';
import { monthSoFar } from '../day-span.ts';
import type { Context } from '../context.ts';
import { allOf, contains, pageLimit } from '../database/list-page.ts';

type Query = CallRequest<typeof callRecordingCalls.listCallRecordings>['query'];
type Answer = CallAnswer<typeof callRecordingCalls.listCallRecordings>;

interface RecordingRow extends CallRecording, Record<string, unknown> {}

/** The days asked for, else those of the current month so far (spec 9), as instants. */
function spanOf(zone: string, query: Query): { start: string; end: string } {
  const { from, to } = monthSoFar(zone, query);
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
    process !== undefined && process !== '' && sql`${processName('k')} = ${process}`,
    result !== undefined && sql`k.result = ${result}`,
    source !== undefined && sql`k.source = ${source}`,
    search &&
      sql`(${contains(numberSoFar(search) ?? search.replace(/\s/g, ''), sql`k.number`)} or ${contains(search, sql`l.loan_number`)})`,
  ]);
  return sql`select k.id, k.source, k.placed_at as at, k.number, k.external_id, k.agent_id, ${processName('k')} as process_name, k.loan_id, k.result,
      k.disposition_id, k.talk_seconds
    from dialer_calls k left join loans l on l.id = k.loan_id where ${where}`;
}

const toWire = (row: RecordingRow): CallRecording => ({
  ...row,
  // A loan that is out of sight now does not show through its call.
  loanId: row.Loan_ID === null ? null : row.loanId,
  at: isoInstant(row.at),
});

/** A page of the dialers' calls with a recording, newest first. A link that an agent wrote down is none. */
export async function listCallRecordings(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<Answer> {
  const { page, pageSize } = query;
  const span = spanOf(settings.businessTz, query);
  const calls = dialerCalls(actor, query, span);
  const { rows } = await db.execute<RecordingRow>(sql`
    select x.id as "_id", x.source, x.at, x.number as "dialledNumber", x.external_id as convoxid, u.full_name as "agentName",
      x.process_name as "processName", x.loan_id as "loanId", l.loan_number as "Loan_ID",
      l.customer_name as "Customer_Name", c.name as "Client_Name", x.result, d.code as disposition,
      x.talk_seconds as "talkSeconds"
    from (${calls} order by k.placed_at desc, k.id desc ${pageLimit({ page, pageSize })}) x
      left join users u on u.id = x.agent_id
      left join loans l on l.id = x.loan_id and ${loansVisibleTo(actor)} left join clients c on c.id = l.client_id
      left join dispositions d on d.id = x.disposition_id
    order by x.at desc, x.id desc`);
  const all = await db.execute<{
    count: number;
    processes: string[];
  }>(sql`select (select count(*)::int from (${calls}) z) as count,
    array(select distinct y.process_name from (${dialerCalls(actor, { ...query, process: undefined }, span)}) y
      where y.process_name is not null order by 1 limit 200) as processes`);
  const { count = 0, processes = [] } = all.rows[0] ?? {};
  return { data: rows.map(toWire), totalCount: count, page, pageSize, processes };
}
