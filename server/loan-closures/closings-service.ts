import { sql } from 'drizzle-orm';
import type { LoanStatus } from '../../contract/loan.ts';
import type { Db } from '../database/connection.ts';

interface Closing extends Record<string, unknown> {
  loanId: string;
  Loan_ID: string;
  Customer_Name: string;
  reason: LoanStatus;
}

/** Why these loans left their reader: they are over, or (ACTIVE) not the reader's any more. The caller makes sure that they were. */
export async function closingsOf(db: Db, loanIds: readonly string[]): Promise<Closing[]> {
  if (loanIds.length === 0) return [];
  const { rows } = await db.execute<Closing>(sql`
    select l.id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", l.status as reason
    from loans l where l.id = any(${sql.param(loanIds)}::uuid[]) order by l.customer_name, l.id`);
  return rows;
}
