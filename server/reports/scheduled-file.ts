import { presetDays } from '../../contract/report-days.ts';
import type { ReportDays } from '../../contract/report-days.ts';
import type { ReportFilter } from '../../contract/report-engine.ts';
import { REPORT_TITLES } from '../../contract/report-names.ts';
import type { ReportName } from '../../contract/report-names.ts';
import type { ReportLook } from '../../contract/report-view.ts';
import type { Actor } from '../access/actor.ts';
import { addDays, businessDay } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { badInput } from '../errors.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import type { SheetCell, SheetRows } from '../spreadsheets/sheet-cell.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { watermarkLines } from './watermark-service.ts';
import { askReport, filterCondition } from './report-asking.ts';
import type { AskedReport } from './report-asking.ts';
import { fileName, groupTable } from './report-files.ts';
import { ALL_GROUPS } from './report-limits.ts';
import { rowLines } from './report-lines.ts';
import type { HiddenColumns } from './report-lines.ts';
import { REPORTS } from './report-list.ts';
import { allFactRows, sumFactRows } from './report-fact-rows.ts';
import { readReport } from './report-reading.ts';

/** What is made for one person. */
interface FileAsk {
  readonly report: ReportName;
  readonly look: ReportLook;
  readonly format: 'xlsx' | 'csv';
  /** The business day for which it is made: what "yesterday" is counted from, also when it is made later. */
  readonly day: string;
}

/** A look's days, seen from a day. */
function daysOf({ report, look, day }: FileAsk): Partial<ReportDays> {
  const { range } = REPORTS[report];
  if (range === 'now') return {};
  if (look.preset !== undefined) return presetDays(look.preset, day);
  const { gte, lte } = look;
  if (gte !== undefined || lte !== undefined)
    return { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
  return range === 'day' ? { gte: day, lte: addDays(day, 1) } : presetDays('month', day);
}

/** What a look asks a report for. */
function filterOfLook(ask: FileAsk): ReportFilter {
  const { preset: _preset, by: _by, compare: _compare, view: _view, columns: _columns } = ask.look;
  const { gte: _gte, lte: _lte, ...narrowed } = ask.look;
  return { ...narrowed, ...daysOf(ask) };
}

/** Throws 400, 403 for a look that its report can't be asked for: nobody waits for a file of it. */
export function refuseLook(
  actor: Actor,
  zone: string,
  { report, look }: Pick<FileAsk, 'report' | 'look'>,
): void {
  const filter = filterOfLook({ report, look, format: 'csv', day: businessDay(zone) });
  const asked = askReport(report, actor, zone, filter);
  filterCondition(asked);
  if (look.by !== undefined && !asked.report.groups.includes(look.by))
    throw badInput('This report is not grouped so.');
}

const hiddenOf = ({ columns }: ReportLook): HiddenColumns =>
  new Set(Object.keys(columns).filter((key) => columns[key] === false));

async function* rowsOf(
  tx: Db,
  asked: AskedReport,
  lines: ReturnType<typeof rowLines>,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  yield lines.header;
  for await (const rows of allFactRows(tx, asked, {}))
    for (const row of rows) yield lines.line(row);
  yield lines.total;
  const { actor, zone } = asked.ask;
  yield* await watermarkLines(tx, actor, zone, asked.filter.clientName);
}

/** A file that was made and stored. */
export interface StoredReport {
  readonly name: string;
  readonly size: number;
  readonly rowCount: number;
  readonly filter: ReportFilter;
  readonly days: { readonly from: string; readonly to: string } | null;
}

/**
 * Makes and stores what a person sees of a report through a look, of one instant of the database. Throws 403 when the
 * report is not for the person.
 */
export async function storeReport(
  context: Context,
  actor: Actor,
  key: string,
  ask: FileAsk,
): Promise<StoredReport> {
  const { db, longReads, settings, fileStore } = context;
  const { report, look, format } = ask;
  const zone = settings.businessTz;
  const filter = filterOfLook(ask);
  const asked = askReport(report, actor, zone, filter);
  const hidden = hiddenOf(look);
  const write = async (lines: SheetRows, widths: readonly number[]) =>
    fileStore.write(
      key,
      format === 'csv' ? writeCsv(lines) : writeXlsx(lines, REPORT_TITLES[report].title, widths),
    );
  const about = {
    name: fileName(asked, format),
    filter,
    days: asked.report.range === 'now' ? null : asked.ask.range,
  };
  if (look.view === 'figures') {
    const by = look.by === undefined ? {} : { by: look.by };
    const table = groupTable(
      await readReport(context, actor, report, { ...filter, ...by, ...ALL_GROUPS }),
      hidden,
      zone,
    );
    const marks = await watermarkLines(db, actor, zone, filter.clientName);
    const { size } = await write([...table.lines, ...marks], table.widths);
    return { ...about, size, rowCount: table.rowCount };
  }
  return longReads.atOneInstant(async (tx) => {
    const { count, sums } = await sumFactRows(tx, asked, {});
    const lines = rowLines(asked, sums, hidden);
    const { size } = await write(rowsOf(tx, asked, lines), lines.widths);
    return { ...about, size, rowCount: count };
  });
}
