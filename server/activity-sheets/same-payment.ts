import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { sameReferenceOf } from '../payment-reference.ts';

/** Condition on a payment `p`: its row names no day, so that it has the day of its list. */
const isUndated = sql`exists (select 1 from activity_sheet_rows y
  where y.sheet_id = p.sheet_id and y.row = p.row and y.on_date is null)`;

/**
 * Condition on a row `s` of a sheet and a payment `p` of the row's loan: equal, but that the reference is spelt otherwise, or
 * that only one of them tells the mode. Their keys differ, and it is one payment all the same: a bank's list often has no
 * modes, and each bank writes its references as it likes.
 */
export const isSameByReference = (
  loanId: SQL,
): SQL => sql`(p.loan_id = ${loanId} and p.amount = s.amount
  and (p.paid_on = s.on_date or (s.on_date is null and ${isUndated}))
  and ${sameReferenceOf(sql`p.reference`)} = ${sameReferenceOf(sql`s.reference`)}
  and p.payment_key <> s.payment_key and coalesce(lower(p.mode) = lower(s.mode), true))`;

/** Condition on a row `s` of a sheet of the client and a payment `p`: they are the same payment. */
export const isSamePayment = (clientId: SQL): SQL =>
  sql`(p.client_id = ${clientId} and p.payment_key = s.payment_key or ${isSameByReference(sql`s.loan_id`)})`;
