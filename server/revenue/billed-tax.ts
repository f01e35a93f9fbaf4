import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** Under what percentage a line `k` (invoice lines) was taxed, in hundredths. */
export const billedPoints = sql`(select (a.terms->>'gstBasisPoints')::bigint from fee_agreements a
  where a.id = k.agreement_id)`;

/**
 * The states of both GST numbers (`27|29`) as the invoice of the line that is taken back has them: a credit is of the tax
 * that was billed, though a number has moved to another state since. Null: no line is taken back.
 */
export const billedStates = (
  creditsId: SQL,
): SQL => sql`(select coalesce(left(b.parties->'from'->>'gst', 2), '') || '|'
  || coalesce(left(b.parties->'to'->>'gst', 2), '') from invoice_lines y join invoices b on b.id = y.invoice_id
  where y.id = ${creditsId} and b.parties is not null)`;
