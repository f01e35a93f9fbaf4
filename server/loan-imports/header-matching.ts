import { plainSigns } from '../../contract/amount-text.ts';
import { IMPORT_FIELDS, IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import { withoutAmountUnit } from '../spreadsheets/amount-unit.ts';
import { checkAmount } from '../spreadsheets/amount-value.ts';
import { checkDay } from '../spreadsheets/day-value.ts';
import { headerMatcher } from '../spreadsheets/header-words.ts';
import type { ColumnName } from '../spreadsheets/header-words.ts';
import { isPlaceholder, isShortenedNumber, Refusal } from '../spreadsheets/refusal.ts';
import { HEADER_SYNONYMS } from './header-synonyms.ts';

type Kind = (typeof IMPORT_FIELDS)[ImportField]['kind'];

const separated = /^\d{1,4}[-/.\s][\p{L}\d]{1,9}[-/.,\s]+\d{2,4}/u;
/** Day numbers of spreadsheets look like amounts: only the column's name tells. */
const isDayText = (text: string): boolean => separated.test(text) && !isRefused(checkDay(text));
const isRefused = (value: unknown): boolean => value instanceof Refusal;

const FITS: Readonly<Record<Kind, (text: string) => boolean>> = {
  rupees: (text) => !isDayText(text) && !isRefused(checkAmount(text)),
  day: (text) => !isRefused(checkDay(text)) || separated.test(text),
  // Written badly or not: most digits of a phone number stand there.
  phone: (text) =>
    isShortenedNumber(text) || (text.replace(/\D/g, '').length >= 7 && !isDayText(text)),
  count: (text) => /^-?[\d,]{1,7}(\.0+)?(\s*days?)?$/i.test(text),
  pincode: (text) => /\d{3}/.test(text) && text.replace(/\D/g, '').length <= 8,
  email: (text) => text.includes('@'),
  degrees: (text) => /^[+-]?\d{1,3}(\.\d+)?/.test(text),
  text: () => true,
};

/** Half of a column's values may be written badly; a column of which more are is not of that kind. */
function mayBe(field: ImportField, values: readonly string[]): boolean {
  const fits = FITS[IMPORT_FIELDS[field].kind];
  const given = values.filter((text) => text !== '' && !isPlaceholder(text)).map(plainSigns);
  return given.length === 0 || given.filter(fits).length * 2 >= given.length;
}

/** A name that may mean an amount or its day: the column's values tell which. */
const INSTEAD: Readonly<Partial<Record<ImportField, ImportField>>> = {
  Last_Payment_Amount: 'Last_Payment_Date',
  Last_Payment_Date: 'Last_Payment_Amount',
  EMI_Amount: 'Due_Date',
  Total_Due_Amount: 'Due_Date',
  Due_Date: 'Total_Due_Amount',
  Loan_Amount: 'Disbursal_Date',
  Disbursal_Date: 'Loan_Amount',
  DPD: 'Bucket',
  Branch: 'City',
};

const matchNames = headerMatcher(IMPORT_FIELD_NAMES, HEADER_SYNONYMS, mayBe, INSTEAD);

/** The same by names without their unit ("in Lakhs"): the amounts below are read by it (joined-cells.ts). */
function match(columns: readonly ColumnName[]): ImportMapping {
  const named = new Map<string, string>();
  const plain = columns.map((column) => {
    const name = withoutAmountUnit(column.name);
    if (named.has(name)) return column;
    named.set(name, column.name);
    return { ...column, name };
  });
  return Object.fromEntries(
    Object.entries(matchNames(plain)).map(([field, name]) => [field, named.get(name) ?? name]),
  );
}

/** A second number behind a second name ("Name (2)", "Mobile No (2)") is somebody else's: a guarantor's. */
function withoutOthersNumber(found: ImportMapping, columns: readonly ColumnName[]): ImportMapping {
  const { Alternate_Mobile_Number: number, ...others } = found;
  const again = `${found.Customer_Name ?? ''} (2)`;
  const isSecond = number !== undefined && number === `${found.Mobile_Number ?? ''} (2)`;
  return isSecond && columns.some(({ name }) => name === again) ? others : found;
}

/**
 * Matches columns to loan fields by themselves: synonyms, case, spaces, abbreviations, and where they are known the values
 * that stand in them. Each column and field once. A file whose one amount is the principal says with it what is due.
 */
export function suggestMappingOf(columns: readonly ColumnName[]): ImportMapping {
  const found = withoutOthersNumber(match(columns), columns);
  const { Principal_Outstanding: principal, ...others } = found;
  const isOnlyAmount =
    found.Loan_ID !== undefined &&
    found.Customer_Name !== undefined &&
    found.Total_Due_Amount === undefined &&
    found.EMI_Amount === undefined &&
    found.Interest_Outstanding === undefined;
  return principal !== undefined && isOnlyAmount
    ? { ...others, Total_Due_Amount: principal }
    : found;
}

/** The same by the columns' names alone. */
export function suggestMapping(headers: readonly string[]): ImportMapping {
  return suggestMappingOf(headers.map((name) => ({ name })));
}
