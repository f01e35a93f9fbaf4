import { sql } from 'drizzle-orm';
import type { Page } from '../../contract/paging.ts';
import type { FieldCase } from '../../contract/staff-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { countRows, pageLimit } from '../database/list-page.ts';
import { boardLoans } from './dashboard-scope.ts';
import type { BoardFilter } from './dashboard-scope.ts';

interface FieldCaseRow extends FieldCase, Record<string, unknown> {}

const toFieldCase = (row: FieldCaseRow): FieldCase => ({
  ...row,
  disCreatedAt: isoInstantOrNull(row.disCreatedAt),
});

/** A page of the loans that a field agent has, the next visit first, those without an appointment last. */
export async function readFieldCases(
  db: Db,
  actor: Actor,
  ask: { filter: BoardFilter; page: number; pageSize: number },
): Promise<Page<FieldCase>> {
  const { page, pageSize } = ask;
  const where = sql`${boardLoans(actor, ask.filter)} and l.field_agent_id is not null`;
  const order = sql`l.visit_date, l.id`;
  const totalCount = await countRows(db, sql`loans l where ${where}`);
  const { rows } = await db.execute<FieldCaseRow>(sql`
    select l.id as "loanId", l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", c.name as "Client_Name",
      l.city as "City", l.bucket as "Bucket", l.total_due_amount as "Total_Due_Amount", l.unverified_amount as "Unverified_Amount",
      l.field_agent_id as "fieldAgentId", f.full_name as "fieldAgentName", l.visit_date as "visitDate",
      l.disposition, k.label, l.disposition_class, l.disposition_at as "disCreatedAt"
    from (select l.id from loans l where ${where} order by ${order} ${pageLimit({ page, pageSize })}) p
      join loans l on l.id = p.id join clients c on c.id = l.client_id join users f on f.id = l.field_agent_id
      left join disposition_codes k on k.code = l.disposition
    order by ${order}`);
  return {
    data: rows.map(toFieldCase),
    totalCount,
    page,
    pageSize,
  };
}
