import type { ImportMapping } from '../../contract/import-mapping.ts';
import type { TableHeader } from '../spreadsheets/table-header.ts';
import { fieldLabel } from './field-label.ts';

/*
 * "Name & Address" in one column: the name is what stands before the first line end (else the first comma), the address
 * is the rest. The rest becomes a column of its own behind the sheet's.
 */

const both =
  /name(?:\s+of)?(?:\s+the)?(?:\s+\p{L}+)?\s*(?:&|\/|,|\+|and|with|cum)\s*(?:[\p{L}.]+\s+)?add(?:ress|r)?\.?s?\b|नाम\s*(?:एवं|व|और|तथा|आणि|&)\s*(?:पता|पत्ता)/iu;

/** How a sheet with such a column is read. */
export interface SplitHeader {
  readonly header: TableHeader;
  readonly mapping: ImportMapping;
  /** The cells with the address behind them. */
  readonly split: (cells: readonly string[]) => string[];
}

function partsOf(text: string): readonly [name: string, address: string] {
  const lines = text.split(/\r?\n/).map((line) => line.trim().replace(/,$/, ''));
  const [first = '', ...rest] = lines.filter((line) => line !== '');
  if (rest.length > 0) return [first, rest.join(', ')];
  const comma = first.indexOf(',');
  return comma === -1 ? [first, ''] : [first.slice(0, comma).trim(), first.slice(comma + 1).trim()];
}

/** Null for a sheet whose name stands alone, or whose address has a column. */
export function addressInName(header: TableHeader, mapping: ImportMapping): SplitHeader | null {
  const name = mapping.Customer_Name;
  const at = header.headers.indexOf(name ?? '');
  if (name === undefined || at === -1 || mapping.Address !== undefined || !both.test(name))
    return null;
  const from = header.positions[at] ?? 0;
  const column = `${name}: ${fieldLabel('Address')}`;
  return {
    header: {
      ...header,
      headers: [...header.headers, column],
      columns: [...header.columns, { name: column }],
      positions: [...header.positions, header.width],
      width: header.width + 1,
    },
    mapping: { ...mapping, Address: column },
    split: (given) => {
      const cells = Array.from({ length: header.width }, (_, place) => given[place] ?? '');
      const [customer, address] = partsOf(cells[from] ?? '');
      cells[from] = customer;
      cells[header.width] = address;
      return cells;
    },
  };
}
