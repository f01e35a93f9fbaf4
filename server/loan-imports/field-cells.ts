import { plainSigns } from '../../contract/amount-text.ts';
import { FILE_WORDS, fileSentence } from '../../contract/file-words.ts';
import { IMPORT_FIELDS, IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import { checkPhones } from '../spreadsheets/contact-value.ts';
import { dayColumn } from '../spreadsheets/day-value.ts';
import type { DayColumn } from '../spreadsheets/day-value.ts';
import {
  isFormulaError,
  isShortenedNumber,
  Refusal,
  UNSEEN_AROUND,
} from '../spreadsheets/refusal.ts';
import type { CheckedValue } from '../spreadsheets/refusal.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';
import type { ValueCheck } from '../spreadsheets/text-value.ts';
import { valueCheck } from './cell-value.ts';
import { fieldLabel } from './field-label.ts';

/** One thing wrong with a row. */
export interface RowProblem {
  readonly column: string;
  readonly value: string;
  readonly reason: string;
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

/** What the fields' cells of a row come to. */
export interface CheckedCells {
  /** By field, in the contract's order; null where there is nothing. */
  readonly values: (string | null)[];
  /** Why the row can't be a loan: cells that every loan needs. */
  readonly refusals: RowProblem[];
  /** Cells that are left out of a loan, which is stored without them. */
  readonly leftOut: RowProblem[];
  /** What stood in cells of which something was left out, by header: it is kept with the loan. */
  readonly kept: (readonly [header: string, text: string])[];
}

/** The columns that feed fields, in the contract's order of the fields. */
export function fieldColumns(
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
      ? new Refusal(fileSentence('field-missing', { field: fieldLabel(field) }))
      : null;
    const check = day ? (text: string) => day.check(text) : valueCheck(field);
    return [{ field, index, position, header: column, check, day, missing }];
  });
}

const mobileIndex = IMPORT_FIELD_NAMES.indexOf('Mobile_Number');
const alternateIndex = IMPORT_FIELD_NAMES.indexOf('Alternate_Mobile_Number');
const shownCharacters = 500;
const keptCharacters = 10_000;
const storedWithout = FILE_WORDS['stored-without'];
const lostDigits = FILE_WORDS['lost-digits'];

/** What is told of a cell that a stored loan lacks; of a row that is refused only what is wrong with the cell is true. */
export const toldOfLoan = ({ reason, ...problem }: RowProblem): RowProblem => ({
  ...problem,
  reason: `${reason} ${storedWithout}`,
});

function readable(field: ImportField, raw: string): string {
  if (IMPORT_FIELDS[field].kind !== 'text') return plainSigns(raw);
  return raw.replace(UNSEEN_AROUND, '');
}

/** Checks the cells of a row that feed fields. A wrong cell refuses the row only where every loan needs it. */
export function checkCells(
  columns: readonly FieldColumn[],
  cells: readonly string[],
): CheckedCells {
  const values: (string | null)[] = IMPORT_FIELD_NAMES.map(() => null);
  const checked: CheckedCells = { values, refusals: [], leftOut: [], kept: [] };
  const spare: { phone: string; column: FieldColumn; text: string }[] = [];
  const leaveOut = (column: FieldColumn, text: string, refusal: Refusal): void => {
    const problem = { column: column.header, value: text.slice(0, shownCharacters) };
    if (column.missing) checked.refusals.push({ ...problem, reason: refusal.reason });
    else {
      checked.leftOut.push({
        ...problem,
        reason: isShortenedNumber(text) ? lostDigits : refusal.reason,
      });
      if (!isFormulaError(text)) checked.kept.push([column.header, text.slice(0, keptCharacters)]);
    }
  };
  const takePhones = (column: FieldColumn, text: string): CheckedValue => {
    const { phones, isWhole, refusal } = checkPhones(text);
    const [first = null, ...others] = phones;
    if (refusal !== null) return refusal;
    for (const phone of others) spare.push({ phone, column, text });
    if (!isWhole) checked.kept.push([column.header, text.slice(0, keptCharacters)]);
    return first;
  };
  for (const column of columns) {
    const raw = cells[column.position] ?? '';
    const text = raw === '' ? raw : readable(column.field, raw);
    const isPhone = IMPORT_FIELDS[column.field].kind === 'phone';
    const found = isPhone ? takePhones(column, text) : column.check(text);
    const value = found === null && column.missing ? column.missing : found;
    if (value instanceof Refusal) leaveOut(column, raw, value);
    else values[column.index] = value;
  }
  giveSpare(checked, spare);
  return checked;
}

/** A second number of a cell is the other number of a loan that has none; what finds no place is kept as it stands. */
function giveSpare(
  { values, kept }: CheckedCells,
  spare: readonly { phone: string; column: FieldColumn; text: string }[],
): void {
  for (const { phone, column, text } of spare) {
    if (phone === values[mobileIndex] || phone === values[alternateIndex]) continue;
    if (values[mobileIndex] === null) values[mobileIndex] = phone;
    else if (values[alternateIndex] === null) values[alternateIndex] = phone;
    else if (!kept.some(([header]) => header === column.header)) kept.push([column.header, text]);
  }
}
