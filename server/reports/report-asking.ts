import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { mayReadReport } from '../../contract/report-engine.ts';
import type { ReportFilter } from '../../contract/report-engine.ts';
import { isOfHolders } from '../../contract/report-names.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { addDays, businessDay, dayRange } from '../clock.ts';
import { atMostDays } from '../day-span.ts';
import { allOf, wordConditions } from '../database/list-page.ts';
import { badInput, notAllowed } from '../errors.ts';
import { clientCondition, loanSearchConditions, loanWords } from '../loans/loan-filter-service.ts';
import { sqlTextFor } from '../loans/loan-rows-service.ts';
import { hasWord } from '../loans/loan-words-service.ts';
import type { FactsAsk, Report } from './report-definition.ts';
import { REPORTS } from './report-list.ts';
import { reportRange } from './report-range.ts';
import type { ReportRange } from './report-range.ts';

/** More days than this are no report that anyone reads. */
const MOST_DAYS = 400;

/** A report that may be read, with who asks and for which days. */
export interface AskedReport {
  readonly name: ReportName;
  readonly report: Report;
  readonly ask: FactsAsk;
  readonly filter: ReportFilter;
  /** Its statements are planned once per connection (database/prepared.ts): they are short and always the same. */
  readonly isPlanned?: boolean;
}

/** The days asked for, else the current month, both included. */
function monthRange(today: string, { gte, lte }: Pick<ReportFilter, 'gte' | 'lte'>): ReportRange {
  const month = `${today.slice(0, 8)}01`;
  const monthEnd = addDays(`${addDays(month, 31).slice(0, 8)}01`, -1);
  const from = gte ?? (lte !== undefined && lte < month ? `${lte.slice(0, 8)}01` : month);
  const to = lte ?? (from > monthEnd ? from : monthEnd);
  return { from, to };
}

/** The first day of a day's month, or of one so many months before or after it. */
function monthStart(day: string, months = 0): string {
  const at = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1));
  return at.toISOString().slice(0, 10);
}

/** The whole months in which days lie. */
const wholeMonths = ({ from, to }: ReportRange): ReportRange => ({
  from: monthStart(from),
  to: addDays(monthStart(to, 1), -1),
});

/** What people did has no later day, however far ahead the last one lies that somebody names. */
function untilTomorrow({ from, to }: ReportRange, today: string): ReportRange {
  const last = addDays(today, 1);
  return { from, to: from <= last && to > last ? last : to };
}

function rangeOf(
  report: Report,
  zone: string,
  today: string,
  filter: Pick<ReportFilter, 'gte' | 'lte'>,
): ReportRange {
  if (report.range === 'day') return untilTomorrow(reportRange(zone, filter), today);
  const range = monthRange(today, filter);
  return report.range === 'months' ? wholeMonths(range) : range;
}

/** The days of a report, and what its facts are asked by. Throws 400. */
function factsAsk(
  report: Report,
  actor: Actor,
  zone: string,
  filter: Pick<ReportFilter, 'gte' | 'lte'>,
): FactsAsk {
  const today = businessDay(zone);
  const range = rangeOf(report, zone, today, filter);
  atMostDays(MOST_DAYS, range);
  return { actor, zone, range, today, ...dayRange(zone, range.from, range.to) };
}

/** The days, or months, that lie right before: as many as there have been. The days of what falls due count ahead, too. */
function rangeBefore(report: Report, range: ReportRange, today: string): ReportRange {
  const hasAll = report.range === 'months' || report.isOfDueDays === true;
  const { from, to } = hasAll ? range : untilTomorrow(range, today);
  if (report.range === 'months') {
    const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12;
    const more = Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
    return { from: monthStart(from, -(months + more)), to: addDays(from, -1) };
  }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

/** The same report for the period right before. */
export function askBefore(report: Report, { range, ...ask }: FactsAsk): FactsAsk {
  const before = rangeBefore(report, range, ask.today);
  return { ...ask, range: before, ...dayRange(ask.zone, before.from, before.to) };
}

/** A report as its reader asks for it. Throws 403 for a role that it is not for, 400 for days that make no sense. */
export function askReport(
  name: ReportName,
  actor: Actor,
  zone: string,
  filter: ReportFilter,
): AskedReport {
  if (!mayReadReport(name, actor.role)) throw notAllowed('This report is not for your role.');
  const report = REPORTS[name];
  return { name, report, filter, ask: factsAsk(report, actor, zone, filter) };
}

const given = (list: readonly string[] | undefined): list is readonly string[] =>
  list !== undefined && list.length > 0;

function people(agent: SQL, list: readonly string[]): SQL {
  return sql`${agent} = any(${sql.param(list)}::uuid[])`;
}

function outcomes({ groups }: Report, codes: readonly string[]): SQL {
  if (!groups.includes('outcome')) throw badInput('The rows of this report have no outcomes.');
  return sql`x.note = any(${sql.param(codes)}::text[])`;
}

/** Conditions that every word is found with the loan `l`; with contacts, also among their remarks. */
const searched = ({ isOfContacts }: Report, search: string | undefined, reader: Role): SQL[] =>
  isOfContacts === true
    ? wordConditions(
        sql`(${loanWords(reader)} || ' ' || lower(coalesce(${sqlTextFor(reader, sql`x.remarks`)}, '')))`,
        search,
      )
    : loanSearchConditions(search, reader);

/** Condition on `x` and `l` of a filter. Throws 400 for an id that is none, and for outcomes where there are none. */
export function filterCondition({ name, report, ask, filter }: AskedReport): SQL {
  const { clientName, bucket, city, product, collectorId, fieldAgentId, managerId } = filter;
  const { disposition } = filter;
  return allOf([
    given(clientName) && clientCondition(clientName),
    given(bucket) && hasWord('bucket', bucket),
    given(city) && hasWord('city', city),
    given(product) && hasWord('product', product),
    given(collectorId) && people(sql`x.agent_id`, collectorId),
    // A loan can have both: the current agent is then the caller, the field agent its other one.
    given(fieldAgentId) &&
      people(isOfHolders(name) ? sql`l.field_agent_id` : sql`x.agent_id`, fieldAgentId),
    managerId !== undefined && sql`x.manager_id = ${managerId}::uuid`,
    given(disposition) && outcomes(report, disposition),
    ...searched(report, filter.search, ask.actor.role),
  ]);
}
