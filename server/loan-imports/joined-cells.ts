import { plainSigns } from '../../contract/amount-text.ts';
import { IMPORT_FIELDS, IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import { amountUnitOf, inRupees } from '../spreadsheets/amount-unit.ts';
import { checkAmount } from '../spreadsheets/amount-value.ts';
import type { SheetRow } from '../spreadsheets/sheet-row.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';

/*
 * Fields that lenders spread over several columns: an amount with its side (Dr, Cr) beside it or in two columns of debit
 * and credit, a name and an address in parts. The mapping names the first column, the others are known by their headers.
 */

/** Changes the cells of one row, given as the file has them. */
type Join = (cells: string[]) => void;

const words = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])|(\p{L})(\d)/gu, '$1$3 $2$4')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const sideColumn =
  /^(?:(?:d|dr|debit) (?:c|cr|credit)|(?:c|cr|credit) (?:d|dr|debit)|drcr|crdr|balance (?:type|sign|indicator)|bal (?:type|sign|ind))(?: (?:flag|ind|indicator|type|sign))?$/;
const sideOf = (text: string): 'Dr' | 'Cr' | null => {
  const told = /^(?:(d|dr|debit)|(c|cr|credit))\.?$/i.exec(text.trim());
  return told === null ? null : told[1] === undefined ? 'Cr' : 'Dr';
};

/** The side of an amount stands in the column after it, or else before it: `12,000 | DR`, `500 | CR`. */
function sideBeside(header: TableHeader, at: number): Join | null {
  const beside = [at + 1, at - 1].find((place) =>
    sideColumn.test(words(header.headers[place] ?? '')),
  );
  if (beside === undefined) return null;
  const amount = header.positions[at] ?? 0;
  const side = header.positions[beside] ?? 0;
  return (cells) => {
    const told = sideOf(cells[side] ?? '');
    if (told !== null && (cells[amount] ?? '') !== '') cells[amount] += ` ${told}`;
  };
}

const isNothing = (text: string): boolean => {
  const found = checkAmount(plainSigns(text));
  return found === null || found === '0';
};

/** What is owed in a column of debits, what the borrower has to its credit in another. */
function creditBeside(header: TableHeader, at: number): Join | null {
  const name = words(header.headers[at] ?? '');
  const counterpart = name.replace(/\bdebit\b/, 'credit').replace(/\bdr\b/, 'cr');
  const other = header.headers.findIndex((one) => words(one) === counterpart);
  if (counterpart === name || other === -1) return null;
  const debit = header.positions[at] ?? 0;
  const credit = header.positions[other] ?? 0;
  return (cells) => {
    const onCredit = cells[credit] ?? '';
    if (isNothing(onCredit)) return;
    const owed = cells[debit] ?? '';
    // Both at once may mean either: what is no amount is refused.
    cells[debit] = isNothing(owed) ? `${onCredit} Cr` : `${owed} Dr, ${onCredit} Cr`;
  };
}

/** The columns that go on where one ends: the middle and last name, the second and later lines of an address. */
function partsAfter(header: TableHeader, at: number): number[] {
  const names = header.headers.map(words);
  const name = names[at] ?? '';
  if (/\bfirst name$|\bfname$/.test(name)) {
    const stem = name.replace(/first name$|fname$/, '');
    const parts = [
      ['middle name', 'mname'],
      ['last name', 'surname', 'lname'],
    ];
    return parts.flatMap((one) => {
      const place = names.findIndex((each) => one.some((part) => each === stem + part));
      return place === -1 ? [] : [place];
    });
  }
  const first = /^(.*\b(?:add|addr|address)(?: line)?) ?1$/.exec(name)?.[1];
  if (first === undefined) return [];
  return [2, 3, 4, 5].flatMap((number) => {
    const place = names.findIndex((each) => each === `${first} ${number}`);
    return place === -1 ? [] : [place];
  });
}

function joinParts(header: TableHeader, at: number, between: string): Join | null {
  const places = [at, ...partsAfter(header, at)].map((place) => header.positions[place] ?? 0);
  if (places.length === 1) return null;
  return (cells) => {
    const parts = places.map((place) => (cells[place] ?? '').trim()).filter((part) => part !== '');
    cells[places[0] ?? 0] = parts.join(between);
  };
}

/** Amounts of a column that tells them in lakhs or thousands, in rupees. */
function rupeesOf(header: TableHeader, at: number): Join | null {
  const unit = amountUnitOf(header.headers[at] ?? '');
  const place = header.positions[at] ?? 0;
  if (unit === 1) return null;
  return (cells) => {
    cells[place] = inRupees(cells[place] ?? '', unit);
  };
}

function joinsOf(header: TableHeader, field: ImportField, at: number): (Join | null)[] {
  if (field === 'Customer_Name') return [joinParts(header, at, ' ')];
  if (field === 'Address') return [joinParts(header, at, ', ')];
  if (IMPORT_FIELDS[field].kind !== 'rupees') return [];
  const credit = field === 'Total_Due_Amount' ? creditBeside(header, at) : null;
  return [rupeesOf(header, at), credit ?? sideBeside(header, at)];
}

/** Puts what several columns say of one field into the field's own cell; a row without such columns is left as it is. */
export function cellJoiner(
  header: TableHeader,
  mapping: ImportMapping,
): (row: SheetRow) => SheetRow {
  const joins = IMPORT_FIELD_NAMES.flatMap((field) => {
    const at = header.headers.indexOf(mapping[field] ?? '');
    return at === -1 ? [] : joinsOf(header, field, at).filter((join) => join !== null);
  });
  if (joins.length === 0) return (row) => row;
  return (row) => {
    const cells = [...row.cells];
    for (const join of joins) join(cells);
    return { ...row, cells };
  };
}
