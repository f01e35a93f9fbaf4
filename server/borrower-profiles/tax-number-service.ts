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
