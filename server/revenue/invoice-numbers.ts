import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** `2026-11-23` is of the financial year that begins in April: `2026-27`. */
export function financialYearOf(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** The next number of a financial year. Whoever asks meanwhile waits for this transaction's end: none is left out. */
export async function nextNumber(tx: Db, financialYear: string): Promise<number> {
  const { rows } = await tx.execute<{
    last: number;
  }>(sql`insert into invoice_series (financial_year, last)
    values (${financialYear}, 1) on conflict (financial_year) do update set last = invoice_series.last + 1 returning last`);
  return rows[0]?.last ?? 1;
}
