import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { Disposition } from '../../contract/disposition.ts';
import type { Measure } from '../../contract/report-columns.ts';
import type { AgentTotals, DispositionReport, reportCalls } from '../../contract/report.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { pageLimit } from '../database/list-page.ts';
import type { PageAsk } from '../database/list-page.ts';
import { plannedOnce } from '../database/prepared.ts';
import {
  dispositionColumns,
  toDisposition,
  dispositionJoins,
  withoutMoney,
} from '../dispositions/disposition-rows-service.ts';
import type { DispositionRow } from '../dispositions/disposition-rows-service.ts';
import { withVisitMarks } from '../dispositions/visit-marks-service.ts';
import { askReport, filterCondition } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { ALL_GROUPS } from './report-limits.ts';
import { readGroups } from './report-reading.ts';
import type { GroupRow } from './report-reading.ts';
import { factsFrom, shownSums } from './report-statements.ts';

/** A daily report, of calls or of visits. */
export type DailyReportName = 'dailyCalls' | 'dailyVisits';

type DailyQuery = CallRequest<typeof reportCalls.getDailyCallReport>['query'];
type Totals = DispositionReport['totals'];

/** The newest first; equal instants keep one order. */
const newestFirst = sql`d.recorded_at desc, d.id desc`;

const DAY_MS = 86_400_000;

/** Planning the report of today and tomorrow takes several times what reading it does. Longer ones and choices are better planned as they come. */
const isUsual = ({ ask, filter }: AskedReport): boolean => {
  const { gte: _from, lte: _to, ...choices } = filter;
  const isChosen = Object.values(choices).some(
    (choice) => Array.isArray(choice) || (typeof choice === 'string' && choice !== ''),
  );
  return Date.parse(ask.range.to) - Date.parse(ask.range.from) <= DAY_MS && !isChosen;
};

/** A page of the contacts of a daily report. */
async function readContacts(db: Db, asked: AskedReport, page: PageAsk): Promise<Disposition[]> {
  const { report, ask } = asked;
  const { rows } =
    await db.execute<DispositionRow>(sql`select ${plannedOnce(asked.isPlanned === true)} ${dispositionColumns}
    from (select d.* from ${factsFrom(report, ask)} join dispositions d on d.id = nullif(x.id, '')::uuid
      where ${filterCondition(asked)} order by ${newestFirst} ${pageLimit(page)}) d
    ${dispositionJoins} order by ${newestFirst}`);
  const contacts = (await withVisitMarks(db, ask.actor, rows)).map(toDisposition);
  return ask.actor.clientId === null ? contacts : contacts.map(withoutMoney);
}

/** On how many loans contacts were recorded: by agent, and in all under `null`. */
async function countLoans(db: Db, asked: AskedReport): Promise<Map<string | null, number>> {
  const { report, ask } = asked;
  const { rows } = await db.execute<{ agent: string | null; loans: number }>(sql`
    select ${plannedOnce(asked.isPlanned === true)} x.agent_id as agent, count(distinct x.loan_id)::int as loans from ${factsFrom(report, ask)}
    where x.id <> '' and ${filterCondition(asked)} group by grouping sets ((), (x.agent_id))`);
  return new Map(rows.map(({ agent, loans }) => [agent, loans]));
}

/** The figures of a line as the specification's call has them. */
function totalsOf(asked: AskedReport, { sums }: Pick<GroupRow, 'sums'>, loanCount: number): Totals {
  const { measures } = asked.report;
  const shown = shownSums(asked, sums);
  // A figure that the report lacks is nothing: no claims on visits.
  const of = (measure: Measure) => {
    const at = measures.indexOf(measure);
    return at === -1 ? 0 : (shown[at] ?? null);
  };
  const isLenders = asked.ask.actor.clientId !== null;
  return {
    count: (of('calls') ?? 0) + (of('visits') ?? 0),
    loanCount,
    claimed: isLenders ? null : of('claimed'),
    receipted: isLenders ? null : of('receipted'),
    verified: of('verified'),
    promiseAmount: of('promised') ?? 0,
    promiseCount: of('promises') ?? 0,
  };
}

/** Who brought most first, then who recorded most. */
const byWorth = (one: AgentTotals, other: AgentTotals): number =>
  (other.receipted ?? 0) + (other.claimed ?? 0) - (one.receipted ?? 0) - (one.claimed ?? 0) ||
  other.count - one.count;

/** A page of a daily report with the totals of all its pages (spec 7.7). Page and totals are of one instant. */
export async function getDailyReport(
  { longReads, settings }: Context,
  actor: Actor,
  name: DailyReportName,
  query: DailyQuery,
): Promise<DispositionReport> {
  const plain = askReport(name, actor, settings.businessTz, query);
  const asked = { ...plain, isPlanned: isUsual(plain) };
  const { page, pageSize } = query;
  return longReads.atOneInstant(async (tx) => {
    const [total, ...lines] = await readGroups(tx, asked, 'agent', ALL_GROUPS);
    const loans = await countLoans(tx, asked);
    const totals = totalsOf(asked, total ?? { sums: [] }, loans.get(null) ?? 0);
    const byAgent = lines.map((line) =>
      Object.assign(totalsOf(asked, line, (line.group && loans.get(line.group)) || 0), {
        agentId: line.group || null,
        Agent_Name: line.label,
      }),
    );
    return {
      data: await readContacts(tx, asked, query),
      totalCount: totals.count,
      page,
      pageSize,
      totals,
      byAgent: byAgent.toSorted(byWorth),
    };
  });
}
