import { FILE_WORDS, fileSentence } from '../../contract/file-words.ts';
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import type { DayColumn } from '../spreadsheets/day-value.ts';
import { sameLoanNumber } from '../spreadsheets/loan-number.ts';
import { RoundingCount } from '../spreadsheets/rounding.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';
import { isAsideRow, isNumbering } from './aside-rows.ts';
import { checkCells, fieldColumns, toldOfLoan } from './field-cells.ts';
import type { CheckedCells, DateReading, FieldColumn, RowProblem } from './field-cells.ts';
import { fieldLabel } from './field-label.ts';
import { cellJoiner } from './joined-cells.ts';
import { addressInName } from './name-and-address.ts';
import { phoneAmounts } from './phone-amounts.ts';
import { loanTotals } from './row-totals.ts';

/**
 * A row after checking: FAILED with its problems, SKIPPED (a total, a repeated header, a footer: no loan), a DUPLICATE of
 * an earlier row, or a loan (NEW until the database is asked): its problems are cells without which it is stored.
 */
export interface CheckedRow {
  readonly number: number;
  readonly outcome: 'NEW' | 'DUPLICATE' | 'FAILED' | 'SKIPPED';
  /** By field, in the contract's order; null where there is nothing. */
  readonly values: readonly (string | null)[];
  readonly other: Readonly<Record<string, string>> | null;
  /** Amounts with paise as the file says them, by field. */
  readonly rounded: Readonly<Record<string, string>> | null;
  /** The original cells by header; null of rows that become loans. */
  readonly cells: readonly string[] | null;
  readonly problems: readonly RowProblem[] | null;
}

const maxOtherCharacters = 10_000;
const cutOff = fileSentence('cut-off', { most: maxOtherCharacters });
const loanNumberIndex = IMPORT_FIELD_NAMES.indexOf('Loan_ID');

const plainDates: DateReading = { monthFirst: [], isDate1904: false };

/** Copies a text so that keeping it does not keep the whole piece of the file that it was cut from. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

function duplicateProblem(column: string, value: string, firstRow: number): RowProblem {
  const reason = fileSentence('same-number', { field: fieldLabel('Loan_ID'), row: firstRow });
  return { column, value, reason };
}

interface OtherColumn {
  readonly name: string;
  readonly position: number;
}

function otherCells(
  others: readonly OtherColumn[],
  cells: readonly string[],
  { kept }: CheckedCells,
  remarks: RowProblem[],
): Record<string, string> | null {
  let other: Record<string, string> | null = null;
  const keep = (name: string, value: string): void => {
    // Without a prototype, so that a column may have any name.
    other ??= Object.create(null) as Record<string, string>;
    other[name] = value;
  };
  for (const { name, position } of others) {
    const value = cells[position] ?? '';
    if (value === '') continue;
    if (value.length > maxOtherCharacters)
      remarks.push({ column: name, value: `${value.slice(0, 200)}…`, reason: cutOff });
    keep(name, value.slice(0, maxOtherCharacters));
  }
  for (const [name, text] of kept) keep(name, text);
  return other;
}

const noColumn = FILE_WORDS['no-column'];
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

/** Headers of the columns that no field takes. */
function otherHeaders(header: TableHeader, mapping: ImportMapping): string[] {
  const used = new Set<string>(Object.values(mapping));
  return header.headers.filter((name) => !used.has(name));
}

/** Each amount of a row: its field, what the cell says, what is stored. */
const amountCells = (
  columns: readonly FieldColumn[],
  { cells }: SheetRow,
  values: CheckedRow['values'],
) =>
  columns
    .filter(({ field }) => IMPORT_FIELDS[field].kind === 'rupees')
    .map(({ field, position, index }) => [field, cells[position] ?? '', values[index]] as const);

/** What the amounts of a file's loans come to; `note` returns those of a row that were rounded. */
function amountWatch(columns: readonly FieldColumn[]) {
  const rounding = new RoundingCount();
  const phones = phoneAmounts();
  return {
    rounding,
    phoneFields: () => phones.fields(),
    note: (row: SheetRow, values: CheckedRow['values']) => {
      const amounts = amountCells(columns, row, values);
      phones.note(amounts);
      return rounding.note(amounts);
    },
  };
}

const asideRow = FILE_WORDS['is-a-remark'];
const repeatedHeader = FILE_WORDS['header-again'];

/** The check of one file's rows. */
export interface RowCheck {
  /** To be called for every row, in the file's order. */
  check(row: SheetRow): CheckedRow;
  /** The columns of dates and what their cells prove so far. */
  readonly days: readonly { readonly header: string; readonly column: DayColumn }[];
  /** The amounts of its loans that were rounded so far. */
  readonly rounding: RoundingCount;
  /** The fields of amounts that hold mobile numbers, by the rows so far. */
  readonly phoneFields: () => ImportField[];
}

const namePlaces = (columns: readonly FieldColumn[]) => {
  const placeOf = (field: ImportField): number =>
    columns.find((column) => column.field === field)?.position ?? -1;
  return { number: placeOf('Loan_ID'), customer: placeOf('Customer_Name') };
};

const otherPlaces = (header: TableHeader, mapping: ImportMapping): OtherColumn[] =>
  otherHeaders(header, mapping).map((name) => ({
    name,
    position: header.positions[header.headers.indexOf(name)] ?? 0,
  }));

/** Tells the numbers of earlier good rows again. */
function repeatWatch(column: string): (loanNumber: string, row: number) => RowProblem | null {
  const firstRowOf = new Map<string, number>();
  return (loanNumber, row) => {
    const firstRow = firstRowOf.get(sameLoanNumber(loanNumber));
    if (firstRow !== undefined) return duplicateProblem(column, loanNumber, firstRow);
    if (loanNumber !== '') firstRowOf.set(detached(sameLoanNumber(loanNumber)), row);
    return null;
  };
}

/** Makes rows that become no loan: they keep their original cells. */
const leftOutRows =
  (header: TableHeader) =>
  (
    row: SheetRow,
    outcome: 'DUPLICATE' | 'FAILED' | 'SKIPPED',
    values: CheckedRow['values'],
    other: CheckedRow['other'],
    problems: readonly RowProblem[],
  ): CheckedRow => {
    const cells = header.positions.map((position) => row.cells[position] ?? '');
    return { number: row.number, outcome, values, other, rounded: null, cells, problems };
  };

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
  const split = addressInName(header, mapping);
  const columns = fieldColumns(split?.header ?? header, split?.mapping ?? mapping, dates);
  const joinedBefore = cellJoiner(header, mapping);
  const joined = (row: SheetRow): SheetRow => {
    const whole = joinedBefore(row);
    return split === null ? whole : { ...whole, cells: split.split(whole.cells) };
  };
  const names = namePlaces(columns);
  const firstPlace = header.positions[0] ?? 0;
  const others = otherPlaces(header, mapping);
  const totals = loanTotals(columns);
  const amounts = amountWatch(columns);
  const loanNumberColumn = mapping.Loan_ID ?? '';
  const repeatOf = repeatWatch(loanNumberColumn);
  const notALoan = leftOutRows(header);
  const skipped = (reason: string): RowProblem[] => [
    { column: loanNumberColumn, value: '', reason },
  ];
  let isFirstRow = true;
  const isHeaderAgain = ({ cells }: SheetRow): boolean =>
    columns.length > 1 &&
    columns.every((one) => one.position >= header.width || cells[one.position] === one.header);

  const check = (row: SheetRow): CheckedRow => {
    const whole = joined(row);
    const found = checkCells(columns, whole.cells);
    const { values, refusals, leftOut } = found;
    const remarks: RowProblem[] = [];
    const other = otherCells(others, row.cells, found, remarks);
    if (row.cells.length > header.width || header.unnamed.length > 0)
      refuseExtraCells(header, row.cells, refusals);
    const isWrong = refusals.length + leftOut.length + remarks.length > 0;
    if (isWrong && isHeaderAgain(row))
      return notALoan(row, 'SKIPPED', values, null, skipped(repeatedHeader));
    const isFirst = isFirstRow;
    isFirstRow = false;
    if (isFirst && isNumbering(row.cells))
      return notALoan(row, 'SKIPPED', values, other, skipped(asideRow));
    const total = totals.look(whole.cells, values);
    if (total) return notALoan(row, total.outcome, values, other, [total.problem]);
    if (refusals.length > 0)
      return isAsideRow(row.cells, firstPlace, names)
        ? notALoan(row, 'SKIPPED', values, other, skipped(asideRow))
        : notALoan(row, 'FAILED', values, other, [...refusals, ...leftOut, ...remarks]);
    const repeat = repeatOf(values[loanNumberIndex] ?? '', row.number);
    if (repeat) return notALoan(row, 'DUPLICATE', values, other, [repeat]);
    const rounded = amounts.note(whole, values);
    const problems = isWrong ? [...leftOut.map(toldOfLoan), ...remarks] : null;
    return { number: row.number, outcome: 'NEW', values, other, rounded, cells: null, problems };
  };
  const days = columns.flatMap(({ day, header: name }) =>
    day ? [{ header: name, column: day }] : [],
  );
  return { check, days, rounding: amounts.rounding, phoneFields: amounts.phoneFields };
}

/** The fields of a mapping that must be there and are not. */
export function missingFields(mapping: ImportMapping): ImportField[] {
  return IMPORT_FIELD_NAMES.filter(
    (field) => IMPORT_FIELDS[field].required && mapping[field] === undefined,
  );
}
