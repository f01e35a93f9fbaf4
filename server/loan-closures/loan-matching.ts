import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { MatchedLoan, loanClosureCalls } from '../../contract/loan-closure.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { sameLoanNumber } from '../spreadsheets/loan-number.ts';

type Call = typeof loanClosureCalls.matchLoanIds;

interface MatchRow extends MatchedLoan, Record<string, unknown> {}

/** Which of the numbers are loans that the actor may see (spec 7.5), whatever their case; the others are `unknown`. */
export async function matchLoanIds(
  db: Db,
  actor: Actor,
  { loanNumbers, clientName }: CallRequest<Call>['body'],
): Promise<CallAnswer<Call>> {
  const asked = [...new Set(loanNumbers.filter((number) => number !== ''))];
  const ofClient =
    clientName === undefined || clientName === '' ? sql`` : sql`and c.name = ${clientName}`;
  const same = [...new Set(asked.map(sameLoanNumber))];
  const { rows } = await db.execute<MatchRow>(sql`
    select l.id as "_id", l.loan_number as "Loan_ID", c.name as "Client_Name", l.customer_name as "Customer_Name",
      l.status, l.period_ends_on as "periodEndsOn"
    from clients c join loan_keys k on k.client_id = c.id and upper(k.loan_number) = any(${sql.param(same)}::text[])
        and k.status <> 'DELETED'
      join loans l on l.id = k.id
    where ${loansVisibleTo(actor)} ${ofClient} order by l.loan_number, c.name`);
  const found = new Set(rows.map((row) => sameLoanNumber(row.Loan_ID)));
  return { data: rows, unknown: asked.filter((number) => !found.has(sameLoanNumber(number))) };
}
