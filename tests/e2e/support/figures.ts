import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Whole rupees as every screen writes them. */
export const rupees = (amount: number): string => `₹${amount.toLocaleString('en-IN')}`;

/** What a loan owes, as every screen says it. */
export const dueText = ({ due, unverified }: { due: number; unverified: number }): string =>
  `${rupees(due)}${unverified === 0 ? '' : `${rupees(unverified)} collected, not yet verified`}`;

/** A board's tile by its label. */
export const tileOf = (page: Page, label: string): Locator =>
  page
    .locator('main [data-tone]')
    .filter({ has: page.getByText(label, { exact: true }) })
    .first();

/** A board's tile says all of these. */
export async function expectTile(page: Page, label: string, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(tileOf(page, label), label).toContainText(text);
}

/** What the table shows now: a row that is drawn anew at this moment is not waited for. */
async function readCell(table: Locator, row: string | RegExp, column: string): Promise<string> {
  const pattern = typeof row === 'string' ? null : row.source;
  return table.evaluateAll(
    ([found], asked) => {
      if (found === undefined) return 'no table';
      const heads = [...found.querySelectorAll('thead th')].map((head) => head.textContent.trim());
      const at = heads.indexOf(asked.column);
      if (at === -1) return `no column ${asked.column} among ${heads.join(', ')}`;
      const isAsked = (text: string) =>
        asked.pattern === null ? text.includes(asked.row) : new RegExp(asked.pattern).test(text);
      const line = [...found.querySelectorAll('tbody tr, tfoot tr')].find((each) =>
        isAsked(each.textContent.trim()),
      );
      return line?.querySelectorAll('th, td')[at]?.textContent ?? `no row ${asked.row}`;
    },
    { row: String(row), column, pattern },
  );
}

/** Waits until the cell of a row (by a text in it) and column (by its heading) says exactly this. */
export async function expectCell(
  table: Locator,
  row: string | RegExp,
  column: string,
  text: string,
  where = '',
): Promise<void> {
  await expect
    .poll(() => readCell(table, row, column), { message: `${where} ${String(row)}, ${column}` })
    .toBe(text);
}
