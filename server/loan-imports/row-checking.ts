import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import { valueCheck } from './cell-value.ts';
import type { ValueCheck } from './cell-value.ts';
import { fieldLabel } from './field-label.ts';
import type { FileHeader } from './file-table.ts';
import { Refusal } from '../spreadsheets/refusal.ts';

/** One thing wrong with a row. */
export interface RowProblem {
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** A row after checking: FAILED with its problems, or a loan (NEW until the database is asked). */
export interface CheckedRow {
  readonly number: number;
  readonly outcome: 'NEW' | 'DUPLICATE' | 'FAILED';
  /** By field, in the contract's order; null where there is nothing. */
  readonly values: readonly (string | null)[];
  readonly other: Readonly<Record<string, string>> | null;
  /** The original cells by header; kept of refused rows only. */
  readonly cells: readonly string[] | null;
  readonly problems: readonly RowProblem[] | null;
}

interface FieldColumn {
  readonly index: number;
  readonly position: number;
  readonly header: string;
  readonly check: ValueCheck;
  readonly missing: Refusal | null;
}

const maxOtherCharacters = 10_000;
const tooLong = `Shorten the text: at most ${maxOtherCharacters} characters fit.`;
const loanNumberIndex = IMPORT_FIELD_NAMES.indexOf('Loan_ID');

function fieldColumns(header: FileHeader, mapping: ImportMapping): FieldColumn[] {
  return IMPORT_FIELD_NAMES.flatMap((field, index): FieldColumn[] => {
    const column = mapping[field];
    const at = column === undefined ? -1 : header.headers.indexOf(column);
    const position = header.positions[at];
    if (column === undefined || position === undefined) return [];
    const missing = IMPORT_FIELDS[field].required
      ? new Refusal(`Fill in the ${fieldLabel(field)}: no loan is stored without it.`)
      : null;
    return [{ index, position, header: column, check: valueCheck(field), missing }];
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

function refuseExtraCells(width: number, cells: readonly string[], problems: RowProblem[]): void {
  for (let at = width; at < cells.length; at += 1) {
    const value = cells[at] ?? '';
    if (value === '') continue;
    const reason =
      'The row has more cells than the header. Put values that hold the delimiter between quotation marks, or name the column.';
    problems.push({ column: `Column ${at + 1}`, value: value.slice(0, 200), reason });
  }
}

function checkFields(
  columns: readonly FieldColumn[],
  cells: readonly string[],
  problems: RowProblem[],
): (string | null)[] {
  const values: (string | null)[] = Array.from({ length: IMPORT_FIELD_NAMES.length }, () => null);
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
function otherHeaders(header: FileHeader, mapping: ImportMapping): string[] {
  const used = new Set<string>(Object.values(mapping));
  return header.headers.filter((name) => !used.has(name));
}

/**
 * The check of one file's rows, to be called in the file's order: it remembers loan numbers, so that a later row with
 * the number of an earlier good one is told as a duplicate. Columns of the mapping that the file lacks are passed over.
 */
export function rowChecker(
  header: FileHeader,
  mapping: ImportMapping,
): (row: SheetRow) => CheckedRow {
  const columns = fieldColumns(header, mapping);
  const others = otherHeaders(header, mapping).map((name) => ({
    name,
    position: header.positions[header.headers.indexOf(name)] ?? 0,
  }));
  const firstRowOf = new Map<string, number>();
  const loanNumberColumn = mapping.Loan_ID ?? '';

  return (row) => {
    const problems: RowProblem[] = [];
    const values = checkFields(columns, row.cells, problems);
    const other = otherCells(others, row.cells, problems);
    if (row.cells.length > header.width) refuseExtraCells(header.width, row.cells, problems);
    const loanNumber = values[loanNumberIndex] ?? null;
    const firstRow = loanNumber === null ? undefined : firstRowOf.get(loanNumber);
    const isFailed = problems.length > 0;
    if (!isFailed && firstRow !== undefined)
      problems.push(duplicateProblem(loanNumberColumn, loanNumber ?? '', firstRow));
    if (problems.length === 0) {
      if (loanNumber !== null) firstRowOf.set(detached(loanNumber), row.number);
      return { number: row.number, outcome: 'NEW', values, other, cells: null, problems: null };
    }
    const cells = header.positions.map((position) => row.cells[position] ?? '');
    return {
      number: row.number,
      outcome: isFailed ? 'FAILED' : 'DUPLICATE',
      values,
      other,
      cells,
      problems,
    };
  };
}

/** The fields of a mapping that must be there and are not. */
export function missingFields(mapping: ImportMapping): ImportField[] {
  return IMPORT_FIELD_NAMES.filter(
    (field) => IMPORT_FIELDS[field].required && mapping[field] === undefined,
  );
}
