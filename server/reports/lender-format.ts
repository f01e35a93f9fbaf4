import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { clientExportCalls, DateFormat, LenderColumn } from '../../contract/client-export.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import { businessDay, businessTime } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules } from '../errors.ts';
import type { FileAnswer } from '../http/serve.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { findClientExport } from './client-export-service.ts';
import { watermarkLines } from './watermark-service.ts';
import { kindOf, lenderCells } from './lender-columns.ts';
import { askReport } from './report-asking.ts';
import { XLSX, widthOf } from './report-cells.ts';
import type { FactsAsk } from './report-definition.ts';
import { noRows } from './report-limits.ts';
import { shownDay } from './report-range.ts';

/** Rows of a preview. */
const FEW = 10;
/** Rows read at once: a slow reader of the file holds no transaction open. */
const BATCH = 2000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

type Cell = string | number | null;

/** A format, asked for somebody and some days. */
interface FormatAsk {
  readonly clientId: string;
  readonly columns: readonly LenderColumn[];
  readonly dateFormat: DateFormat;
  readonly ask: FactsAsk;
}

interface Row extends Record<string, unknown> {
  id: string;
  loanNumber: string;
  cells: Cell[];
}

/** A day (`YYYY-MM-DD`) as a lender writes it. */
function dayAs(format: DateFormat, day: string): string {
  const [year = '', month = '', date = ''] = day.slice(0, 10).split('-');
  const named = MONTHS[Number(month) - 1] ?? '';
  return format
    .replace('YYYY', year)
    .replace('MMM', named)
    .replace('MM', month)
    .replace('DD', date);
}

/** A value as the file has it: days as texts in the lender's format, so that no program writes them otherwise. */
function cellAs({ dateFormat, ask }: FormatAsk, column: LenderColumn, value: Cell): Cell {
  if (typeof value !== 'string') return value;
  const kind = kindOf(column);
  if (kind === 'day') return dayAs(dateFormat, value);
  if (kind !== 'instant') return value;
  const at = new Date(value);
  return `${dayAs(dateFormat, businessDay(ask.zone, at))} ${businessTime(ask.zone, at)}`;
}

const loansOf = ({
  clientId,
  ask,
}: FormatAsk) => sql`${loansVisibleTo(ask.actor)} and l.client_id = ${clientId}
  and l.created_at < ${ask.end}::timestamptz`;

async function countOf(db: Db, asked: FormatAsk): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from loans l where ${loansOf(asked)}`,
  );
  return rows[0]?.count ?? 0;
}

/** Rows of reports (`detailSql`) tell of a contact `e`, as `x` with its outcome `k`: here of the last one. */
const asContact = sql`left join lateral (select d.* from dispositions d where d.loan_id = l.id and d.code <> 'CALL_STARTED'
    order by d.recorded_at desc, d.id desc limit 1) e on true
  cross join lateral (select l.disposition_at as at, null::date as day, null::int as days_since, l.disposition as note,
    case when e.channel = 'CALL' then 'CALL' when e.id is not null then 'VISIT' end as entry) x
  left join disposition_codes k on k.code = x.note`;

async function readRows(
  db: Db,
  asked: FormatAsk,
  behind: Row | null,
  limit: number,
): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select l.id, l.loan_number as "loanNumber", ${lenderCells(asked.columns, asked.ask)} as cells
    from loans l join clients c on c.id = l.client_id left join users a on a.id = l.collector_id
      left join users f on f.id = l.field_agent_id left join users g on g.id = l.manager_id
      ${asContact}
    where ${loansOf(asked)} and (${behind?.id ?? null}::uuid is null
      or (l.loan_number, l.id) > (${behind?.loanNumber ?? ''}::text, ${behind?.id ?? null}::uuid))
    order by l.loan_number, l.id limit ${limit}`);
  return rows;
}

const lineOf = (asked: FormatAsk, { cells }: Row): Cell[] =>
  asked.columns.map((column, at) => cellAs(asked, column, cells[at] ?? null));

/** A line as the file has it: amounts are numbers that read as such. */
const fileLineOf = (asked: FormatAsk, row: Row): SheetCell[] =>
  asked.columns.map((column, at) => {
    const cell = cellAs(asked, column, row.cells[at] ?? null);
    return typeof cell === 'number' && kindOf(column) === 'money' ? { rupees: cell } : cell;
  });

const headerOf = ({ columns }: FormatAsk): string[] => columns.map(({ header }) => header);

type PreviewBody = CallRequest<typeof clientExportCalls.previewLenderFormat>['body'];

/** The first rows of a format, saved or not. Throws 400, 404, 422 without columns. */
export async function previewLenderFormat(
  { db, settings }: Context,
  actor: Actor,
  clientId: string,
  { columns, dateFormat, ...days }: PreviewBody,
): Promise<CallAnswer<typeof clientExportCalls.previewLenderFormat>> {
  await findClientExport(db, actor, clientId);
  refuseNoColumns(columns);
  const { ask } = askReport('additional', actor, settings.businessTz, days);
  const asked = { clientId, columns, dateFormat, ask };
  const rows = await readRows(db, asked, null, FEW);
  return {
    header: headerOf(asked),
    rows: rows.map((row) => lineOf(asked, row)),
    totalCount: await countOf(db, asked),
  };
}

function refuseNoColumns(columns: readonly LenderColumn[]): void {
  if (columns.length === 0)
    throw againstRules('NO_FORMAT', 'This client has no format yet. Choose its columns first.');
}

async function* linesOf(
  { db, settings }: Context,
  asked: FormatAsk,
  clientName: string,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  yield headerOf(asked);
  let behind: Row | null = null;
  for (;;) {
    const rows: Row[] = await readRows(db, asked, behind, BATCH);
    for (const row of rows) yield fileLineOf(asked, row);
    behind = rows.at(-1) ?? null;
    if (rows.length < BATCH) break;
  }
  yield* await watermarkLines(db, asked.ask.actor, settings.businessTz, [clientName]);
}

type ExportQuery = CallRequest<typeof clientExportCalls.exportLenderFormat>['query'];

/** A lender's loans in its saved format, streamed. Who took what out is audited. Throws 400, 404, 422 without a format and without loans. */
export async function exportLenderFormat(
  context: Context,
  actor: Actor,
  clientId: string,
  { format, ...days }: ExportQuery,
): Promise<FileAnswer> {
  const { db, settings } = context;
  const { columns, dateFormat, Client_Name: name } = await findClientExport(db, actor, clientId);
  refuseNoColumns(columns);
  const { ask } = askReport('additional', actor, settings.businessTz, days);
  const asked = { clientId, columns, dateFormat, ask };
  const rows = await countOf(db, asked);
  if (rows === 0) throw noRows();
  await runCommand(db, actor, async ({ audit }) => {
    audit({
      action: 'report.export',
      entity: 'client',
      entityId: clientId,
      details: { format: 'lender', ...ask.range, columns: columns.length, rows },
    });
  });
  const lines = linesOf(context, asked, name);
  const widths = columns.map((column) => widthOf({ kind: kindOf(column), title: column.header }));
  return {
    name: `boi-report_${shownDay(ask.range.from)}_${shownDay(ask.range.to)}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : XLSX,
    bytes: format === 'csv' ? writeCsv(lines) : writeXlsx(lines, 'BOI Reports', widths),
  };
}
