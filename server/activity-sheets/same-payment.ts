import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/**
 * Condition on a row `s` of a sheet and a payment `p` of the row's loan: equal, reference included, but that only one of
 * them tells the mode. Their keys differ, and it is one payment all the same: a bank's list often has no modes.
 */
export const isSameWithoutMode = (
  loanId: SQL,
): SQL => sql`(p.loan_id = ${loanId} and p.paid_on = s.on_date
  and p.amount = s.amount and lower(p.reference) = lower(s.reference) and (p.mode is null) <> (s.mode is null))`;

/** Condition on a row `s` of a sheet of the client and a payment `p`: they are the same payment. */
export const isSamePayment = (clientId: SQL): SQL =>
  sql`(p.client_id = ${clientId} and p.payment_key = s.payment_key or ${isSameWithoutMode(sql`s.loan_id`)})`;
