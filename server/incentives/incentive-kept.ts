import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { setStructures, versionsOfMonth } from './incentive-sources.ts';

/** `vers`, `cells` and `facts` of a closed month, from what was kept of it: to compute it once more. */
export function keptSource(month: string): SQL {
  return sql`${versionsOfMonth(month, setStructures)},
    cells as materialized (select c.person_id, c.role_type, c.client_id, v.id as structure_id, c.bucket, c.product,
        c.from_person_id as collector_id, c.manager_id, max(y.paid_on) as last_on, sum(u.amount)::bigint as amount,
        array_agg(u.payment_id) as payment_ids, array_agg(u.amount) as amounts
      from incentive_cells c cross join lateral unnest(c.payment_ids, c.amounts) as u(payment_id, amount)
        join payments y on y.id = u.payment_id
        join vers v on v.client_id = c.client_id and v.role_type = c.role_type and y.paid_on between v.valid_from and v.upto
      where c.month = ${month}::date and c.kind = 'PAYMENT' group by c.id, v.id),
    facts as materialized (select distinct t.person_id, t.client_id, t.target, t.achieved, t.breaches, t.in_hand
      from incentive_totals t where t.month = ${month}::date)`;
}

/** `totals`, `summed`, `teams` and `fixes` of a closed month as they are kept. */
export function keptSteps(month: string): SQL {
  return sql`totals as (select t.* from incentive_totals t where t.month = ${month}::date),
    summed as (select c.person_id, c.role_type, c.client_id, c.structure_id, c.bucket, c.product,
        c.from_person_id as collector_id, c.manager_id, c.part, c.slab, c.reached, c.basis_points, c.payment_ids, c.amounts, c.sums,
        (select sum(a.amount) from unnest(c.amounts) as a(amount))::bigint as amount,
        (select sum(a.sum) from unnest(c.sums) as a(sum))::bigint as line_sum
      from incentive_cells c where c.month = ${month}::date and c.kind = 'PAYMENT'),
    teams as (select c.person_id, c.role_type, c.client_id, c.structure_id, c.bucket, c.product, c.from_person_id,
        c.basis_points as team_points, c.payment_ids, c.amounts, c.sums
      from incentive_cells c where c.month = ${month}::date and c.kind = 'TEAM'),
    fixes as (select k.* from incentive_corrections k where k.month = ${month}::date)`;
}

/** Who led a person `u` when a month was closed; of an open one, and of who had no statement, who leads it now. */
export const managerOf = (
  month: string,
): SQL => sql`coalesce((select t.manager_id from incentive_totals t
  where t.month = ${month}::date and t.person_id = u.id limit 1), u.manager_id)`;
