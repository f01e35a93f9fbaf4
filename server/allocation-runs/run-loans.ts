import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { allocationRunCalls, RunLoan } from '../../contract/allocation-run.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { readRun } from './run-record.ts';

type Query = CallRequest<typeof allocationRunCalls.listAllocationRunLoans>['query'];
type RunLoanRow = RunLoan & Record<string, unknown>;

/** A page of a plan's loans, of one person or left for one reason. Throws 404. */
export async function listRunLoans(
  db: Db,
  actor: Actor,
  runId: string,
  query: Query,
): Promise<CallAnswer<typeof allocationRunCalls.listAllocationRunLoans>> {
  await readRun(db, actor, runId);
  const { page, pageSize, assigneeId, reason } = query;
  const where = sql`r.run_id = ${runId} and ${loansVisibleTo(actor)}
    ${assigneeId === undefined ? sql`` : sql`and r.assignee_id = ${assigneeId}::uuid`}
    ${reason === undefined ? sql`` : sql`and r.reason = ${reason}`}`;
  const count = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from allocation_run_loans r join loans l on l.id = r.loan_id where ${where}`);
  const { rows } = await db.execute<RunLoanRow>(sql`
    select l.id as "_id", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", c.name as "Client_Name",
      l.city as "City", l.pincode as "Pincode", l.bucket as "Bucket", l.total_due_amount as "Total_Due_Amount",
      r.assignee_id as "assigneeId", u.full_name as "assigneeName", r.reason, a.name as "ruleName"
    from allocation_run_loans r join loans l on l.id = r.loan_id join clients c on c.id = l.client_id
      left join users u on u.id = r.assignee_id left join allocation_rules a on a.id = r.rule_id
    where ${where} order by r.loan_id limit ${pageSize} offset ${(page - 1) * pageSize}`);
  return { data: rows, totalCount: count.rows[0]?.count ?? 0, page, pageSize };
}
