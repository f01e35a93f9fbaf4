import type { SheetRow } from './sheet-row.ts';

/*
 * Cells that are merged downwards: a file has the value in the uppermost one only, people read it beside every row. Words
 * alone are repeated; an amount over two loans is not the amount of each.
 */

/** A cell that reaches over rows: its column from 0, its first and last row's numbers. */
export interface MergedDown {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A workbook with more of them is no list of loans. */
export const MOST_MERGED = 100_000;

const column = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** What `A2:A4` says; null for a range within a row, or of several columns. */
export function mergedDown(range: string): MergedDown | null {
  const [, left = '', from = '', right = '', to = ''] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(range) ?? [];
  const isDown = left !== '' && left === right && Number(to) > Number(from);
  return isDown ? { at: column(left), from: Number(from), to: Number(to) } : null;
}

/** Notes on each row, called in their order, what stands in the merged cells that reach into it from above. */
export function mergedNotes(merged: readonly MergedDown[]): (row: SheetRow) => SheetRow {
  if (merged.length === 0) return (row) => row;
  const waiting = [...merged].sort((a, b) => b.from - a.from);
  let open: (MergedDown & { readonly text: string })[] = [];
  return (row) => {
    open = open.filter(({ to }) => to >= row.number);
    const above = open.map(({ at, from, text }) => ({ at, from, text }));
    for (let next = waiting.at(-1); next && next.from <= row.number; next = waiting.at(-1)) {
      waiting.pop();
      const text = row.cells[next.at] ?? '';
      if (next.from === row.number && /\p{L}/u.test(text)) open.push({ ...next, text });
    }
    return above.length === 0 ? row : { ...row, above };
  };
}

/** A row below a header with what is merged into it from rows that are below the header too. */
export function filledDown(row: SheetRow, headerRow: number): SheetRow {
  const { above, ...plain } = row;
  if (above === undefined) return row;
  const cells = [...row.cells];
  for (const { at, from, text } of above) {
    if (from <= headerRow || (cells[at] ?? '') !== '') continue;
    while (cells.length < at) cells.push('');
    cells[at] = text;
  }
  return { ...plain, cells };
}
