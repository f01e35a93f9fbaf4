import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/*
 * What a month's money earns (docs/money.md), set by set over `vers`, `cells` and `facts` (incentive-sources.ts): one
 * statement for the live month, its closing, the preview and the check of a closed month.
 */

/** A text of `terms` as hundredths of a percent. */
const points = (percent: SQL): SQL => sql`round(coalesce((${percent})::numeric, 0) * 100)::int`;

/** `slabs` and `parts` of the versions in `vers`. */
export const slabSteps: SQL = sql`
  slabs as materialized (select v.id as structure_id, x.part::int as part, lower(x.of_part->>'bucket') as bucket,
      lower(x.of_part->>'product') as product, s.slab::int as slab, (s.step->>'from')::bigint as from_here,
      ${points(sql`s.step->>'percent'`)} as basis_points, coalesce((s.step->>'fixedAmount')::bigint, 0) as fixed
    from vers v cross join lateral jsonb_array_elements(v.terms->'parts') with ordinality as x(of_part, part)
      cross join lateral jsonb_array_elements(x.of_part->'slabs') with ordinality as s(step, slab)),
  parts as materialized (select distinct s.structure_id, s.part, s.bucket, s.product from slabs s)`;

/** The most exact part of a version for a bucket and a product; null: none. */
export function partFor(structureId: SQL, bucket: SQL, product: SQL): SQL {
  return sql`(select x.part from parts x where x.structure_id = ${structureId}
    and (x.bucket is null or x.bucket = ${bucket}) and (x.product is null or x.product = ${product})
    order by (x.bucket is not null)::int * 2 + (x.product is not null)::int desc limit 1)`;
}

/** The slab `s` of a part that is reached: the last one that begins at or below. */
export function slabReached(structureId: SQL, part: SQL, reached: SQL): SQL {
  return sql`lateral (select y.slab, y.from_here, y.basis_points, y.fixed from slabs y where y.structure_id = ${structureId}
    and y.part = ${part} and y.from_here <= ${reached} order by y.from_here desc limit 1) s`;
}

/** Rupees of a share in hundredths of a percent, half up. */
export function shareOf(amount: SQL, basisPoints: SQL): SQL {
  return sql`((${amount} * ${basisPoints} + 5000) / 10000)`;
}

/** Whole percent of the target, down; null without one. `f` is a row of facts. */
const achievement = sql`case when f.target > 0 then f.achieved * 100 / f.target end`;

/** Who has money in which version, and what its slabs go by. */
const reachedSteps: SQL = sql`
  picked as materialized (select k.structure_id, k.bucket, k.product,
      ${partFor(sql`k.structure_id`, sql`k.bucket`, sql`k.product`)} as part
    from (select distinct v.id as structure_id, c.bucket, c.product from cells c
      join vers v on v.client_id = c.client_id and v.role_type = c.role_type where c.structure_id is not null) k),
  measures as materialized (select c.person_id, c.role_type, c.client_id, v.id as structure_id, k.part,
      sum(c.amount)::bigint as amount
    from cells c join vers v on v.client_id = c.client_id and v.role_type = c.role_type
      join picked k on k.structure_id = v.id and k.bucket = c.bucket and k.product = c.product
    where c.structure_id is not null and k.part is not null group by 1, 2, 3, 4, 5),
  reached as materialized (select m.person_id, m.role_type, m.client_id, m.structure_id, m.part, m.reached, s.slab,
      coalesce(s.basis_points, 0) as basis_points, coalesce(s.fixed, 0) as fixed
    from (select m.*, case when v.terms->>'measure' = 'AMOUNT' then m.amount else ${achievement} end as reached
      from measures m join vers v on v.id = m.structure_id
        left join facts f on f.person_id = m.person_id and f.client_id = m.client_id) m
      left join ${slabReached(sql`m.structure_id`, sql`m.part`, sql`m.reached`)} on true)`;

/** `summed`: cells with their slab, the sum of each line and of all. */
const summedSteps: SQL = sql`
  summed as materialized (select c.person_id, c.role_type, c.client_id, c.structure_id, c.bucket, c.product,
      c.collector_id, c.manager_id, c.last_on, c.amount, k.part, r.slab, r.reached,
      coalesce(r.basis_points, 0) as basis_points, c.payment_ids, c.amounts,
      y.sums, y.line_sum
    from cells c join picked k on k.structure_id = c.structure_id and k.bucket = c.bucket and k.product = c.product
      left join reached r on r.person_id = c.person_id and r.role_type = c.role_type and r.client_id = c.client_id
        and r.structure_id = c.structure_id and r.part = k.part
      cross join lateral (select array_agg(x.sum order by x.place) as sums, sum(x.sum)::bigint as line_sum
        from (select a.place, ${shareOf(sql`a.amount`, sql`coalesce(r.basis_points, 0)`)} as sum
          from unnest(c.amounts) with ordinality as a(amount, place)) x) y)`;

/** `gated`: the version that governs a person's month on a client, its gates and those that fail. */
const gateSteps: SQL = sql`
  gated as materialized (select g.person_id, g.role_type, g.client_id, g.structure_id, f.target, f.achieved, f.breaches,
      f.in_hand, (v.terms->>'cap')::bigint as cap,
      case when g.role_type = 'MANAGER' then ${points(sql`v.terms->>'teamPercent'`)} else 0 end as team_points,
      array_remove(array[
        case when coalesce(${achievement}, -1) < (v.terms->>'minAchievement')::int then 'ACHIEVEMENT' end,
        case when (v.terms->>'needsNoBreach')::boolean and f.breaches > 0 then 'BREACH' end,
        case when (v.terms->>'needsCashDeposited')::boolean and f.in_hand > 0 then 'CASH' end], null) as failed
    from (select distinct on (c.person_id, c.role_type, c.client_id) c.person_id, c.role_type, c.client_id, c.structure_id
        from cells c where c.structure_id is not null
        order by c.person_id, c.role_type, c.client_id, c.last_on desc, c.structure_id) g
      join vers v on v.id = g.structure_id
      join facts f on f.person_id = g.person_id and f.client_id = g.client_id)`;

/** `teams`: managers' shares of what agents' payments bring, where the agents' gates let them. */
const teamSteps: SQL = sql`
  teams as materialized (select m.person_id, m.role_type, m.client_id, m.structure_id, e.bucket, e.product,
      e.person_id as from_person_id, m.team_points, e.payment_ids, e.sums as amounts,
      (select array_agg(${shareOf(sql`a.amount`, sql`m.team_points`)} order by a.place)
        from unnest(e.sums) with ordinality as a(amount, place)) as sums
    from summed e
      join gated a on a.person_id = e.person_id and a.role_type = e.role_type and a.client_id = e.client_id
      join gated m on m.person_id = e.manager_id and m.role_type = 'MANAGER' and m.client_id = e.client_id
    where e.role_type in ('COLLECTOR', 'FIELD_AGENT') and e.line_sum > 0 and cardinality(a.failed) = 0
      and m.team_points > 0)`;

/** `totals`: what each person earns on each client, after gates and cap. */
const totalSteps: SQL = sql`
  totals as materialized (select t.*, case when cardinality(t.failed) > 0 then 0
      else least(t.lines + t.team + t.fixed, coalesce(t.cap, t.lines + t.team + t.fixed)) end as total
    from (select g.*, x.collected, x.lines,
        coalesce(y.team, 0)::bigint as team, coalesce(r.fixed, 0)::bigint as fixed
      from gated g join (select e.person_id, e.role_type, e.client_id, sum(e.amount)::bigint as collected,
          sum(e.line_sum)::bigint as lines from summed e group by 1, 2, 3) x
        on x.person_id = g.person_id and x.role_type = g.role_type and x.client_id = g.client_id
      left join (select t.person_id, t.client_id, sum(a.sum) as team from teams t cross join lateral unnest(t.sums) as a(sum)
          group by 1, 2) y on y.person_id = g.person_id and y.client_id = g.client_id and g.role_type = 'MANAGER'
      left join (select z.person_id, z.role_type, z.client_id, z.structure_id, sum(z.fixed) as fixed from reached z
          group by 1, 2, 3, 4) r on r.person_id = g.person_id and r.role_type = g.role_type and r.client_id = g.client_id
        and r.structure_id = g.structure_id) t)`;

/** Everything after a source: `totals` of people, `summed` and `teams` with their lines. */
export const incentiveSteps: SQL = sql`${slabSteps}, ${reachedSteps}, ${summedSteps}, ${gateSteps}, ${teamSteps}, ${totalSteps}`;
