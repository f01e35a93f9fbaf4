import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Measure } from '../../contract/report-columns.ts';
import type { Detail } from '../../contract/report-details.ts';
import type { ReportFilter, ReportRows } from '../../contract/report-engine.ts';
import { NO_GROUP } from '../../contract/report-names.ts';
import type { ReportGroup, ReportName } from '../../contract/report-names.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { allowMonthMemory } from '../database/bulk.ts';
import type { Db } from '../database/connection.ts';
import type { PageAsk } from '../database/list-page.ts';
import { badInput } from '../errors.ts';
import { askReport, filterCondition } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { detailSql, isOfGroup, MEASURE_SQL } from './report-columns.ts';
import type { Report } from './report-definition.ts';
import { factsFrom, shownSums, sumsOf } from './report-statements.ts';
import type { Sums } from './report-statements.ts';

/** A row behind a report: what it tells, and what it adds to each measure. */
export interface FactRow extends Record<string, unknown> {
  _id: string;
  loanId: string;
  cells: (string | number | null)[];
  sums: Sums;
}

const addedBy = ({ measures }: Report): SQL =>
  sql`jsonb_build_array(${sql.join(
    measures.map((measure) => MEASURE_SQL[measure]),
    sql`, `,
  )})`;

/** What a row adds to a measure: which one is a value of the statement. */
const addedTo = ({ measures }: Report, measure: Measure): SQL =>
  sql`case ${measures.indexOf(measure)}::int ${sql.join(
    measures.map((one, at) => sql`when ${sql.raw(String(at))} then ${MEASURE_SQL[one]}`),
    sql` `,
  )} end`;

/** What agents told of money is not a lender's people's to see (contract/collected.ts). */
const OWN: ReadonlySet<Detail> = new Set(['amountTold', 'moneyState']);

const cellsOf = ({ report: { details }, ask }: AskedReport, fileFor: Actor | null): SQL =>
  sql`jsonb_build_array(${sql.join(
    details.map((detail) =>
      ask.actor.clientId !== null && OWN.has(detail) ? sql`null` : detailSql(detail, fileFor),
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
  if (measure !== undefined)
    conditions.push(sql`${addedTo(report, measure)} <> 0`);
  if (by !== undefined && group !== undefined)
    conditions.push(isOfGroup(by, zone, group === NO_GROUP ? '' : group));
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
  return sql.join(
    [filterCondition(report, filter), ...behindFigure(report, ask.zone, rows)],
    sql` and `,
  );
}

/** Selects rows behind a report, the newest first, with what each adds to every measure; a page of them, or all. */
function rowsStatement(
  asked: AskedReport,
  rows: RowsAsk,
  page: PageAsk | null,
  fileFor: Actor | null,
): SQL {
  const { report, ask } = asked;
  const order = sql`x.at desc nulls last, x.loan_id, x.id, ${addedBy(report)}`;
  let chosen = sql`select x.* from ${factsFrom(report, ask)} where ${rowsWhere(asked, rows)}`;
  if (page !== null) {
    // Told apart by their figures are only rows of one loan and instant: of all others that would be written for nothing.
    const until = page.page * page.pageSize;
    chosen = sql`select x.* from (${chosen} order by x.at desc nulls last, x.loan_id
        fetch first (${until}::int) rows with ties) x
      order by ${order} limit ${page.pageSize} offset ${until - page.pageSize}`;
  }
  return sql`
    select x.id as "_id", x.loan_id as "loanId", ${cellsOf(asked, fileFor)} as cells, ${addedBy(report)} as sums
    from (${chosen}) x
      join loans l on l.id = x.loan_id join clients c on c.id = l.client_id
      left join users a on a.id = x.agent_id left join users g on g.id = x.manager_id
      left join disposition_codes k on k.code = x.note ${contactOf(report)}
    order by ${order}`;
}

/** A page of the rows; for a file with what is masked for who takes it. */
export async function readFactRows(
  db: Db,
  asked: AskedReport,
  rows: RowsAsk,
  page: PageAsk,
  fileFor: Actor | null = null,
): Promise<FactRow[]> {
  const found = await db.execute<FactRow>(rowsStatement(asked, rows, page, fileFor));
  return found.rows;
}

/** All rows, piece by piece, of the transaction's instant, as a file has them. */
export async function* allFactRows(
  tx: Db,
  asked: AskedReport,
  rows: RowsAsk,
): AsyncGenerator<FactRow[], void, undefined> {
  await tx.execute(
    sql`declare report_rows no scroll cursor for ${rowsStatement(asked, rows, null, asked.ask.actor)}`,
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
      await allowMonthMemory(tx);
      const { count, sums } = await sumFactRows(tx, asked, query);
      const rows = await readFactRows(tx, asked, query, { page, pageSize });
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
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
