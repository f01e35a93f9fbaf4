import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { attributedPayments } from '../payments/attribution-service.ts';
import { bucketThen, productThen } from '../payments/loan-then-service.ts';
import { partFor, shareOf, slabReached, slabSteps } from './incentive-math.ts';
import { earners, setStructures, versions } from './incentive-sources.ts';

/*
 * What closed months gave too much or too little (docs/money.md): payments reversed since, taken back as far as the window
 * of their structure reaches, and payments that came since. All that was known at the last closing was put right then.
 */

/** A day more than needed: a payment's instant is that of its transaction's beginning. */
const since = sql`(select max(m.closed_at) - interval '1 day' from incentive_months m)`;

/** The closed month of a day of payment, where it is one. */
const ofClosed = sql`join incentive_months m on m.month = date_trunc('month', p.paid_on::timestamp)::date`;

/** Where the slab of a kept cell `c` begins, by its structure `s`. */
const keptFrom = sql`(s.terms->'parts'->(c.part - 1)->'slabs'->(c.slab - 1)->>'from')::bigint`;

/** `reversals`: what is taken back of payments that are reversed. */
function reversalSteps(zone: string): SQL {
  return sql`gone as materialized (select distinct p.id, p.client_id, p.paid_on, m.month as of_month, p.reversed_at
      from ${attributedPayments} p ${ofClosed} where p.reversed_at >= ${since}),
    given as materialized (select o.of_month, o.person_id, o.role_type, o.client_id, o.payment_id,
        sum(o.amount)::bigint as amount, sum(o.gross)::bigint as gross,
        (array_agg(o.structure_id order by o.kind))[1] as structure_id, (array_agg(o.manager_id order by o.kind))[1] as manager_id,
        (array_agg(o.slab_from order by o.kind))[1] as slab_from, (array_agg(o.basis_points order by o.kind))[1] as basis_points
      from (select c.month as of_month, c.person_id, c.role_type, c.client_id, u.payment_id, c.kind, c.structure_id,
          c.manager_id, ${keptFrom} as slab_from, c.basis_points,
          case when c.kind = 'PAYMENT' then u.amount else 0 end as amount, u.sum as gross
        from incentive_cells c join incentive_structures s on s.id = c.structure_id
          cross join lateral unnest(c.payment_ids, c.amounts, c.sums) as u(payment_id, amount, sum)
        where c.month in (select of_month from gone) and c.client_id in (select client_id from gone)
          and u.payment_id in (select id from gone)
        union all
        select k.of_month, k.person_id, k.role_type, k.client_id, k.payment_id, k.kind, k.structure_id, k.manager_id,
          k.slab_from, k.basis_points, k.amount, k.gross
        from incentive_corrections k where k.payment_id in (select id from gone)) o
      group by 1, 2, 3, 4, 5),
    reversals as materialized (select g.of_month, g.person_id, g.role_type, g.client_id, 'REVERSAL' as kind, g.payment_id,
        g.structure_id, g.manager_id, g.slab_from, g.basis_points, -g.amount as amount, -g.gross as gross,
        x.reversed_at as known_at
      from given g join gone x on x.id = g.payment_id join incentive_structures s on s.id = g.structure_id
      where g.gross <> 0
        and (x.reversed_at at time zone ${zone})::date <= x.paid_on + (s.terms->>'clawbackDays')::int)`;
}

/** What a late line's slab goes by: as it was closed, else nothing collected, and the target as it was kept. */
const keptReached = sql`coalesce((select c.reached from incentive_cells c where c.month = e.of_month
    and c.person_id = e.person_id and c.role_type = e.role_type and c.structure_id = e.structure_id and c.part = e.part
    and c.kind = 'PAYMENT' limit 1),
  case when e.measure = 'AMOUNT' then 0 else (select t.achieved * 100 / t.target from incentive_totals t
    where t.month = e.of_month and t.person_id = e.person_id and t.role_type = e.role_type and t.client_id = e.client_id
      and t.target > 0) end)`;

/** `late_lines`: payments of closed months that came since, each with what it brings whom. */
const lateLineSteps = (zone: string): SQL => sql`
  came as materialized (select p.id, p.client_id, p.collector_id, p.manager_id, p.paid_on, p.amount, p.created_at,
      m.month as of_month, ${bucketThen} as bucket, ${productThen} as product
    from ${attributedPayments} p ${ofClosed} join loans l on l.id = p.loan_id
    where p.reversed_at is null and p.created_at >= ${since}),
  known as materialized (select unnest(c.payment_ids) as id from incentive_cells c
    where c.month in (select of_month from came) and c.client_id in (select client_id from came)),
  fresh as materialized (select a.* from came a where not exists (select 1 from known x where x.id = a.id)
    and not exists (select 1 from incentive_corrections k where k.payment_id = a.id and k.kind = 'LATE')),
  vers as materialized (select v.* from ${versions(setStructures)} v where v.client_id in (select client_id from fresh)),
  ${slabSteps},
  late_lines as materialized (select e.of_month, e.person_id, e.role_type, e.client_id, e.id as payment_id, e.structure_id,
      e.manager_id, e.created_at, e.amount, s.from_here as slab_from, coalesce(s.basis_points, 0) as basis_points,
      ${shareOf(sql`e.amount`, sql`coalesce(s.basis_points, 0)`)} as gross
    from (select e.*, ${keptReached} as reached
      from (select e.*, v.id as structure_id, v.terms->>'measure' as measure,
          ${partFor(sql`v.id`, sql`e.bucket`, sql`e.product`)} as part
        from ${earners(sql`fresh`, sql`b.paid_on`, zone)} e join vers v on v.client_id = e.client_id and v.role_type = e.role_type
          and e.paid_on between v.valid_from and v.upto) e) e
      left join ${slabReached(sql`e.structure_id`, sql`e.part`, sql`e.reached`)} on true)`;

const teamPoints = sql`round(coalesce((v.terms->>'teamPercent')::numeric, 0) * 100)::int`;

/** `lates`: a line of each person and payment that came late, managers' shares in it. */
const lateSteps = (zone: string): SQL => sql`${lateLineSteps(zone)},
  late_teams as materialized (select e.of_month, m.person_id, m.role_type, m.client_id, e.payment_id, m.structure_id,
      e.manager_id, e.created_at, 0::bigint as amount, null::bigint as slab_from, ${teamPoints} as basis_points,
      ${shareOf(sql`e.gross`, teamPoints)} as gross
    from late_lines e join incentive_totals m on m.month = e.of_month and m.person_id = e.manager_id
        and m.role_type = 'MANAGER' and m.client_id = e.client_id
      join vers v on v.id = m.structure_id
      join vers w on w.id = e.structure_id
      left join incentive_totals a on a.month = e.of_month and a.person_id = e.person_id and a.role_type = e.role_type
        and a.client_id = e.client_id
    where e.role_type in ('COLLECTOR', 'FIELD_AGENT') and e.gross > 0 and ${teamPoints} > 0
      and case when a.month is null then w.terms->>'minAchievement' is null else cardinality(a.failed) = 0 end),
  lates as materialized (select o.of_month, o.person_id, o.role_type, o.client_id, 'LATE' as kind, o.payment_id,
      (array_agg(o.structure_id order by o.place, o.slab_from))[1] as structure_id,
      (array_agg(o.manager_id order by o.place))[1] as manager_id,
      max(o.slab_from) as slab_from, (array_agg(o.basis_points order by o.place))[1] as basis_points,
      sum(o.amount)::bigint as amount, sum(o.gross)::bigint as gross, min(o.created_at) as known_at
    from (select 1 as place, e.* from late_lines e union all select 2, t.* from late_teams t) o
    group by 1, 2, 3, 4, 6)`;

/**
 * The corrections that wait for the next closing, as a table. Each brings what the sum of its month comes to with it less
 * what it came to before it, both cut by the cap; nothing where a gate stands against the month.
 */
export function openCorrections(zone: string): SQL {
  return sql`(with ${reversalSteps(zone)}, ${lateSteps(zone)},
    known_fixes as (select r.* from reversals r union all select r.* from lates r),
    stood as (select d.*, t.month is not null as was_closed, t.failed, t.cap as kept_cap, v.terms,
        coalesce(t.lines + t.team + t.fixed, 0) + coalesce((select sum(k.gross) from incentive_corrections k
          where k.of_month = d.of_month and k.person_id = d.person_id and k.role_type = d.role_type
            and k.client_id = d.client_id), 0) as before,
        sum(d.gross) over (partition by d.of_month, d.person_id, d.role_type, d.client_id
          order by d.known_at, d.payment_id, d.kind) as upto
      from known_fixes d join incentive_structures v on v.id = d.structure_id
        left join incentive_totals t on t.month = d.of_month and t.person_id = d.person_id
          and t.role_type = d.role_type and t.client_id = d.client_id),
    capped as (select s.*, case when s.was_closed then case when cardinality(s.failed) > 0 then 0 else s.kept_cap end
        when s.terms->>'minAchievement' is not null then 0 else (s.terms->>'cap')::bigint end as most from stood s)
    select x.of_month, x.person_id, x.role_type, x.client_id, x.kind, x.payment_id, x.structure_id, x.manager_id,
      x.slab_from, x.basis_points, x.amount, x.gross,
      (least(x.before + x.upto, coalesce(x.most, x.before + x.upto))
        - least(x.before + x.upto - x.gross, coalesce(x.most, x.before + x.upto - x.gross)))::bigint as sum
    from capped x)`;
}
