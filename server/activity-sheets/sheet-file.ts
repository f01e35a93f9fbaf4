import type { SheetMapping } from '../../contract/sheet-mapping.ts';
import { isMonthFirst } from '../spreadsheets/day-value.ts';
import type { DayOrder } from '../spreadsheets/day-value.ts';
import { HiddenRows, readingNotes } from '../spreadsheets/reading-notes.ts';
import type { Rounding } from '../spreadsheets/rounding.ts';
import { sheetLine } from './sheet-line.ts';
import { sheetRows } from './sheet-reading.ts';
import type { SheetSource } from './sheet-reading.ts';
import { sheetRowChecker } from './sheet-row-check.ts';
import type { SheetRowCheck } from './sheet-row-check.ts';
import type { FileRows } from '../jobs/file-rows.ts';

/** What to read and check. */
export interface SheetTask {
  readonly sheetId: string;
  readonly source: SheetSource & { readonly mapping: SheetMapping };
  /** The business day on which it was uploaded: no row tells of a later one. */
  readonly today: string;
  /** How somebody said that dates are written; null: the columns tell themselves. */
  readonly dayOrder: DayOrder | null;
  /** Columns whose dates start with the month, as the first reading of the file has proved. */
  readonly monthFirst: readonly string[];
}

/** What a file that was read to its end came to. */
export interface SheetRead {
  readonly rows: number;
  /** What people should know about how the file was read. */
  readonly notes: readonly string[];
  readonly rounding: Rounding | null;
  /** Columns whose dates turned out to start with the month: not empty asks for a second reading with them. */
  readonly monthFirst: readonly string[];
}

/** Large enough to make few messages, small enough to show progress. */
const pieceCharacters = 262_144;

/** The columns whose dates start with the month and were read with the day first. */
function provedMonthFirst({ days }: SheetRowCheck, task: SheetTask): string[] {
  if (task.dayOrder !== null) return [];
  return days
    .filter(
      ({ header, column }) => !task.monthFirst.includes(header) && isMonthFirst(column.evidence()),
    )
    .map(({ header }) => header);
}

/**
 * Reads and checks a whole sheet, streamed: yields its rows in pieces for COPY and returns what it came to. Throws
 * FileProblem when it can't be read to its end or has no rows.
 */
export async function* readSheetFile(
  task: SheetTask,
): AsyncGenerator<FileRows, SheetRead, undefined> {
  const { source, sheetId, today, dayOrder, monthFirst } = task;
  let rowCheck: SheetRowCheck | null = null;
  let otherSheets: readonly string[] = [];
  const hidden = new HiddenRows();
  let rows = 0;
  let text = '';
  for await (const table of sheetRows(source)) {
    if (rowCheck === null) {
      const dates = { order: dayOrder, monthFirst, isDate1904: table.isDate1904 };
      rowCheck = sheetRowChecker(source.kind, table.header, source.mapping, today, dates);
      otherSheets = table.sheets.filter((name) => name !== table.sheetName);
    }
    for (const row of table.rows) {
      const checked = rowCheck.check(row);
      rows += 1;
      hidden.note(row);
      if (checked) text += sheetLine(sheetId, checked);
      if (text.length < pieceCharacters) continue;
      yield { lines: new TextEncoder().encode(text), rows, expectedRows: table.expectedRows };
      text = '';
    }
  }
  if (text !== '') yield { lines: new TextEncoder().encode(text), rows, expectedRows: 0 };
  const days = dayOrder === null ? (rowCheck?.days ?? []) : [];
  return {
    rows,
    notes: [
      ...(rowCheck?.wrongTotals ?? []),
      ...hidden.notes(),
      ...readingNotes(days, monthFirst, otherSheets),
    ],
    rounding: rowCheck?.rounding.result ?? null,
    monthFirst: rowCheck === null ? [] : provedMonthFirst(rowCheck, task),
  };
}
