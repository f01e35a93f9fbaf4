import { REPORT_MEASURES } from '../../contract/report-columns.ts';
import { REPORT_DETAILS } from '../../contract/report-details.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import type { AskedReport } from './report-asking.ts';
import { cellOf, totalOf, widthOf } from './report-cells.ts';
import type { FactRow } from './report-fact-rows.ts';
import { shownSums } from './report-statements.ts';

/** A report's rows as lines of a file: what it begins and ends with, and what each row gives. */
interface RowLines {
  readonly header: readonly SheetCell[];
  readonly widths: readonly number[];
  readonly line: (row: FactRow) => readonly SheetCell[];
  readonly total: readonly SheetCell[];
}

/** Columns that are left out of a file, by the keys that screens have for them. */
export type HiddenColumns = ReadonlySet<string>;

/**
 * The lines of a report's rows, whose sums are known. A measure that the reader does not see is left out, and so is what is
 * hidden, but for the first column, which names the row.
 */
export function rowLines(
  asked: AskedReport,
  sums: (number | null)[],
  hidden: HiddenColumns = new Set(),
): RowLines {
  const { report, ask } = asked;
  const totals = shownSums(asked, sums);
  const seen = report.measures.flatMap((measure, at) =>
    totals[at] === null || hidden.has(`sum-${measure}`)
      ? []
      : [{ column: REPORT_MEASURES[measure], at }],
  );
  const details = report.details.flatMap((detail, at) =>
    at > 0 && hidden.has(detail) ? [] : [{ ...REPORT_DETAILS[detail], at }],
  );
  const columns = [...details, ...seen.map(({ column }) => column)];
  return {
    header: columns.map(({ title }) => title),
    widths: columns.map(widthOf),
    line: ({ cells, sums: added }) => [
      ...details.map(({ kind, at }) => cellOf(kind, cells[at] ?? null, ask.zone)),
      ...seen.map(({ at, column }) => cellOf(column.kind, added[at] ?? 0, ask.zone)),
    ],
    total: [
      'Total',
      ...details.slice(1).map(() => null),
      ...seen.map(({ at, column }) => totalOf(column.kind, sums[at] ?? 0)),
    ],
  };
}
