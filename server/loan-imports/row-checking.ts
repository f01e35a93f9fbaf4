import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import { dayColumn } from '../spreadsheets/day-value.ts';
import type { DayColumn } from '../spreadsheets/day-value.ts';
import { Refusal } from '../spreadsheets/refusal.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';
import type { ValueCheck } from '../spreadsheets/text-value.ts';
import { valueCheck } from './cell-value.ts';
import { fieldLabel } from './field-label.ts';
import { loanTotals } from './row-totals.ts';

/** One thing wrong with a row. */
export interface RowProblem {
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/**
 * A row after checking: FAILED with its problems, SKIPPED (a total, a repeated header: no loan), a DUPLICATE of an earlier
 * row, or a loan (NEW until the database is asked).
 */
export interface CheckedRow {
  readonly number: number;
  readonly outcome: 'NEW' | 'DUPLICATE' | 'FAILED' | 'SKIPPED';
  /** By field, in the contract's order; null where there is nothing. */
  readonly values: readonly (string | null)[];
  readonly other: Readonly<Record<string, string>> | null;
  /** The original cells by header; null of rows that become loans. */
  readonly cells: readonly string[] | null;
  readonly problems: readonly RowProblem[] | null;
}

/** How a file's dates are to be read. */
export interface DateReading {
  /** The columns whose dates start with the month, as an earlier reading of the whole file proved. */
  readonly monthFirst: readonly string[];
  /** Day numbers count from 1904. */
  readonly isDate1904: boolean;
}

/** A column that feeds a field. */
export interface FieldColumn {
  readonly field: ImportField;
  /** The field's place in the contract's order. */
  readonly index: number;
  /** The cell's place in the row. */
  readonly position: number;
  readonly header: string;
  readonly check: ValueCheck;
  /** Of a date: what the column's cells prove. */
  readonly day: DayColumn | null;
  readonly missing: Refusal | null;
}

const maxOtherCharacters = 10_000;
const tooLong = `Shorten the text: at most ${maxOtherCharacters} characters fit.`;
const loanNumberIndex = IMPORT_FIELD_NAMES.indexOf('Loan_ID');

const plainDates: DateReading = { monthFirst: [], isDate1904: false };

function fieldColumns(
  header: TableHeader,
  mapping: ImportMapping,
  dates: DateReading,
): FieldColumn[] {
  return IMPORT_FIELD_NAMES.flatMap((field, index): FieldColumn[] => {
    const column = mapping[field];
    const at = column === undefined ? -1 : header.headers.indexOf(column);
    const position = header.positions[at];
    if (column === undefined || position === undefined) return [];
    const { kind, required } = IMPORT_FIELDS[field];
    const order = dates.monthFirst.includes(column) ? 'MONTH_FIRST' : 'DAY_FIRST';
    const day = kind === 'day' ? dayColumn(order, dates.isDate1904) : null;
    const missing = required
      ? new Refusal(`Fill in the ${fieldLabel(field)}: no loan is stored without it.`)
      : null;
    const check = day ? (text: string) => day.check(text) : valueCheck(field);
    return [{ field, index, position, header: column, check, day, missing }];
  });
}

/** Copies a text so that keeping it does not keep the whole piece of the file that it was cut from. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

function duplicateProblem(column: string, value: string, firstRow: number): RowProblem {
  const reason = `The same ${fieldLabel('Loan_ID')} is in row ${firstRow} already, which is taken. Keep one of the two rows.`;
  return { column, value, reason };
}

interface OtherColumn {
  readonly name: string;
  readonly position: number;
}

function otherCells(
  others: readonly OtherColumn[],
  cells: readonly string[],
  problems: RowProblem[],
): Record<string, string> | null {
  let other: Record<string, string> | null = null;
  for (const { name, position } of others) {
    const value = cells[position] ?? '';
    if (value === '') continue;
    if (value.length > maxOtherCharacters)
      problems.push({ column: name, value: `${value.slice(0, 200)}…`, reason: tooLong });
    // Without a prototype, so that a column may have any name.
    other ??= Object.create(null) as Record<string, string>;
    other[name] = value;
  }
  return other;
}

const noColumn =
  'The row has more cells than the header. Put values that hold the delimiter between quotation marks, or name the column.';
/** Enough to see what is wrong with a row. */
const maxExtraProblems = 20;

function refuseExtraCells(
  header: TableHeader,
  cells: readonly string[],
  problems: RowProblem[],
): void {
  const refuse = (at: number): void => {
    const value = cells[at] ?? '';
    if (value !== '' && problems.length < maxExtraProblems)
      problems.push({ column: `Column ${at + 1}`, value: value.slice(0, 200), reason: noColumn });
  };
  for (const at of header.unnamed) refuse(at);
  for (let at = header.width; at < cells.length; at += 1) refuse(at);
}

const noValues: readonly (string | null)[] = IMPORT_FIELD_NAMES.map(() => null);

function checkFields(
  columns: readonly FieldColumn[],
  cells: readonly string[],
  problems: RowProblem[],
): (string | null)[] {
  const values = noValues.slice();
  for (const column of columns) {
    const text = cells[column.position] ?? '';
    const checked = column.check(text);
    const value = checked === null && column.missing ? column.missing : checked;
    if (value instanceof Refusal)
      problems.push({ column: column.header, value: text.slice(0, 500), reason: value.reason });
    else values[column.index] = value;
  }
  return values;
}

/** Headers of the columns that no field takes. */
function otherHeaders(header: TableHeader, mapping: ImportMapping): string[] {
  const used = new Set<string>(Object.values(mapping));
  return header.headers.filter((name) => !used.has(name));
}

const repeatedHeader =
  'This row repeats the header: it is no loan and was left out. Nothing is to be done.';

/** The check of one file's rows. */
export interface RowCheck {
  /** To be called for every row, in the file's order. */
  check(row: SheetRow): CheckedRow;
  /** The columns of dates and what their cells prove so far. */
  readonly days: readonly { readonly header: string; readonly column: DayColumn }[];
}

/**
 * The check of one file's rows, to be called in the file's order: it remembers loan numbers, so that a later row with
 * the number of an earlier good one is told as a duplicate, and sums, so that rows of totals are told. Columns of the
 * mapping that the file lacks are passed over.
 */
export function rowChecker(
  header: TableHeader,
  mapping: ImportMapping,
  dates: DateReading = plainDates,
): RowCheck {
  const columns = fieldColumns(header, mapping, dates);
  const others = otherHeaders(header, mapping).map((name) => ({
    name,
    position: header.positions[header.headers.indexOf(name)] ?? 0,
  }));
  const totals = loanTotals(columns);
  const firstRowOf = new Map<string, number>();
  const loanNumberColumn = mapping.Loan_ID ?? '';
  const notALoan = (
    row: SheetRow,
    outcome: 'DUPLICATE' | 'FAILED' | 'SKIPPED',
    values: CheckedRow['values'],
    other: CheckedRow['other'],
    problems: readonly RowProblem[],
  ): CheckedRow => {
    const cells = header.positions.map((position) => row.cells[position] ?? '');
    return { number: row.number, outcome, values, other, cells, problems };
  };
  const isHeaderAgain = ({ cells }: SheetRow): boolean =>
    columns.length > 1 && columns.every((one) => cells[one.position] === one.header);

  const check = (row: SheetRow): CheckedRow => {
    const problems: RowProblem[] = [];
    const values = checkFields(columns, row.cells, problems);
    const other = otherCells(others, row.cells, problems);
    if (row.cells.length > header.width || header.unnamed.length > 0)
      refuseExtraCells(header, row.cells, problems);
    if (problems.length > 0 && isHeaderAgain(row)) {
      const problem = { column: loanNumberColumn, value: '', reason: repeatedHeader };
      return notALoan(row, 'SKIPPED', values, null, [problem]);
    }
    const total = totals.look(row.cells, values);
    if (total) return notALoan(row, total.outcome, values, other, [total.problem]);
    if (problems.length > 0) return notALoan(row, 'FAILED', values, other, problems);
    const loanNumber = values[loanNumberIndex] ?? '';
    const firstRow = firstRowOf.get(loanNumber);
    if (firstRow !== undefined) {
      const problem = duplicateProblem(loanNumberColumn, loanNumber, firstRow);
      return notALoan(row, 'DUPLICATE', values, other, [problem]);
    }
    if (loanNumber !== '') firstRowOf.set(detached(loanNumber), row.number);
    return { number: row.number, outcome: 'NEW', values, other, cells: null, problems: null };
  };
  const days = columns.flatMap(({ day, header: name }) =>
    day ? [{ header: name, column: day }] : [],
  );
  return { check, days };
}

/** The fields of a mapping that must be there and are not. */
export function missingFields(mapping: ImportMapping): ImportField[] {
  return IMPORT_FIELD_NAMES.filter(
    (field) => IMPORT_FIELDS[field].required && mapping[field] === undefined,
  );
}
