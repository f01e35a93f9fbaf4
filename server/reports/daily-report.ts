import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { DispositionReport, reportCalls } from '../../contract/report.ts';
import { idSchema } from '../../contract/values.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo } from '../access/scope.ts';
import { dayRange } from '../clock.ts';
import type { Context } from '../context.ts';
import { allOf, wordConditions } from '../database/list-page.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { badInput } from '../errors.ts';
import { clientCondition, loanWords } from '../loans/loan-filter-service.ts';
import { reportRange } from './report-range.ts';
import type { ReportRange } from './report-range.ts';
import { readReportPage, readTotals } from './report-rows.ts';

type CallReportQuery = CallRequest<typeof reportCalls.getDailyCallReport>['query'];
type FieldReportQuery = CallRequest<typeof reportCalls.getDailyFieldReport>['query'];

/** Which daily report is asked for. */
export type ReportAsk =
  | { readonly channel: 'CALL'; readonly query: CallReportQuery }
  | { readonly channel: 'FIELD'; readonly query: FieldReportQuery };

/**
 * A report's days and the condition on `d` and `l` of everything in it; `paid` is that on the money lines `m` of payments,
 * null when contacts are chosen by what they say.
 */
export interface ReportScope {
  readonly range: ReportRange;
  readonly where: SQL;
  readonly paid: SQL | null;
}

function agentConditions(ids: readonly string[] | undefined): SQL[] {
  if (ids === undefined || ids.length === 0) return [];
  if (ids.some((id) => !idSchema.safeParse(id).success))
    throw badInput('Choose agents from the list: an id of the filter is not valid.');
  return [sql`d.agent_id = any(${sql.param(ids)}::uuid[])`];
}

/** What a report covers: the actor's view, the days, the filters. Throws 400 for days or ids that make no sense. */
export function reportScope(zone: string, actor: Actor, ask: ReportAsk): ReportScope {
  const { query } = ask;
  const range = reportRange(zone, query);
  const { start, end } = dayRange(zone, range.from, range.to);
  const people = ask.channel === 'CALL' ? ask.query.collectorId : ask.query.fieldAgentId;
  const conditions = [
    dispositionsVisibleTo(actor),
    sql`d.channel = ${ask.channel}`,
    sql`d.recorded_at >= ${start}::timestamptz`,
    sql`d.recorded_at < ${end}::timestamptz`,
    ...agentConditions(people),
    ...wordConditions(sql`(${loanWords} || ' ' || lower(coalesce(d.remarks, '')))`, query.search),
  ];
  // A call's beginning is no result of its own once the call has one.
  if (ask.channel === 'CALL') conditions.push(isNotSuperseded);
  if (query.clientName && query.clientName.length > 0)
    conditions.push(clientCondition(query.clientName));
  if (query.managerId !== undefined)
    conditions.push(sql`(d.manager_id = ${query.managerId} or d.agent_id = ${query.managerId})`);
  if (query.disposition && query.disposition.length > 0)
    conditions.push(sql`d.code = any(${sql.param(query.disposition)}::text[])`);
  return { range, where: allOf(conditions), paid: paidConditions(ask, people) };
}

function paidConditions({ query }: ReportAsk, people: readonly string[] | undefined): SQL | null {
  const { search, disposition, clientName, managerId } = query;
  if ((search ?? '') !== '' || (disposition?.length ?? 0) > 0) return null;
  return allOf([
    people && people.length > 0 && sql`m.person_id = any(${sql.param(people)}::uuid[])`,
    clientName &&
      clientName.length > 0 &&
      sql`m.client_id in (select c.id from clients c where c.name = any(${sql.param(clientName)}::text[]))`,
    managerId !== undefined && sql`(m.manager_id = ${managerId} or m.person_id = ${managerId})`,
  ]);
}

/** A page of a daily report with the totals of all its pages (spec 7.7). Page and totals are of one instant. */
export async function getDailyReport(
  context: Context,
  actor: Actor,
  ask: ReportAsk,
): Promise<DispositionReport> {
  const scope = reportScope(context.settings.businessTz, actor, ask);
  const { page, pageSize } = ask.query;
  return context.db.transaction(
    async (tx) => {
      const { totals, byAgent } = await readTotals(tx, actor, scope);
      const data = await readReportPage(tx, scope.where, page, pageSize);
      return { data, totalCount: totals.count, page, pageSize, totals, byAgent };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
