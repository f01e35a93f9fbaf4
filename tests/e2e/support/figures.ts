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

async function readCell(table: Locator, row: string | RegExp, column: string): Promise<string> {
  const heads = await table.locator('thead th').allTextContents();
  const at = heads.findIndex((head) => head.trim() === column);
  if (at === -1) return `no column ${column} among ${heads.join(', ')}`;
  const line = table.locator('tbody tr, tfoot tr').filter({ hasText: row }).first();
  if ((await line.count()) === 0) return `no row ${String(row)}`;
  return (await line.locator('th, td').nth(at).textContent()) ?? '';
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
