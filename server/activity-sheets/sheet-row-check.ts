import { createHash } from 'node:crypto';
import { fileSentence } from '../../contract/file-words.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import { countText } from '../../contract/rupees.ts';
import { sheetFields } from '../../contract/sheet-mapping.ts';
import type {
  SheetField,
  SheetFieldRule,
  SheetKind,
  SheetMapping,
} from '../../contract/sheet-mapping.ts';
import { checkAmount, checkPaidAmount } from '../spreadsheets/amount-value.ts';
import { dayColumn } from '../spreadsheets/day-value.ts';
import type { DayColumn, DayOrder } from '../spreadsheets/day-value.ts';
import { sameReference } from '../payment-reference.ts';
import { sameLoanNumber } from '../spreadsheets/loan-number.ts';
import { isPlaceholder, Refusal } from '../spreadsheets/refusal.ts';
import type { CheckedValue } from '../spreadsheets/refusal.ts';
import { hasPaise, RoundingCount } from '../spreadsheets/rounding.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import { loanNumberCheck, textCheck } from '../spreadsheets/text-value.ts';
import { isTotalLabel, totalsWatch } from '../spreadsheets/total-rows.ts';

/** One thing wrong with a row. */
export interface RowProblem {
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}

/** A row as it was read: FAILED and DUPLICATE with problems, READ when the database decides what becomes of it. */
export interface CheckedSheetRow {
  readonly row: number;
  readonly outcome: 'READ' | 'FAILED' | 'DUPLICATE';
  readonly values: Readonly<Partial<Record<SheetField, string>>>;
  /** The amount as the file says it, where it has paise. */
  readonly rounded: string | null;
  readonly paymentKey: string | null;
  readonly cells: readonly string[];
  readonly problems: readonly RowProblem[] | null;
}

/** How a file's dates are to be read. */
export interface SheetDates {
  /** What somebody said; null: the columns tell themselves. */
  readonly order: DayOrder | null;
  /** The columns whose dates start with the month, as an earlier reading of the whole file proved. */
  readonly monthFirst: readonly string[];
  /** Day numbers count from 1904. */
  readonly isDate1904: boolean;
}

/** Where a file's columns stand. */
export interface SheetColumns {
  readonly headers: readonly string[];
  readonly positions: readonly number[];
}

const maxText = 200;
const notPositive = new Refusal(ROW_WORDS['payment-not-positive']);
const future = new Refusal(ROW_WORDS['day-to-come']);
/** Earlier payments are of no loan that is collected today: an empty date of another program is 1900 or 1970. */
const FIRST_DAY = '2000-01-01';
const longAgo = new Refusal(ROW_WORDS['day-long-ago']);
const needed = new Refusal(ROW_WORDS['row-says-nothing']);
const nobody = ROW_WORDS['nobody-named'];

const isText = textCheck(maxText);
const isNumber = loanNumberCheck(maxText);

function checkText(text: string): CheckedValue {
  return isPlaceholder(text) ? null : isText(text);
}

function checkPaid(text: string): CheckedValue {
  const value = checkPaidAmount(text);
  return typeof value === 'string' && Number(value) <= 0 ? notPositive : value;
}

/** The check of a field's values, days left out: they are read as a column. */
function checkOf({ takes }: SheetFieldRule): (text: string) => CheckedValue {
  switch (takes) {
    case 'amount':
      return checkPaid;
    case 'dues':
      return checkAmount;
    case 'loanNumber':
    case 'reference':
      return isNumber;
    case 'text':
    case 'person':
    case 'day':
      return checkText;
  }
}

/** The check of a column of days; a payment can't lie after `today`, the business day. */
function dayCheck(column: DayColumn, field: SheetField, today: string) {
  return (text: string): CheckedValue => {
    const day = column.check(text);
    if (field !== 'Payment_Date' || typeof day !== 'string') return day;
    if (day > today) return future;
    return day < FIRST_DAY ? longAgo : day;
  };
}

interface FieldColumn {
  readonly field: SheetField;
  readonly header: string;
  readonly position: number;
  readonly isRequired: boolean;
  readonly check: (text: string) => CheckedValue;
  /** Of dates: what the column's cells prove. */
  readonly day: DayColumn | null;
}

function fieldColumns(
  kind: SheetKind,
  columns: SheetColumns,
  mapping: SheetMapping,
  today: string,
  dates: SheetDates,
): FieldColumn[] {
  return sheetFields(kind).flatMap(([field, rule]): FieldColumn[] => {
    const header = mapping[field];
    const position = columns.positions[columns.headers.indexOf(header ?? '')];
    if (header === undefined || position === undefined) return [];
    const found = dates.monthFirst.includes(header) ? 'MONTH_FIRST' : 'DAY_FIRST';
    const day = rule.takes === 'day' ? dayColumn(dates.order ?? found, dates.isDate1904) : null;
    const check = day ? dayCheck(day, field, today) : checkOf(rule);
    return [{ field, header, position, isRequired: rule.required, check, day }];
  });
}

/**
 * Equal for the same payment, whatever file it stands in: loan number, day, amount, mode, reference, and which of several
 * equal rows of its file it is. Without a day and a reference, as in a bank's list, it is one of the month of
 * `today`: an instalment comes in every one.
 */
function paymentKey(
  values: Readonly<Partial<Record<SheetField, string>>>,
  place: number,
  today: string,
): string {
  const parts = [
    values.Loan_ID === undefined ? null : sameLoanNumber(values.Loan_ID),
    values.Payment_Date ?? (values.Reference === undefined ? today.slice(0, 7) : null),
    values.Amount,
    values.Payment_Mode?.toLowerCase(),
    values.Reference?.toLowerCase(),
    place,
  ];
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest('base64url');
}

const isMoneyKind = (kind: SheetKind): boolean => kind === 'PAYMENT' || kind === 'BANK_PAID';

/** What makes two rows of one file the same row; null: nothing does. */
function sameness(
  kind: SheetKind,
  values: Readonly<Partial<Record<SheetField, string>>>,
  today: string,
): string | null {
  if (kind === 'ALLOCATION' || kind === 'SYSTEM_EXPORT')
    return values.Loan_ID === undefined ? null : sameLoanNumber(values.Loan_ID);
  // Two payments of one day may be equal in everything, but not in their reference; a bank's list names a payment once.
  const { Reference } = values;
  if (Reference !== undefined)
    return paymentKey({ ...values, Reference: sameReference(Reference) }, 1, today);
  return kind === 'BANK_PAID' ? paymentKey(values, 1, today) : null;
}

/** The same payment, or another row of a loan that a file names once, whatever the two say of it. */
function duplicate(kind: SheetKind, row: number, header: string, value: string): RowProblem {
  const reason = fileSentence(isMoneyKind(kind) ? 'row-again' : 'loan-again', { row });
  return { column: header, value, reason };
}

/** The check of one file's rows, and its columns of dates with what they prove. */
export interface SheetRowCheck {
  /** Null for a row of totals. Called in the file's order: it remembers which rows there were. */
  check(row: SheetRow): CheckedSheetRow | null;
  readonly days: readonly { readonly header: string; readonly column: DayColumn }[];
  /** The amounts of its good rows that were rounded so far. */
  readonly rounding: RoundingCount;
  /** Its rows of totals that are not the sums of the rows above, in sentences. */
  readonly wrongTotals: readonly string[];
}

/** A file with more of them has no totals. */
const mostWrongTotals = 5;

const numberOf = (value: CheckedValue) => (typeof value === 'string' ? Number(value) : null);

/** Compares rows of totals with the amounts above them, taken or not. What is wrong is told in `wrongTotals`. */
function sheetTotals(isMoney: boolean, amounts: readonly FieldColumn[]) {
  const watch = totalsWatch(amounts.length);
  const wrongTotals: string[] = [];
  const read = isMoney ? checkPaidAmount : checkAmount;
  const amountsOf = ({ cells }: SheetRow) =>
    amounts.map(({ position }) => read(cells[position] ?? ''));
  const add = (row: SheetRow, isRounded: boolean): void => {
    const found = amountsOf(row);
    for (const [at, value] of found.entries()) if (value instanceof Refusal) watch.lose(at);
    watch.add(found.map(numberOf), isRounded);
  };
  const judge = (row: SheetRow): void => {
    const verdict = watch.judge(amountsOf(row).map(numberOf), true);
    if (verdict?.is !== 'wrong' || wrongTotals.length === mostWrongTotals) return;
    const column = amounts[verdict.index]?.header ?? '';
    const told = { row: row.number, column, sum: countText(verdict.sum) };
    wrongTotals.push(fileSentence('wrong-total-row', told));
  };
  return { add, judge, wrongTotals };
}

/** Reads the mapped cells of a row; what is wrong with them goes into `problems`. */
function readValues(fields: readonly FieldColumn[], row: SheetRow, problems: RowProblem[]) {
  const values: Partial<Record<SheetField, string>> = {};
  for (const { field, header, position, isRequired, check } of fields) {
    const text = row.cells[position] ?? '';
    const checked = check(text);
    const value = checked === null && isRequired ? needed : checked;
    if (value instanceof Refusal)
      problems.push({ column: header, value: text.slice(0, 500), reason: value.reason });
    else if (value !== null) values[field] = value;
  }
  return values;
}

/** The check of one file's rows. `today` is the business day. */
export function sheetRowChecker(
  kind: SheetKind,
  columns: SheetColumns,
  mapping: SheetMapping,
  today: string,
  dates: SheetDates,
): SheetRowCheck {
  const fields = fieldColumns(kind, columns, mapping, today, dates);
  const amounts = fields.filter(({ field }) => field === 'Amount' || field === 'Total_Due_Amount');
  const rounding = new RoundingCount();
  const firstRows = new Map<string, number>();
  const places = new Map<string, number>();
  const isMoney = isMoneyKind(kind);
  const loanAt = fields.find(({ field }) => field === 'Loan_ID')?.position ?? 0;
  const totals = sheetTotals(isMoney, amounts);
  const isTotals = ({ cells }: SheetRow) =>
    ((cells[loanAt] ?? '') === '' || isTotalLabel(cells[loanAt] ?? '')) && cells.some(isTotalLabel);
  const check = (row: SheetRow): CheckedSheetRow | null => {
    if (isTotals(row)) {
      totals.judge(row);
      return null;
    }
    totals.add(
      row,
      amounts.some(({ position }) => hasPaise(row.cells[position] ?? '')),
    );
    const problems: RowProblem[] = [];
    const values = readValues(fields, row, problems);
    if (kind === 'ALLOCATION' && problems.length === 0 && Object.keys(values).length < 2)
      problems.push({
        column: mapping['Loan_ID'] ?? '',
        value: values.Loan_ID ?? '',
        reason: nobody,
      });
    const cells = columns.positions.map((position) => row.cells[position] ?? '');
    const base = { row: row.number, values, cells, rounded: null } as const;
    if (problems.length > 0) return { ...base, outcome: 'FAILED', paymentKey: null, problems };
    const same = sameness(kind, values, today);
    const firstRow = same === null ? undefined : firstRows.get(same);
    if (firstRow !== undefined) {
      const problem = duplicate(kind, firstRow, mapping['Loan_ID'] ?? '', values.Loan_ID ?? '');
      return { ...base, outcome: 'DUPLICATE', paymentKey: null, problems: [problem] };
    }
    if (same !== null) firstRows.set(same, row.number);
    const originals = rounding.note(
      amounts.map(
        ({ field, position }) => [field, row.cells[position] ?? '', values[field]] as const,
      ),
    );
    const rounded = Object.values(originals ?? {})[0] ?? null;
    if (!isMoney) return { ...base, rounded, outcome: 'READ', paymentKey: null, problems: null };
    const first = paymentKey(values, 1, today);
    const place = (places.get(first) ?? 0) + 1;
    places.set(first, place);
    const key = place === 1 ? first : paymentKey(values, place, today);
    return { ...base, rounded, outcome: 'READ', paymentKey: key, problems: null };
  };
  const days = fields.flatMap(({ header, day: column }) => (column ? [{ header, column }] : []));
  return { check, days, rounding, wrongTotals: totals.wrongTotals };
}
