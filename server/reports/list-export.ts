import { MOST_DIRECT_LIST_ROWS } from '../../contract/list-export.ts';
import type { ListFileAsk } from '../../contract/list-export.ts';
import { LIST_FILE } from '../../contract/report-engine.ts';
import type { ReportFile } from '../../contract/report-engine.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import type { FileAnswer } from '../http/serve.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { notedFilters } from './export-rules.ts';
import { askList } from './list-asking.ts';
import type { AskedList } from './list-asking.ts';
import { widthOfColumn } from './list-cells.ts';
import { listLines, listPieces } from './list-reading.ts';
import { XLSX } from './report-cells.ts';
import { addFile } from './report-file-service.ts';
import { noRows, tooManyRows } from './report-limits.ts';
import { shownDay } from './report-range.ts';

/** A sheet has a little more; what is larger is narrowed first. */
const MOST_ROWS = 1_000_000;

/** `listWorkReviews`: work-reviews. */
const kebab = (callName: string): string =>
  callName
    .replace(/^(?:list|get|read)/, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase();

const shownMonth = (day: string): string => shownDay(day).slice(3);

/** The month or the days that a list was asked for, else the day on which it is as it stands. */
function daysOf({ asked: { query } }: AskedList, zone: string): string {
  const { month, gte = query['from'], lte = query['to'] } = query;
  if (typeof month === 'string') return shownMonth(month);
  return typeof gte === 'string' && typeof lte === 'string'
    ? `${shownDay(gte)}_${shownDay(lte)}`
    : shownDay(businessDay(zone));
}

/** `promises_23-11-2026.xlsx`, `revenues_10-2026.xlsx`, `payments_01-10-2026_31-10-2026.xlsx` */
const fileNameOf = (asked: AskedList, zone: string, format: string): string =>
  `${kebab(asked.call.name)}_${daysOf(asked, zone)}.${format}`;

/** What is audited of what a list was asked for. */
export function notedAsk({ asked }: AskedList): Record<string, unknown> {
  const { page: _page, pageSize: _pageSize, ...filters } = asked.query;
  return notedFilters({ ...(asked.params as Record<string, unknown> | undefined), ...filters });
}

/** How many rows there are: exactly, where the list counts exactly. */
async function countRows(context: Context, asked: AskedList): Promise<number> {
  return context.longReads.atOneInstant(async (tx) => {
    for await (const { total } of listPieces(context, tx, asked, 1)) return total;
    return 0;
  });
}

async function directLines(
  context: Context,
  tx: Db,
  asked: AskedList,
): Promise<{ lines: (readonly SheetCell[])[]; count: number }> {
  const { header, line, marks } = await listLines(tx, asked, context.settings.businessTz);
  const lines: (readonly SheetCell[])[] = [header];
  for await (const { rows, total } of listPieces(context, tx, asked)) {
    if (total > MOST_DIRECT_LIST_ROWS) throw tooManyRows(total);
    for (const row of rows) lines.push(line(row));
  }
  const count = lines.length - 1;
  if (count === 0) throw noRows();
  return { lines: [...lines, ...(await marks())], count };
}

/**
 * A list with its filters as a file, at once. Who took what out is audited. Throws what the list's call throws, and 422 for
 * no rows and for more than are given at once.
 */
export async function exportList(
  context: Context,
  actor: Actor,
  body: ListFileAsk,
): Promise<FileAnswer> {
  const { db, longReads, settings } = context;
  const asked = await askList(context, actor, body);
  const { lines, count } = await longReads.atOneInstant(async (tx) =>
    directLines(context, tx, asked),
  );
  await runCommand(db, actor, async ({ audit }) => {
    audit({
      action: 'report.export',
      entity: 'list',
      entityId: asked.call.name,
      details: { filters: notedAsk(asked), format: body.format, rows: count },
    });
  });
  const { format } = body;
  return {
    name: fileNameOf(asked, settings.businessTz, format),
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : XLSX,
    bytes:
      format === 'csv'
        ? writeCsv(lines)
        : writeXlsx(lines, kebab(asked.call.name), asked.columns.map(widthOfColumn)),
  };
}

/** Has a list made into a file in the background. Throws as `exportList` does, and 422 while other files are in work. */
export async function startListFile(
  context: Context,
  actor: Actor,
  body: ListFileAsk,
): Promise<ReportFile> {
  const asked = await askList(context, actor, body);
  const total = await countRows(context, asked);
  if (total === 0) throw noRows();
  if (total > MOST_ROWS) throw tooManyRows(total);
  return addFile(context, actor, {
    report: LIST_FILE,
    query: body,
    name: fileNameOf(asked, context.settings.businessTz, body.format),
    total,
    noted: { entity: 'list', entityId: asked.call.name, filters: notedAsk(asked) },
  });
}
