import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { NO_GROUP } from '../../contract/report-names.ts';
import type { ReportGroup, ReportName } from '../../contract/report-names.ts';
import type { ReportAnswer, ReportFilter } from '../../contract/report-engine.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allowMonthMemory } from '../database/bulk.ts';
import type { PageAsk } from '../database/list-page.ts';
import { plannedOnce } from '../database/prepared.ts';
import { badInput } from '../errors.ts';
import { isKeptMonth } from './loan-months.ts';
import { askBefore, askReport, filterCondition } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { alikeSql, GROUP_SQL, IN_ORDER, MEASURE_SQL, placeSql } from './report-columns.ts';
import { factsOfLoans, shownSums } from './report-statements.ts';
import type { Sums } from './report-statements.ts';
import { factsForGroups } from './summed-facts.ts';

/** A line of a report: a group, or the total of all. */
export interface GroupRow extends Record<string, unknown> {
  is_total: boolean;
  group: string | null;
  label: string | null;
  sums: Sums;
  group_count: number;
}

/** What the sum of a measure is called in a statement, by its place. */
const sumName = (at: number): SQL => sql.raw(`sum_${at}`);

/**
 * Adds up the facts by what they are put together by, `s.of`, before anything is named: names cost more than sums where there
 * are millions of rows.
 */
function partSums(asked: AskedReport, by: ReportGroup): SQL {
  const { report, ask, filter } = asked;
  const sums = report.measures.map(
    (measure, at) => sql`sum(${MEASURE_SQL[measure]}) as ${sumName(at)}`,
  );
  const of = GROUP_SQL[by].of(ask.zone);
  const facts = sql`${factsOfLoans(factsForGroups(report, ask, filter, by))} where ${filterCondition(asked)}`;
  const { alike } = report;
  if (alike === undefined)
    return sql`select ${of} as of, ${sql.join(sums, sql`, `)} from ${facts} group by 1`;
  const kinds = sql.raw(alike.by.map((name) => `x.${name}`).join(', '));
  const summed = sql.raw(alike.sums.map((name) => `sum(x.${name}) as ${name}`).join(', '));
  return sql`select x.of, ${sql.join(sums, sql`, `)}
    from (select ${of} as of, ${kinds}, ${summed} from ${facts} group by 1, ${kinds}) x group by 1`;
}

/** A page of groups, the largest first or in their order, and the total over all of them as the first row. */
export async function readGroups(
  db: Db,
  asked: AskedReport,
  by: ReportGroup,
  { page, pageSize }: PageAsk,
): Promise<GroupRow[]> {
  const { report, ask } = asked;
  const isKept = report.isOfLoanMonths === true && (await isKeptMonth(db, ask));
  const { key, label } = GROUP_SQL[by];
  const of = sql`s.of`;
  const behind = (page - 1) * pageSize;
  const sums = report.measures.map((_, at) => sql`coalesce(sum(x.${sumName(at)}), 0)`);
  const { rows } = await db.execute<GroupRow>(sql`
    with ${plannedOnce(asked.isPlanned === true)} parts as (${partSums({ ...asked, ask: { ...ask, isKeptMonth: isKept } }, by)}),
    sums as (select grouping(x.alike) = 1 as is_total, min(x.key) as key, min(x.label) as label, min(x.place) as place,
        jsonb_build_array(${sql.join(sums, sql`, `)}) as sums, ${sums[0]} as size
      from (select ${alikeSql(by, key(of))} as alike, ${key(of)} as key, ${label(of)} as label, ${placeSql(by, of)} as place, s.*
        from parts s) x
      group by grouping sets ((), (x.alike))),
    ranked as (select s.*, row_number() over (order by s.is_total desc,
        case when ${IN_ORDER.has(by)} then 0 else s.size end desc, s.place, s.label, s.key) - 1 as rank from sums s)
    select r.is_total, r.key as "group", r.label, r.sums, (select count(*) - 1 from ranked)::int as group_count
    from ranked r where r.is_total or (r.rank > ${behind} and r.rank <= ${behind + pageSize}) order by r.rank`);
  return rows;
}

type GroupsAsk = PageAsk &
  ReportFilter & { by?: ReportGroup | undefined; compare?: '1' | undefined };

/** The whole of a report: figures by group, the total, and what was before when asked. Throws 400, 403. */
export async function readReport(
  { longReads, settings }: Context,
  actor: Actor,
  name: ReportName,
  query: GroupsAsk,
): Promise<ReportAnswer> {
  const asked = askReport(name, actor, settings.businessTz, query);
  const { report, ask } = asked;
  const by = query.by ?? report.groups[0];
  if (!report.groups.includes(by)) throw badInput('This report is not grouped so.');
  return longReads.atOneInstant(async (tx) => {
    await allowMonthMemory(tx);
    const rows = await readGroups(tx, asked, by, query);
    const earlier = query.compare === '1' && report.range !== 'now' ? askBefore(report, ask) : null;
    const before =
      earlier && (await readGroups(tx, { ...asked, ask: earlier }, by, { page: 1, pageSize: 1 }));
    const [total] = rows;
    return {
      report: name,
      by,
      groups: [...report.groups],
      range: report.range === 'now' ? null : ask.range,
      measures: [...report.measures],
      ratios: [...report.ratios],
      data: rows
        .filter((row) => !row.is_total)
        .map(({ group, label, sums }) => ({
          group: group || NO_GROUP,
          label,
          sums: shownSums(asked, sums),
        })),
      totals: shownSums(asked, total?.sums ?? []),
      before: earlier && {
        range: earlier.range,
        totals: shownSums(asked, before?.[0]?.sums ?? []),
      },
      totalCount: total?.group_count ?? 0,
      page: query.page,
      pageSize: query.pageSize,
    };
  });
}
