import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/*
 * What the loan `l` of a payment `p` was when the payment was posted: what is earned by a payment stays as it is when the
 * lender's next list moves its loan. Payments of before this was kept go by the loan as it is. Letter case does not matter.
 */

/** The product of the loan then. */
export const productThen: SQL = sql`lower(coalesce(case when p.loan_then is null then l.product else p.loan_then->>'product' end, ''))`;

/** The bucket of the loan then. */
export const bucketThen: SQL = sql`lower(coalesce(case when p.loan_then is null then l.bucket else p.loan_then->>'bucket' end, ''))`;

/** The days past due of the loan then. */
export const dpdThen: SQL = sql`case when p.loan_then is null then l.dpd else (p.loan_then->>'dpd')::int end`;
