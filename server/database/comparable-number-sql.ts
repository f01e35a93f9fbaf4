import { sql } from 'drizzle-orm';

/** A phone number's last ten digits, as `comparableNumber` (contract/contact-rules.ts) reads them; null when it has none. */
export const comparableNumberSql = (column: string) =>
  sql.raw(`nullif(right(regexp_replace(coalesce(${column}, ''), '\\D', '', 'g'), 10), '')`);
