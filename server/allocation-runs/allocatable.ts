import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallAnswer } from '../../contract/call.ts';
import type { AutoAllocationSpec } from '../../contract/allocation-rule.ts';
import type { allocationRunCalls } from '../../contract/allocation-run.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { allOf } from '../database/list-page.ts';
import { loanFilterConditions } from '../loans/loan-filter-service.ts';

/** Who has the loan `l` for a kind of work. */
export const holderOf: Readonly<Record<AutoAllocationSpec['kind'], SQL>> = {
  COLLECTOR: sql`l.collector_id`,
  FIELD: sql`l.field_agent_id`,
  MANAGER: sql`l.manager_id`,
};

/** Condition on `l`: the loans that a sharing-out looks at. Throws 400 for a person's id that is none. */
export function allocatable(
  actor: Actor,
  { kind, filter, takesOver }: Pick<AutoAllocationSpec, 'kind' | 'filter' | 'takesOver'>,
): SQL {
  const conditions = [
    sql`l.status = 'ACTIVE'`,
    loansVisibleTo(actor),
    ...loanFilterConditions(filter, actor.role),
  ];
  if (!takesOver) conditions.push(sql`${holderOf[kind]} is null`);
  return allOf(conditions);
}

/** How many loans, and how much due, a sharing-out would look at. */
export async function countAllocatable(
  db: Db,
  actor: Actor,
  spec: Pick<AutoAllocationSpec, 'kind' | 'filter' | 'takesOver'>,
): Promise<{ loans: number; due: number }> {
  const { rows } = await db.execute<{ loans: number; due: number }>(sql`
    select count(*)::int as loans, coalesce(sum(l.total_due_amount), 0)::float8 as due
    from loans l where ${allocatable(actor, spec)}`);
  return rows[0] ?? { loans: 0, due: 0 };
}

type Unallocated = CallAnswer<typeof allocationRunCalls.listUnallocated>;
type UnallocatedRow = Unallocated['data'][number] & Record<string, unknown>;

/** Loans that nobody of a kind has, by lender and bucket, the most due first. */
export async function listUnallocated(
  db: Db,
  actor: Actor,
  kind: AutoAllocationSpec['kind'],
): Promise<Unallocated> {
  const { rows } = await db.execute<UnallocatedRow>(sql`
    select c.name as "Client_Name", g.bucket as "Bucket", g.loans, g.due
    from (select l.client_id, l.bucket, count(*)::int as loans, coalesce(sum(l.total_due_amount), 0)::float8 as due
      from loans l where ${allocatable(actor, { kind, filter: {}, takesOver: false })}
      group by l.client_id, l.bucket) g
    join clients c on c.id = g.client_id order by g.due desc, c.name, g.bucket`);
  const total = (pick: (row: UnallocatedRow) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0);
  return { data: rows, loans: total((row) => row.loans), due: total((row) => row.due) };
}
