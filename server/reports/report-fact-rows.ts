import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Measure } from '../../contract/report-columns.ts';
import type { Detail } from '../../contract/report-details.ts';
import type { ReportFilter, ReportRows } from '../../contract/report-engine.ts';
import { NO_GROUP } from '../../contract/report-names.ts';
import type { ReportGroup, ReportName } from '../../contract/report-names.ts';
import { idSchema } from '../../contract/values.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { allowMonthMemory } from '../database/bulk.ts';
import type { Db } from '../database/connection.ts';
import type { PageAsk } from '../database/list-page.ts';
import { badInput } from '../errors.ts';
import { askReport, filterCondition } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { alikeSql, detailSql, GROUP_SQL, MEASURE_SQL } from './report-columns.ts';
import type { Report } from './report-definition.ts';
import { factsOfLoans, shownSums, sumsOf } from './report-statements.ts';
import type { Sums } from './report-statements.ts';

/** A row behind a report: what it tells, and what it adds to each measure. */
export interface FactRow extends Record<string, unknown> {
  _id: string;
  loanId: string;
  cells: (string | number | null)[];
  sums: Sums;
}

const addedList = ({ measures }: Report): SQL =>
  sql.join(
    measures.map((measure) => MEASURE_SQL[measure]),
    sql`, `,
  );

/** What a row adds to a measure: which one is a value of the statement. */
const addedTo = ({ measures }: Report, measure: Measure): SQL =>
  sql`case ${measures.indexOf(measure)}::int ${sql.join(
    measures.map((one, at) => sql`when ${sql.raw(String(at))} then ${MEASURE_SQL[one]}`),
    sql` `,
  )} end`;

/** What agents told of money is not a lender's people's to see (contract/collected.ts). */
const OWN: ReadonlySet<Detail> = new Set(['amountTold', 'moneyState']);

const cellsOf = ({ report: { details }, ask }: AskedReport, isFile: boolean): SQL =>
  sql`jsonb_build_array(${sql.join(
    details.map((detail) =>
      ask.actor.clientId !== null && OWN.has(detail)
        ? sql`null`
        : detailSql(detail, ask.actor, isFile),
    ),
    sql`, `,
  )})`;

/** What rows that are contacts tell of them. */
const contactOf = ({ isOfContacts }: Report): SQL =>
  isOfContacts === true ? sql`left join dispositions e on e.id = nullif(x.id, '')::uuid` : sql``;

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
  if (measure !== undefined) conditions.push(sql`${addedTo(report, measure)} <> 0`);
  if (by !== undefined && group !== undefined) {
    const key = GROUP_SQL[by].key(GROUP_SQL[by].of(zone));
    const wanted = sql`${group === NO_GROUP ? '' : group}::text`;
    conditions.push(sql`${alikeSql(by, key)} = ${alikeSql(by, wanted)}`);
  }
  // Said once more as an id, which an index of contacts and money finds.
  if (group !== undefined && idSchema.safeParse(group).success) {
    if (by === 'agent') conditions.push(sql`x.agent_id = ${group}::uuid`);
    if (by === 'manager') conditions.push(sql`x.manager_id = ${group}::uuid`);
  }
  return conditions;
}

/** What chooses the rows behind a report. */
export interface RowsAsk {
  readonly measure?: Measure | undefined;
  readonly by?: ReportGroup | undefined;
  readonly group?: string | undefined;
}

/** Condition on `x`, `l`, `c`: the rows that are asked for. */
function rowsWhere(asked: AskedReport, rows: RowsAsk): SQL {
  const { report, ask } = asked;
  if (rows.by !== undefined && !report.groups.includes(rows.by))
    throw badInput('This report is not grouped so.');
  return sql.join([filterCondition(asked), ...behindFigure(report, ask.zone, rows)], sql` and `);
}

/**
 * Selects rows behind a report, the newest first, with what each adds to every measure. Money that came with one file is known
 * at one instant and has no id here: its day and people say which row is which, so that no page repeats or leaves out one.
 */
function rowsStatement(asked: AskedReport, rows: RowsAsk, limit: SQL, isFile: boolean): SQL {
  const { report, ask } = asked;
  const order = sql`x.at desc nulls last, x.loan_id, x.id, x.day desc, x.agent_id, x.manager_id, ${addedList(report)}`;
  return sql`
    select x.id as "_id", x.loan_id as "loanId", ${cellsOf(asked, isFile)} as cells, jsonb_build_array(${addedList(report)}) as sums
    from (select x.* from ${factsOfLoans(report.facts(ask))} where ${rowsWhere(asked, rows)} order by ${order} ${limit}) x
      join loans l on l.id = x.loan_id join clients c on c.id = l.client_id
      left join users a on a.id = x.agent_id left join users g on g.id = x.manager_id
      left join disposition_codes k on k.code = x.note ${contactOf(report)}
    order by ${order}`;
}

/** Some of the rows; for a file with what is masked for who takes it. */
export async function readFactRows(
  db: Db,
  asked: AskedReport,
  rows: RowsAsk,
  limit: SQL,
  isFile = false,
): Promise<FactRow[]> {
  const found = await db.execute<FactRow>(rowsStatement(asked, rows, limit, isFile));
  return found.rows;
}

/** All rows, piece by piece, of the transaction's instant, as a file has them. */
export async function* allFactRows(
  tx: Db,
  asked: AskedReport,
  rows: RowsAsk,
): AsyncGenerator<FactRow[], void, undefined> {
  await tx.execute(
    sql`declare report_rows no scroll cursor for ${rowsStatement(asked, rows, sql``, true)}`,
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
    from ${factsOfLoans(report.facts(ask))} where ${rowsWhere(asked, rows)}`);
  return found.rows[0] ?? { count: 0, sums: [] };
}

/** A page of the rows behind a report, or behind one of its figures. Throws 400, 403. */
export async function readReportRows(
  { longReads, settings }: Context,
  actor: Actor,
  name: ReportName,
  query: PageAsk & ReportFilter & RowsAsk,
): Promise<ReportRows> {
  const asked = askReport(name, actor, settings.businessTz, query);
  const { report, ask } = asked;
  const { page, pageSize } = query;
  return longReads.atOneInstant(async (tx) => {
    await allowMonthMemory(tx);
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
        sums: shownSums(asked, added),
      })),
      totals: shownSums(asked, sums),
      totalCount: count,
      page,
      pageSize,
    };
  });
}
