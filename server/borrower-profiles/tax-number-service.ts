import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** A tax number as loans hold it in a column of the lender's file (index loans_pan). */
export const panOf = (columns: string): SQL =>
  sql.raw(
    `upper(trim(coalesce(${columns} ->> 'PAN', ${columns} ->> 'PAN No', ${columns} ->> 'PAN Number')))`,
  );

/** Condition: the loan has a column for it, which the index holds. */
export const hasPan = (columns: string): SQL =>
  sql.raw(`${columns} ?| array['PAN', 'PAN No', 'PAN Number']`);

/**
 * A loan's tax number; null: there is none, or what stands there is none ("NA", "NOT AVAILABLE", one that is masked), which
 * many borrowers have alike.
 */
export const taxNumberOf = (columns: string): SQL =>
  sql`case when ${hasPan(columns)}
    then substring(${panOf(columns)} from '^(?!XXX)[A-Z]{5}(?!0000)[0-9]{4}[A-Z]$') end`;
