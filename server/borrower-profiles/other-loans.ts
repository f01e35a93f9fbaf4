import { sql } from 'drizzle-orm';
import type { OtherLoan } from '../../contract/borrower-profile.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { numberKey } from './borrower-calls.ts';
import { hasPan, panOf, taxNumberOf } from './tax-number-service.ts';

/** Other loans of one borrower that an answer gives at most. */
const MOST = 20;
/** What lies in a search index under a number is looked at up to here: an office's number may stand in thousands. */
const MOST_LOOKED_AT = 500;

interface LoanKeys extends Record<string, unknown> {
  numbers: string[];
  pan: string | null;
}

async function keysOf(db: Db, loanId: string): Promise<LoanKeys> {
  const found = await db.execute<LoanKeys>(sql`
    select array_remove(array[${numberKey(sql`l.mobile_number`)}, ${numberKey(sql`l.alternate_mobile_number`)}], null)
        as numbers,
      ${taxNumberOf('l.other_columns')} as pan
    from loans l where l.id = ${loanId}`);
  const keys = found.rows[0] ?? { numbers: [], pan: null };
  // Fewer digits are no number, but stand in many places.
  return { ...keys, numbers: keys.numbers.filter((number) => number.length === 10) };
}

/** The borrower's other loans that the actor may see: those with one of its numbers, or its tax number. */
export async function otherLoansOf(db: Db, actor: Actor, loanId: string): Promise<OtherLoan[]> {
  const { numbers, pan } = await keysOf(db, loanId);
  if (numbers.length === 0 && pan === null) return [];
  const patterns = numbers.map((number) => `%${number}%`);
  const byNumber = sql`(${numberKey(sql`l.mobile_number`)} = any(${sql.param(numbers)}::text[])
    or ${numberKey(sql`l.alternate_mobile_number`)} = any(${sql.param(numbers)}::text[]))`;
  const found = await db.execute<OtherLoan & Record<string, unknown>>(sql`
    with same as (
      (select s.loan_id as id from loan_search s where s.words like any(${sql.param(patterns)}::text[])
        limit ${MOST_LOOKED_AT})
      union
      (select p.id from loans p where ${hasPan('p.other_columns')} and ${panOf('p.other_columns')} = ${pan}
        limit ${MOST_LOOKED_AT}))
    select l.id as "_id", l.loan_number as "Loan_ID", c.name as "Client_Name", l.customer_name as "Customer_Name",
      l.product as "Product", l.total_due_amount as "Total_Due_Amount", l.unverified_amount as "Unverified_Amount", l.dpd as "DPD", l.status, l.disposition,
      l.disposition_class, case when ${byNumber} then 'NUMBER' else 'PAN' end as "sameBy"
    from same join loans l on l.id = same.id join clients c on c.id = l.client_id
    where l.id <> ${loanId} and ${loansVisibleTo(actor)}
      and (${byNumber} or (${hasPan('l.other_columns')} and ${panOf('l.other_columns')} = ${pan}))
    order by l.status = 'ACTIVE' desc, l.total_due_amount desc nulls last, l.id limit ${MOST}`);
  return found.rows;
}
