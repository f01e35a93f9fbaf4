import { sql } from 'drizzle-orm';
import type { LoanStatus } from '../../contract/loan.ts';
import type { Db } from '../database/connection.ts';

interface Closing extends Record<string, unknown> {
  loanId: string;
  Loan_ID: string;
  Customer_Name: string;
  reason: LoanStatus;
}

/** Which of these loans are over, and why. The caller makes sure that the reader had them. */
export async function closingsOf(db: Db, loanIds: readonly string[]): Promise<Closing[]> {
  if (loanIds.length === 0) return [];
  const { rows } = await db.execute<Closing>(sql`
    select l.id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", l.status as reason
    from loans l where l.id = any(${sql.param(loanIds)}::uuid[]) and l.status <> 'ACTIVE' order by l.customer_name, l.id`);
  return rows;
}
