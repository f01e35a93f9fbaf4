import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { monthEnd } from '../../contract/pace.ts';
import type { Role } from '../../contract/roles.ts';
import { dayRange } from '../clock.ts';
import { lastDayOf, makerOn, roleOn } from '../identity/past-role-service.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { bucketThen, productThen } from '../payments/loan-then-service.ts';
import { isInHand } from '../receipts/receipt-rows-service.ts';

/*
 * Where a month's incentives come from (docs/money.md): `vers`, the structures' versions of the month; `cells`, the payments
 * of a person alike in client, version, bucket, product and manager; `facts`, what gates and targets look at.
 */

/** What is computed: of which month, by which structures, of which payments. */
export interface IncentiveAsk {
  /** The month's first day. */
  readonly month: string;
  readonly zone: string;
  /** Structures as a table of `id`, `client_id`, `role_type`, `valid_from`, `valid_to`, `terms`. */
  readonly structures: SQL;
  /** Condition on attributed payments `p`. */
  readonly which: SQL;
}

/** The structures as they are set. */
export const setStructures: SQL = sql`(select s.id, s.client_id, s.role_type, s.valid_from, s.valid_to, s.terms
  from incentive_structures s)`;

/** The versions of structures, each with the last day on which it holds. */
export function versions(structures: SQL): SQL {
  return sql`(select s.id, s.client_id, s.role_type, s.valid_from, s.terms,
    least(coalesce(s.valid_to, 'infinity'::date),
      coalesce(lead(s.valid_from) over (partition by s.client_id, s.role_type order by s.valid_from) - 1,
        'infinity'::date)) as upto from ${structures} s)`;
}

/** `vers`: the versions that hold on a day of the month. */
export function versionsOfMonth(month: string, structures: SQL): SQL {
  return sql`vers as materialized (select v.* from ${versions(structures)} v
    where v.valid_from <= ${monthEnd(month)}::date and v.upto >= ${month}::date)`;
}

/** People with the role that they had on a day and whose they were, as a table. */
const peopleOn = (day: SQL, zone: string): SQL =>
  sql`lateral (select u.id, ${makerOn(day, zone)} as maker_id, ${roleOn(day, zone)} as role from users u)`;

/**
 * Money `b` by whose it is as whom: `person_id`, `role_type`, the role being that of its day. Agents for their shares, managers
 * and partners for what they lead.
 */
export function earners(money: SQL, day: SQL, zone: string): SQL {
  const people = peopleOn(day, zone);
  return sql`(
    select b.*, u.id as person_id, u.role as role_type from ${money} b join ${people} u on u.id = b.collector_id
      where u.role in ('COLLECTOR', 'FIELD_AGENT')
    union all
    select b.*, u.id, 'MANAGER' from ${money} b join ${people} u on u.id = b.manager_id where u.role = 'MANAGER'
    union all
    select b.*, u.id, 'MANAGER' from ${money} b join ${people} u on u.id = b.collector_id
      where u.role = 'MANAGER' and b.manager_id is distinct from u.id
    union all
    select b.*, u.id, 'PARTNER' from ${money} b join ${people} m on m.id = b.manager_id
      join ${people} u on u.id = m.maker_id where u.role = 'PARTNER')`;
}

/** `vers`, `cells` and `facts` of the payments as they are now. One pass over the payments: `base`. */
export function liveSource({ month, zone, structures, which }: IncentiveAsk): SQL {
  const end = monthEnd(month);
  const range = dayRange(zone, month, end);
  return sql`${versionsOfMonth(month, structures)},
    cuts as materialized (select coalesce(array_agg(distinct d.day order by d.day), '{}'::date[]) as days from (
        select v.valid_from as day from vers v union all select v.upto + 1 from vers v where v.upto < ${end}::date
        union all select ${lastDayOf(zone)} + 1 from former_roles f
        union all select ${lastDayOf(zone)} + 1 from former_makers f) d
      where d.day > ${month}::date and d.day <= ${end}::date),
    base as materialized (select p.client_id, p.collector_id, p.manager_id, ${bucketThen} as bucket,
        ${productThen} as product, width_bucket(p.paid_on, (select days from cuts)) as span,
        max(p.paid_on) as last_on, sum(p.amount)::bigint as amount, array_agg(p.id) as payment_ids,
        array_agg(p.amount) as amounts
      from ${attributedPayments} p join loans l on l.id = p.loan_id
      where p.reversed_at is null and p.paid_on between ${month}::date and ${end}::date and ${which}
      group by 1, 2, 3, 4, 5, 6),
    cells as materialized (select e.person_id, e.role_type, e.client_id, v.id as structure_id, e.bucket, e.product,
        e.collector_id, e.manager_id, e.last_on, e.amount, e.payment_ids, e.amounts
      from ${earners(sql`base`, sql`b.last_on`, zone)} e left join vers v on v.client_id = e.client_id and v.role_type = e.role_type
        and e.last_on between v.valid_from and v.upto),
    broke as materialized (select a.agent_id, l.client_id, count(*)::int as breaches
      from contact_attempts a join loans l on l.id = a.loan_id where a.decision = 'BREACH'
        and not exists (select 1 from contact_reviews y where y.attempt_id = a.id)
        and a.at >= ${range.start}::timestamptz and a.at < ${range.end}::timestamptz group by 1, 2),
    held as materialized (select r.agent_id, r.client_id, sum(r.amount)::bigint as in_hand from receipts r
      where ${isInHand} and r.collected_on <= ${end}::date group by 1, 2),
    facts as materialized (select x.person_id, x.client_id, coalesce(o.amount, w.amount) as target,
        case when o.amount is null then x.whole else x.amount end as achieved,
        coalesce(b.breaches, 0) as breaches, coalesce(h.in_hand, 0)::bigint as in_hand
      from (select c.person_id, c.client_id, sum(c.amount)::bigint as amount,
          (sum(sum(c.amount)) over (partition by c.person_id))::bigint as whole from cells c group by 1, 2) x
        left join targets o on o.month = ${month}::date and o.owner_id = x.person_id and o.client_id = x.client_id
          and num_nonnulls(o.city, o.region, o.bucket, o.product) = 0
        left join targets w on w.month = ${month}::date and w.owner_id = x.person_id
          and num_nonnulls(w.client_id, w.city, w.region, w.bucket, w.product) = 0
        left join broke b on b.agent_id = x.person_id and b.client_id = x.client_id
        left join held h on h.agent_id = x.person_id and h.client_id = x.client_id)`;
}

/** Whose month is read. */
export interface Earner {
  readonly id: string;
  readonly role: Role;
  /** Whether it had another role before. */
  readonly hadOther: boolean;
}

/** Whether a person earns as an agent only. */
export const isAgentOnly = ({ role, hadOther }: Earner): boolean =>
  !hadOther && (role === 'COLLECTOR' || role === 'FIELD_AGENT');

/** Condition on a user `u`: it had another role before. */
export const hadOtherRole = sql`exists (select 1 from former_roles f where f.user_id = u.id)`;

/** The payments that a person's month is computed of: an agent's own; those who lead need their agents' months whole. */
export function paymentsFor(person: Earner): SQL {
  return isAgentOnly(person) ? sql`p.collector_id = ${person.id}` : sql`true`;
}
