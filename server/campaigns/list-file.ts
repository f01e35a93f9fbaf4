import { LIST_FIELDS } from '../../contract/campaign-list.ts';
import type { ListField, ListLook, ListMapping } from '../../contract/campaign-list.ts';
import type { FileKind } from '../spreadsheets/file-kind.ts';
import { headerMatcher } from '../spreadsheets/header-words.ts';
import type { ColumnName } from '../spreadsheets/header-words.ts';
import { glanceAtTable } from '../spreadsheets/table-reader.ts';
import type { TableWish } from '../spreadsheets/table-reader.ts';

/** What lenders and agencies call the columns of a dialer's list; the best first. */
const SYNONYMS: Readonly<Record<ListField, readonly string[]>> = {
  Loan_ID: [
    'loan account number',
    'loan number',
    'lan',
    'account number',
    'agreement number',
    'loan code',
  ],
  Mobile_Number: [
    'mobile',
    'mobile number',
    'phone',
    'phone number',
    'contact number',
    'dialled number',
    'number',
  ],
  Client_Name: ['client', 'client name', 'lender', 'bank', 'bank name'],
  Priority: ['priority', 'rank', 'order', 'weight'],
};

const match = headerMatcher(LIST_FIELDS, SYNONYMS);
const sampleRows = 5;

/** What to look for in a list's file: a loan number or a mobile number. `mapping` null: the columns match themselves. */
export function listWish(mapping: ListMapping | null, sheetName: string | null): TableWish {
  const judge = (columns: readonly ColumnName[]) => {
    const names = new Set(columns.map(({ name }) => name));
    const found = mapping ?? match(columns);
    const has = (field: ListField) => {
      const column = found[field];
      return column !== undefined && names.has(column);
    };
    // Such files have few columns: one known one is a header.
    const known = LIST_FIELDS.filter(has).length * 3;
    return { known, isWhole: has('Loan_ID') || has('Mobile_Number') };
  };
  return { sheetName, judge };
}

/** Looks at a file's first rows. Throws FileProblem when it is empty, has no rows or can't be read. */
export async function lookIntoListFile(
  path: string,
  kind: FileKind,
  sheetName: string | null,
): Promise<ListLook> {
  const { header, sheets, firstRows } = await glanceAtTable(path, kind, listWish(null, sheetName));
  const sample = firstRows
    .slice(0, sampleRows)
    .map(({ cells }) =>
      Object.fromEntries(
        header.headers.map((name, index) => [
          name,
          (cells[header.positions[index] ?? 0] ?? '').slice(0, 200),
        ]),
      ),
    );
  return {
    sheets: [...sheets],
    headers: [...header.headers],
    sample,
    suggested: match(header.columns),
  };
}
