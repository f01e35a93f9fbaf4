import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import { bringWorkBack } from './open-work.ts';

/** A closing that is about to be taken back, its loan locked. */
export interface LockedClosure extends Record<string, unknown> {
  readonly id: string;
  readonly loanId: string;
}

interface FoundClosure extends LockedClosure {
  readonly isFree: boolean;
}

/** Locks the loans of an order and tells which closings can be taken back, and how many can't. */
export async function lockReopenable(
  tx: Db,
  order: { readonly commandId: string } | { readonly loanIds: readonly string[] },
): Promise<{ closures: LockedClosure[]; kept: number }> {
  await allowLongWork(tx);
  const asked =
    'commandId' in order
      ? sql`select x.loan_id from loan_closures x where x.command_id = ${order.commandId}`
      : sql`select given.id from unnest(${sql.param(order.loanIds)}::uuid[]) as given(id)`;
  const locked = await tx.execute(
    sql`select l.id from loans l where l.id in (${asked}) order by l.id for update of l`,
  );
  const isAsked =
    'commandId' in order
      ? sql`c.command_id = ${order.commandId}`
      : sql`c.loan_id = any(${sql.param(order.loanIds)}::uuid[])`;
  // Read after the lock was got. A deleted loan's number may be another loan's by now.
  const { rows } = await tx.execute<FoundClosure>(sql`
    select c.id, c.loan_id as "loanId", c.reason <> 'DELETED' or (not exists (select 1 from loans o
        where o.client_id = l.client_id and o.loan_number = l.loan_number and o.status <> 'DELETED')
      and row_number() over (partition by l.client_id, l.loan_number order by c.closed_at desc, c.id) = 1) as "isFree"
    from loan_closures c join loans l on l.id = c.loan_id
    where ${isAsked} and c.reopened_at is null order by l.id`);
  const closures = rows.filter(({ isFree }) => isFree);
  return {
    closures: closures.map(({ id, loanId }) => ({ id, loanId })),
    kept: (locked.rowCount ?? 0) - closures.length,
  };
}

/**
 * Whoever can still work: a person who left, does other work, or went to another manager, gets nothing back. A paid loan kept its manager,
 * who may be another one by now.
 */
const holders = sql`
  select c.loan_id, c.former_status, c.visit_date, c.promise_date, c.promise_amount, c.closed_at, m.id as manager_id,
    o.id as collector_id, f.id as field_agent_id
  from loan_closures c join loans k on k.id = c.loan_id
    left join users m on m.id = coalesce(k.manager_id, c.manager_id) and m.role = 'MANAGER' and m.disabled_at is null
    left join users o on o.id = c.collector_id and o.role = 'COLLECTOR' and o.disabled_at is null
      and o.manager_id is not distinct from coalesce(m.id, o.manager_id)
    left join users f on f.id = c.field_agent_id and f.role = 'FIELD_AGENT' and f.disabled_at is null
      and f.manager_id is not distinct from coalesce(m.id, f.manager_id)`;

async function openAllocations(
  tx: Db,
  actorId: string | null,
  among: ReturnType<typeof sql>,
  at: string,
): Promise<void> {
  await tx.execute(sql`
    insert into allocations (id, loan_id, assignee_id, kind, allocated_by, allocated_at)
    select gen_random_uuid(), l.id, h.person, h.kind, ${actorId}::uuid, ${at}::timestamptz
    from loans l cross join lateral (values ('MANAGER', l.manager_id), ('COLLECTOR', l.collector_id),
      ('FIELD', l.field_agent_id)) as h(kind, person)
    where l.id = ${among} and l.status in ('ACTIVE', 'PAID', 'SETTLED') and h.person is not null
    on conflict (loan_id, kind) where ended_at is null do nothing`);
}

/** Takes closings back: the loans stand where they stood, with who had them. */
export async function giveBack(
  tx: Db,
  actorId: string | null,
  closures: readonly LockedClosure[],
): Promise<void> {
  const now = await tx.execute<{ at: string }>(sql`select clock_timestamp()::text as at`);
  const at = now.rows[0]?.at ?? new Date().toISOString();
  const closed = sql`any(${sql.param(closures.map(({ id }) => id))}::uuid[])`;
  const among = sql`any(${sql.param(closures.map(({ loanId }) => loanId))}::uuid[])`;
  // A loan that was closed before (deleted after it was paid) goes back to that: only its manager may have it.
  await tx.execute(sql`
    update loans l set status = h.former_status,
      collector_id = case when h.former_status = 'ACTIVE' then h.collector_id end,
      field_agent_id = case when h.former_status = 'ACTIVE' then h.field_agent_id end,
      visit_date = case when h.former_status = 'ACTIVE' and h.field_agent_id is not null then h.visit_date end,
      manager_id = case when h.former_status in ('ACTIVE', 'PAID', 'SETTLED') then h.manager_id end,
      promise_date = case when h.former_status = 'ACTIVE' then h.promise_date end,
      promise_amount = case when h.former_status = 'ACTIVE' then h.promise_amount end,
      allocation_changed_at = ${at}::timestamptz, allocation_changed_by = ${actorId}::uuid
    from (${holders} where c.id = ${closed}) h where l.id = h.loan_id`);
  await bringWorkBack(
    tx,
    closures.map(({ loanId }) => loanId),
    sql`select c.loan_id, c.closed_at from loan_closures c where c.id = ${closed}`,
  );
  await tx.execute(sql`update loan_closures set reopened_at = ${at}::timestamptz, reopened_by = ${actorId}::uuid
    where id = ${closed}`);
  await tx.execute(sql`
    update loan_closures p set reopened_at = null, reopened_by = null, superseded_by = null
    from loan_closures c where c.id = ${closed} and p.loan_id = c.loan_id and p.superseded_by = c.command_id`);
  await openAllocations(tx, actorId, among, at);
}
