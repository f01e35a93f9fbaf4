import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { lot } from './demo-past-ask.ts';
import type { PastAsk } from './demo-past-ask.ts';

const key = sql`l.loan_number`;

/** The calling agents of a manager, as `t.team`. */
const teamOf = (
  manager: SQL,
): SQL => sql`cross join lateral (select array_agg(u.id order by u.username) as team
  from users u where u.role = 'COLLECTOR' and u.manager_id = ${manager}) t`;

/** One of the team, by a number from 0 up to 1. */
const oneOf = (share: SQL): SQL => sql`t.team[1 + floor(${share} * cardinality(t.team))::int]`;

/** Since when whoever has a loan has it: most since the day after it came, the others since it changed hands. */
async function backdateHoldings(tx: Db, { today }: PastAsk): Promise<void> {
  const changed = sql`greatest(l.created_at + interval '3 days', ${today}::date - floor(${lot(key, sql`'moved'`)} * 55) * interval '1 day' - interval '14 hours')`;
  await tx.execute(sql`
    update allocations a set allocated_at = least(now() - interval '1 minute', case
      when a.kind = 'MANAGER' then l.created_at + interval '2 hours'
      when ${lot(key, sql`'stays'`)} < 0.62 then l.created_at + interval '1 day'
      else ${changed} end)
    from loans l where l.id = a.loan_id and a.ended_at is null and l.created_at < now() - interval '1 day'`);
}

/** Who had the present loans before: another of the team; of loans that nobody has, whoever gave them back. */
async function addFormerHoldings(tx: Db, { today }: PastAsk): Promise<void> {
  const released = sql`greatest(l.created_at + interval '3 days', ${today}::date - floor(${lot(key, sql`'released'`)} * 45) * interval '1 day' - interval '12 hours')`;
  await tx.execute(sql`
    insert into allocations (id, loan_id, assignee_id, kind, allocated_by, allocated_at, ended_at)
    select gen_random_uuid(), f.id, f.assignee_id, 'COLLECTOR', f.manager_id, f.since, f.upto
    from (
      select l.id, l.manager_id, l.created_at + interval '1 day' as since,
        coalesce(a.allocated_at, least(${released}, now() - interval '1 hour')) as upto, a.assignee_id as next_id,
        ${oneOf(lot(key, sql`'former'`))} as assignee_id
      from loans l left join allocations a on a.loan_id = l.id and a.kind = 'COLLECTOR' and a.ended_at is null
        ${teamOf(sql`l.manager_id`)}
      where l.status = 'ACTIVE' and (a.id is not null or ${lot(key, sql`'stays'`)} < 0.6)) f
    where f.upto > f.since + interval '1 day' and f.assignee_id is distinct from f.next_id`);
}

/** Who had the loans that ended: their manager, and one or two calling agents after each other. */
async function addPastHoldings(tx: Db): Promise<void> {
  await tx.execute(sql`
    insert into allocations (id, loan_id, assignee_id, kind, allocated_by, allocated_at, ended_at)
    select gen_random_uuid(), l.id, c.manager_id, 'MANAGER', c.closed_by, l.created_at + interval '2 hours',
      case when l.status <> 'PAID' then c.closed_at end
    from loans l join loan_closures c on c.loan_id = l.id`);
  const middle = sql`(l.created_at + (c.closed_at - l.created_at) / 2)`;
  const changes = sql`${lot(key, sql`'changes'`)} < 0.35`;
  await tx.execute(sql`
    insert into allocations (id, loan_id, assignee_id, kind, allocated_by, allocated_at, ended_at)
    select gen_random_uuid(), l.id, ${oneOf(lot(key, sql`'first'`))}, 'COLLECTOR', c.manager_id,
      l.created_at + interval '1 day', case when ${changes} then ${middle} else c.closed_at end
    from loans l join loan_closures c on c.loan_id = l.id ${teamOf(sql`c.manager_id`)}`);
  await tx.execute(sql`
    insert into allocations (id, loan_id, assignee_id, kind, allocated_by, allocated_at, ended_at)
    select gen_random_uuid(), l.id, ${oneOf(sql`(1 - ${lot(key, sql`'first'`)} - 1.0 / 65536)`)}, 'COLLECTOR', c.manager_id, ${middle}, c.closed_at
    from loans l join loan_closures c on c.loan_id = l.id ${teamOf(sql`c.manager_id`)} where ${changes}`);
  await tx.execute(sql`
    update loan_closures c set collector_id = a.assignee_id
    from (select distinct on (loan_id) loan_id, assignee_id from allocations
      where kind = 'COLLECTOR' order by loan_id, allocated_at desc) a where a.loan_id = c.loan_id`);
}

/** Who had which loan from when to when. */
export async function givePastAllocations(tx: Db, ask: PastAsk): Promise<void> {
  await backdateHoldings(tx, ask);
  await addFormerHoldings(tx, ask);
  await addPastHoldings(tx);
}
