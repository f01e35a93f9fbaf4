import { sql } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import { REPORT_MEASURES, REPORT_RATIOS } from '../../contract/report-columns.ts';
import {
  GROUP_TITLES,
  NO_GROUP,
  REPORT_TITLES,
  groupWord,
  isOfPeople,
} from '../../contract/report-names.ts';
import type { Measure, Ratio } from '../../contract/report-columns.ts';
import type { ReportGroup, ReportName } from '../../contract/report-names.ts';
import type { ReportAnswer, reportEngineCalls } from '../../contract/report-engine.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import type { FileAnswer } from '../http/serve.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { askReport } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { XLSX, cellOf, fileWord, totalOf, widthOf } from './report-cells.ts';
import { notedFilters } from './export-rules.ts';
import { watermarkLines } from './watermark-service.ts';
import { rowLines } from './report-lines.ts';
import type { HiddenColumns } from './report-lines.ts';
import { ALL_GROUPS, MOST_DIRECT_ROWS, tooManyRows } from './report-limits.ts';
import { shownDay } from './report-range.ts';
import { readFactRows, sumFactRows } from './report-fact-rows.ts';
import { readReport } from './report-reading.ts';

type ExportQuery = CallRequest<typeof reportEngineCalls.exportReport>['query'];

/** A file's table: header, rows, and the columns' widths in characters. */
interface Table {
  readonly lines: readonly (readonly SheetCell[])[];
  readonly widths: readonly number[];
  readonly rowCount: number;
}

/** A ratio of the sums of one line; null where there is nothing to divide by. */
function ratioOf(
  ratio: Ratio,
  measures: readonly Measure[],
  sums: readonly (number | null)[],
): number | null {
  const { of, by } = REPORT_RATIOS[ratio];
  const part = sums[measures.indexOf(of)] ?? null;
  const whole = sums[measures.indexOf(by)] ?? null;
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

function ratioCell(ratio: Ratio, value: number | null): SheetCell {
  if (value === null) return null;
  return REPORT_RATIOS[ratio].kind === 'percent' ? { share: value } : Math.round(value * 100) / 100;
}

/** A group as a file names it: days are dates. */
function groupCell(by: ReportGroup, group: string, label: string | null): SheetCell {
  if (group === NO_GROUP) return isOfPeople(by) ? 'Nobody' : 'None';
  if (by === 'day') return { day: group };
  if (by === 'month' || by === 'flowMonth') return `${group.slice(5, 7)}-${group.slice(0, 4)}`;
  return by === 'hour' ? `${group}:00` : (label ?? fileWord(group));
}

/** A report's figures by group as a file's table, without the hidden columns. */
export function groupTable(report: ReportAnswer, hidden: HiddenColumns, zone: string): Table {
  const shown = report.measures.map((measure, at) => ({ measure, at }));
  // A measure that the reader does not see is null in every line.
  const seen = shown.filter(
    ({ measure, at }) => report.totals[at] !== null && !hidden.has(measure),
  );
  const shownRatios = report.ratios.filter((ratio) => !hidden.has(ratio));
  const ratios = (sums: readonly (number | null)[]) =>
    shownRatios.map((ratio) => ratioCell(ratio, ratioOf(ratio, report.measures, sums)));
  const columns = [
    { kind: 'text' as const, title: GROUP_TITLES[groupWord(report.report, report.by)] },
    ...seen.map(({ measure }) => REPORT_MEASURES[measure]),
    ...shownRatios.map((ratio) => REPORT_RATIOS[ratio]),
  ];
  const lines: SheetCell[][] = [columns.map(({ title }) => title)];
  for (const { group, label, sums } of report.data)
    lines.push([
      groupCell(report.by, group, label),
      ...seen.map(({ at, measure }) => cellOf(REPORT_MEASURES[measure].kind, sums[at] ?? 0, zone)),
      ...ratios(sums),
    ]);
  lines.push([
    'Total',
    ...seen.map(({ at, measure }) =>
      totalOf(REPORT_MEASURES[measure].kind, report.totals[at] ?? 0),
    ),
    ...ratios(report.totals),
  ]);
  return { lines, widths: columns.map(widthOf), rowCount: report.data.length };
}

/** The rows behind a report as a table, of one instant. */
async function rowTable(db: Db, asked: AskedReport, query: ExportQuery): Promise<Table> {
  const { count, sums } = await sumFactRows(db, asked, query);
  if (count > MOST_DIRECT_ROWS) throw tooManyRows(count);
  const rows = await readFactRows(db, asked, query, sql`limit ${MOST_DIRECT_ROWS}`, true);
  const table = rowLines(asked, sums, new Set(query.hidden));
  return {
    lines: [table.header, ...rows.map((row) => table.line(row)), table.total],
    widths: table.widths,
    rowCount: rows.length,
  };
}

/** `allocation-report_01-11-2026_30-11-2026.xlsx`; things as they stand now have the day alone. */
export function fileName({ name, report, ask }: AskedReport, format: string): string {
  const words = REPORT_TITLES[name].title.toLowerCase().replaceAll(' ', '-');
  const days =
    report.range === 'now'
      ? shownDay(ask.today)
      : `${shownDay(ask.range.from)}_${shownDay(ask.range.to)}`;
  return `${words}_${days}.${format}`;
}

/**
 * What a report shows, all groups or all rows, as a file. Who took what out is audited. Throws 400, 403, and 422 for more
 * rows than are given at once.
 */
export async function exportReport(
  context: Context,
  actor: Actor,
  name: ReportName,
  query: ExportQuery,
): Promise<FileAnswer> {
  const asked = askReport(name, actor, context.settings.businessTz, query);
  const { format, view, page: _page, pageSize: _pageSize, ...filters } = query;
  const table =
    view === 'rows'
      ? await context.longReads.atOneInstant(async (tx) => rowTable(tx, asked, query))
      : groupTable(
          await readReport(context, actor, name, { ...query, ...ALL_GROUPS }),
          new Set(query.hidden),
          context.settings.businessTz,
        );
  const { db, settings } = context;
  const marks = await watermarkLines(db, actor, settings.businessTz, query.clientName);
  const lines = [...table.lines, ...marks];
  await runCommand(db, actor, async ({ audit }) => {
    audit({
      action: 'report.export',
      entity: 'report',
      entityId: name,
      details: {
        ...asked.ask.range,
        filters: notedFilters(filters),
        view,
        format,
        rows: table.rowCount,
      },
    });
  });
  return {
    name: fileName(asked, format),
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : XLSX,
    bytes:
      format === 'csv'
        ? writeCsv(lines)
        : writeXlsx(lines, REPORT_TITLES[name].title, table.widths),
  };
}
