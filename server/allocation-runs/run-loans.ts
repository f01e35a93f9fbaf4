import { sql } from 'drizzle-orm';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type {
  AllocationRunDetail,
  allocationRunCalls,
  RunLoan,
} from '../../contract/allocation-run.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { allOf, listPage } from '../database/list-page.ts';
import { changedSincePlan } from './run-pieces.ts';
import { readRun } from './run-record.ts';

/** A run as its screen shows it: whoever is about to confirm a plan sees how much of it others made out of date. Throws 404. */
export async function readRunDetail(
  db: Db,
  actor: Actor,
  runId: string,
): Promise<AllocationRunDetail> {
  const { wire } = await readRun(db, actor, runId);
  if (wire.state !== 'PLANNED') return { ...wire, changedSince: 0 };
  const { rows } = await db.execute<{ changed: number }>(sql`select count(*)::int as changed
    from allocation_run_loans r join loans l on l.id = r.loan_id
    where r.run_id = ${runId} and r.assignee_id is not null and r.reason <> 'STAYS' and ${changedSincePlan}`);
  return { ...wire, changedSince: rows[0]?.changed ?? 0 };
}

type Query = CallRequest<typeof allocationRunCalls.listAllocationRunLoans>['query'];
/** A page of a plan's loans, of one person or left for one reason. Throws 404. */
export async function listRunLoans(
  db: Db,
  actor: Actor,
  runId: string,
  query: Query,
): Promise<CallAnswer<typeof allocationRunCalls.listAllocationRunLoans>> {
  await readRun(db, actor, runId);
  const { assigneeId, reason, ...page } = query;
  return listPage(db, page, {
    columns: sql`l.id as "_id", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name",
      c.name as "Client_Name", l.city as "City", l.pincode as "Pincode", l.bucket as "Bucket",
      l.total_due_amount as "Total_Due_Amount", l.unverified_amount as "Unverified_Amount", r.assignee_id as "assigneeId", u.full_name as "assigneeName", r.reason,
      a.name as "ruleName"`,
    from: sql`allocation_run_loans r join loans l on l.id = r.loan_id`,
    joins: sql`join clients c on c.id = l.client_id left join users u on u.id = r.assignee_id
      left join allocation_rules a on a.id = r.rule_id`,
    where: allOf([
      sql`r.run_id = ${runId}`,
      loansVisibleTo(actor),
      assigneeId && sql`r.assignee_id = ${assigneeId}::uuid`,
      reason && sql`r.reason = ${reason}`,
    ]),
    order: sql`r.loan_id`,
    row: (row: RunLoan) => row,
  });
}
