import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Detail, Measure } from '../../contract/report-columns.ts';
import { NO_GROUP } from '../../contract/report-names.ts';
import type { ReportGroup, ReportName } from '../../contract/report-names.ts';
import type { ReportAnswer, ReportFilter, ReportRows } from '../../contract/report-engine.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import type { PageAsk } from '../database/list-page.ts';
import { badInput } from '../errors.ts';
import { askBefore, askReport, filterCondition } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { detailSql, GROUP_SQL, IN_ORDER, MEASURE_SQL, placeSql } from './report-columns.ts';
import type { FactsAsk, Report } from './report-definition.ts';

type Cell = string | number | null;
type Sums = (number | null)[];

interface GroupRow extends Record<string, unknown> {
  is_total: boolean;
  group: string | null;
  label: string | null;
  sums: Sums;
  group_count: number;
}

/** A row behind a report: what it tells, and what it adds to each measure. */
export interface FactRow extends Record<string, unknown> {
  _id: string;
  loanId: string;
  cells: Cell[];
  sums: Sums;
}

/** Measures that a lender's people do not see (contract/collected.ts). */
const OWN: ReadonlySet<Measure> = new Set(['claimed', 'receipted']);

/** Sums as the reader may see them. */
export function shownSums({ measures }: Report, actor: Actor, sums: Sums): Sums {
  if (actor.clientId === null) return sums;
  return sums.map((sum, at) => {
    const measure = measures[at];
    return measure !== undefined && OWN.has(measure) ? null : sum;
  });
}

/** The facts of a report with what conditions, groups and details are about. */
const factsFrom = (report: Report, ask: FactsAsk): SQL => sql`(${report.facts(ask)}) x
  join loans l on l.id = x.loan_id join clients c on c.id = l.client_id
  left join users a on a.id = x.agent_id left join users g on g.id = x.manager_id
  left join disposition_codes k on k.code = x.note`;

const sumOf = (measure: Measure): SQL => sql`coalesce(sum(${MEASURE_SQL[measure]}), 0)`;

const sumsOf = ({ measures }: Report): SQL =>
  sql`jsonb_build_array(${sql.join(
    measures.map((measure) => sumOf(measure)),
    sql`, `,
  )})`;

const addedBy = ({ measures }: Report): SQL =>
  sql`jsonb_build_array(${sql.join(
    measures.map((measure) => MEASURE_SQL[measure]),
    sql`, `,
  )})`;

/** What a row adds to each measure, as an array: which one counts is a value of the statement. */
const addedList = ({ measures }: Report): SQL =>
  sql`array[${sql.join(
    measures.map((measure) => MEASURE_SQL[measure]),
    sql`, `,
  )}]`;

const cellsOf = ({ details }: Report, fileFor: Actor | null): SQL =>
  sql`jsonb_build_array(${sql.join(
    details.map((detail: Detail) => detailSql(detail, fileFor)),
    sql`, `,
  )})`;

/** A page of groups, the largest first or in their order, and the total over all of them as the first row. */
async function readGroups(
  db: Db,
  asked: AskedReport,
  by: ReportGroup,
  { page, pageSize }: PageAsk,
): Promise<GroupRow[]> {
  const { report, ask, filter } = asked;
  const [first = 'loans'] = report.measures;
  const { key, label } = GROUP_SQL[by];
  const behind = (page - 1) * pageSize;
  const { rows } = await db.execute<GroupRow>(sql`
    with flat as (
      select ${key(ask.zone)} as key, ${label} as label, ${placeSql(by)} as place, x.* from ${factsFrom(report, ask)}
      where ${filterCondition(filter)}),
    sums as (select grouping(x.key) = 1 as is_total, x.key, min(x.label) as label, min(x.place) as place,
        ${sumsOf(report)} as sums,
        ${sumOf(first)} as size
      from flat x group by grouping sets ((), (x.key))),
    ranked as (select s.*, row_number() over (order by s.is_total desc,
        case when ${IN_ORDER.has(by)} then 0 else s.size end desc, s.place, s.label, s.key) - 1 as rank from sums s)
    select r.is_total, r.key as "group", r.label, r.sums, (select count(*) - 1 from ranked)::int as group_count
    from ranked r where r.is_total or (r.rank > ${behind} and r.rank <= ${behind + pageSize}) order by r.rank`);
  return rows;
}

/** Condition on `x`: it stands behind one figure of one group. */
function behindFigure(
  report: Report,
  zone: string,
  {
    measure,
    by,
    group,
  }: { measure?: Measure | undefined; by?: ReportGroup | undefined; group?: string | undefined },
): SQL[] {
  if (measure !== undefined && !report.measures.includes(measure))
    throw badInput('This report does not have that figure.');
  const conditions: SQL[] = [];
  if (measure !== undefined)
    conditions.push(sql`(${addedList(report)})[${report.measures.indexOf(measure) + 1}::int] <> 0`);
  if (by !== undefined && group !== undefined)
    conditions.push(sql`${GROUP_SQL[by].key(zone)} = ${group === NO_GROUP ? '' : group}`);
  return conditions;
}

/** What chooses the rows behind a report. */
export interface RowsAsk {
  readonly measure?: Measure | undefined;
  readonly by?: ReportGroup | undefined;
  readonly group?: string | undefined;
}

/** Condition on `x`, `l`, `c`, `a`, `g`, `k`: the rows that are asked for. */
function rowsWhere({ report, filter, ask }: AskedReport, rows: RowsAsk): SQL {
  if (rows.by !== undefined && !report.groups.includes(rows.by))
    throw badInput('This report is not grouped so.');
  return sql.join([filterCondition(filter), ...behindFigure(report, ask.zone, rows)], sql` and `);
}

/** Selects rows behind a report, the newest first, with what each adds to every measure. */
function rowsStatement(asked: AskedReport, rows: RowsAsk, limit: SQL, fileFor: Actor | null): SQL {
  const { report, ask } = asked;
  const order = sql`x.at desc nulls last, x.loan_id, x.id, ${addedBy(report)}`;
  return sql`
    select x.id as "_id", x.loan_id as "loanId", ${cellsOf(report, fileFor)} as cells, ${addedBy(report)} as sums
    from (select x.* from ${factsFrom(report, ask)} where ${rowsWhere(asked, rows)} order by ${order} ${limit}) x
      join loans l on l.id = x.loan_id join clients c on c.id = l.client_id
      left join users a on a.id = x.agent_id left join users g on g.id = x.manager_id
      left join disposition_codes k on k.code = x.note
    order by ${order}`;
}

/** Some of the rows; for a file with what is masked for who takes it. */
export async function readFactRows(
  db: Db,
  asked: AskedReport,
  rows: RowsAsk,
  limit: SQL,
  fileFor: Actor | null = null,
): Promise<FactRow[]> {
  const found = await db.execute<FactRow>(rowsStatement(asked, rows, limit, fileFor));
  return found.rows;
}

/** All rows, piece by piece, of the transaction's instant, as a file has them. */
export async function* allFactRows(
  tx: Db,
  asked: AskedReport,
  rows: RowsAsk,
): AsyncGenerator<FactRow[], void, undefined> {
  await tx.execute(
    sql`declare report_rows no scroll cursor for ${rowsStatement(asked, rows, sql``, asked.ask.actor)}`,
  );
  for (;;) {
    const piece = await tx.execute<FactRow>(sql`fetch forward 2000 from report_rows`);
    if (piece.rows.length === 0) return;
    yield piece.rows;
  }
}

/** How many rows there are, and their sums. */
export async function sumFactRows(
  db: Db,
  asked: AskedReport,
  rows: RowsAsk,
): Promise<{ count: number; sums: Sums }> {
  const { report, ask } = asked;
  const found = await db.execute<{ count: number; sums: Sums }>(sql`
    select count(*)::int as count, ${sumsOf(report)} as sums
    from ${factsFrom(report, ask)} where ${rowsWhere(asked, rows)}`);
  return found.rows[0] ?? { count: 0, sums: [] };
}

type GroupsAsk = PageAsk &
  ReportFilter & { by?: ReportGroup | undefined; compare?: '1' | undefined };

/** The whole of a report: figures by group, the total, and what was before when asked. Throws 400, 403. */
export async function readReport(
  { db, settings }: Context,
  actor: Actor,
  name: ReportName,
  query: GroupsAsk,
): Promise<ReportAnswer> {
  const asked = askReport(name, actor, settings.businessTz, query);
  const { report, ask } = asked;
  const by = query.by ?? report.groups[0];
  if (!report.groups.includes(by)) throw badInput('This report is not grouped so.');
  return db.transaction(
    async (tx) => {
      const rows = await readGroups(tx, asked, by, query);
      const earlier =
        query.compare === '1' && report.range !== 'now' ? askBefore(report, ask) : null;
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
            sums: shownSums(report, actor, sums),
          })),
        totals: shownSums(report, actor, total?.sums ?? []),
        before: earlier && {
          range: earlier.range,
          totals: shownSums(report, actor, before?.[0]?.sums ?? []),
        },
        totalCount: total?.group_count ?? 0,
        page: query.page,
        pageSize: query.pageSize,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** A page of the rows behind a report, or behind one of its figures. Throws 400, 403. */
export async function readReportRows(
  { db, settings }: Context,
  actor: Actor,
  name: ReportName,
  query: PageAsk & ReportFilter & RowsAsk,
): Promise<ReportRows> {
  const asked = askReport(name, actor, settings.businessTz, query);
  const { report, ask } = asked;
  const { page, pageSize } = query;
  return db.transaction(
    async (tx) => {
      const { count, sums } = await sumFactRows(tx, asked, query);
      const limit = sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;
      const rows = await readFactRows(tx, asked, query, limit);
      return {
        report: name,
        range: report.range === 'now' ? null : ask.range,
        details: [...report.details],
        measures: [...report.measures],
        data: rows.map(({ _id, loanId, cells, sums: added }) => ({
          _id,
          loanId,
          cells,
          sums: shownSums(report, actor, added),
        })),
        totals: shownSums(report, actor, sums),
        totalCount: count,
        page,
        pageSize,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
