import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { BoardRow } from '../../contract/agent-board.ts';
import { addDays, dayRange } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { isConnect } from '../dispositions/contact-measures-service.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { leadersWithin } from '../identity/team-span-service.ts';
import { attributedPayments } from '../payments/attribution-service.ts';
import { monthExpectations } from '../predictions/month-expectation-service.ts';

/** The figures of an agent, before ranks. */
export interface BoardFigures extends Record<string, unknown> {
  id: string;
  fullName: string;
  role: BoardRow['role'];
  managerName: string | null;
  loanCount: number;
  collected: number;
  expected: number;
  contacts: number;
  promisesDue: number;
  promisesKept: number;
  breaches: number;
  disputes: number;
  complaints: number;
}

/** Which loans count, and who is on the board, of which days. */
export interface BoardAsk {
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  /** Condition on `l`. */
  readonly loans: SQL;
  /** The same without bucket and product: a breach counts whatever the board is narrowed to. */
  readonly allLoans: SQL;
  /** Condition on `u`. */
  readonly people: SQL;
  /** Whose team's figures: what its agents did while it led them. Undefined: what everybody did as an agent. */
  readonly leadId?: string | undefined;
  /** Whether predictions are expected where there are any; for those who see no scores it is the history alone. */
  readonly usesScores: boolean;
}

/** The history that expectations come from reaches so many days before the span. */
const HISTORY_DAYS = 180;
/** A cell's own history weighs as much as the whole portfolio's at so many rupee-days: ₹10 lakh for 30 days. */
const PRIOR_RUPEE_DAYS = 30_000_000;

/** What a loan `l` was, in rupees: what is due on it and what was paid. */
const stock = sql`(greatest(coalesce(l.total_due_amount, 0), 0) + l.paid_amount)`;
/** Loans `l` alike: bucket, product, age by days past due, size. */
const cell = sql`coalesce(lower(l.bucket), '') as bucket, coalesce(lower(l.product), '') as product,
  case when l.dpd is null then -1 else least(l.dpd / 30, 12) end as age,
  width_bucket(${stock}, array[5000, 25000, 100000, 500000]::bigint[]) as size`;

/** Who was an agent when in the span, and under whom: `teams` (user_id, role, from_at, to_at). */
function teams({ zone, from, to, leadId }: BoardAsk): SQL {
  const { start, end } = dayRange(zone, from, to);
  return sql`teams as materialized (select t.user_id, t.role, t.from_at, t.to_at from team_spans t
    where t.from_at < ${end}::timestamptz and t.to_at > ${start}::timestamptz
      and ${leadId === undefined ? sql`true` : sql`t.manager_id = ${leadId}`})`;
}

/** Joins who was an agent at an instant. */
const atInstant = (person: SQL, at: SQL): SQL =>
  sql`join teams t on t.user_id = ${person} and t.from_at <= ${at} and t.to_at > ${at}`;

/** Joins who was an agent when a business day ended. */
function atEndOf(person: SQL, day: SQL, zone: string): SQL {
  const dayEnd = sql`((${day} + 1)::timestamp at time zone ${zone})`;
  return sql`join teams t on t.user_id = ${person} and t.from_at < ${dayEnd} and t.to_at >= ${dayEnd}`;
}

/** What each kind of loan brings per rupee and day: `rates` (its cell, `rate`), from the portfolio's history. */
function rates({ zone, from, to, loans }: BoardAsk): SQL {
  const since = addDays(from, -HISTORY_DAYS);
  const { start, end } = dayRange(zone, since, to);
  return sql`
    book as materialized (select l.id, coalesce(l.bucket, '') as told_bucket, ${cell}, ${stock} as stock,
        greatest(extract(epoch from least(coalesce(e.closed_at, ${end}::timestamptz), ${end}::timestamptz, now())
          - greatest(l.created_at, ${start}::timestamptz)) / 86400, 1) as days
      from loans l left join loan_closures e on e.loan_id = l.id and e.reopened_at is null
      where l.status <> 'DELETED' and l.created_at < ${end}::timestamptz
        and coalesce(e.closed_at, now()) >= ${start}::timestamptz and ${loans}),
    brought as materialized (select p.loan_id, sum(p.amount) as amount from ${attributedPayments} p
      where p.reversed_at is null and p.paid_on between ${since}::date and ${to}::date group by p.loan_id),
    whole as (select coalesce(sum(x.amount), 0) / greatest(sum(b.stock * b.days), 1) as rate
      from book b left join brought x on x.loan_id = b.id),
    rates as materialized (select b.bucket, b.product, b.age, b.size,
        (coalesce(sum(x.amount), 0) + max(w.rate) * ${PRIOR_RUPEE_DAYS}::numeric)
          / (sum(b.stock * b.days) + ${PRIOR_RUPEE_DAYS}::numeric) as rate
      from book b cross join whole w left join brought x on x.loan_id = b.id group by 1, 2, 3, 4)`;
}

/** Days from one instant to another, 0 when it is not later. */
const days = (from: SQL, to: SQL): SQL =>
  sql`greatest(extract(epoch from ${to} - ${from}) / 86400, 0)`;

/**
 * What each person had of which loans of the book in the span: `held` (person, loan, bucket, expected). In each of the span's months a
 * day is worth what its kind of loan brings, from the loan's first score of the month on what was predicted then.
 */
function held({ zone, from, to, usesScores }: BoardAsk): SQL {
  const { start, end } = dayRange(zone, from, to);
  const scored = sql`greatest(h.since, least(x.since, h.upto))`;
  return sql`
    months as materialized (select m::date as month, greatest(m at time zone ${zone}, ${start}::timestamptz) as starts,
        least((m + interval '1 month') at time zone ${zone}, ${end}::timestamptz, now()) as ends
      from generate_series(date_trunc('month', ${from}::timestamp), ${to}::timestamp, interval '1 month') m),
    had_days as materialized (select a.assignee_id as person, a.loan_id, n.month,
        greatest(a.allocated_at, n.starts, t.from_at) as since, least(coalesce(a.ended_at, n.ends), n.ends, t.to_at) as upto
      from allocations a join months n on a.allocated_at < n.ends and (a.ended_at is null or a.ended_at >= n.starts)
        join teams t on t.user_id = a.assignee_id and a.allocated_at < t.to_at
          and (a.ended_at is null or a.ended_at >= t.from_at) and n.starts < t.to_at and n.ends > t.from_at
      where a.kind in ('COLLECTOR', 'FIELD')),
    predicted as materialized (select x.month, x.loan_id, x.rate, x.since from ${monthExpectations} x
      where ${usesScores}::boolean and x.month in (select n.month from months n)),
    held as materialized (select h.person, b.id as loan_id, b.told_bucket as bucket,
        sum(case when x.loan_id is null then b.stock * r.rate * ${days(sql`h.since`, sql`h.upto`)}
          else b.stock * r.rate * ${days(sql`h.since`, scored)} + x.rate * ${days(scored, sql`h.upto`)} end) as expected
      from had_days h join book b on b.id = h.loan_id
        join rates r on r.bucket = b.bucket and r.product = b.product and r.age = b.age and r.size = b.size
        left join predicted x on x.month = h.month and x.loan_id = h.loan_id
      group by 1, 2, 3)`;
}

/** Everybody's figures in a span, of those who left since too: days that are over stay as they were. */
export async function readBoardFigures(db: Db, ask: BoardAsk): Promise<BoardFigures[]> {
  const { zone, from, to, loans, allLoans, people, leadId } = ask;
  const { start, end } = dayRange(zone, from, to);
  const within = (at: SQL) => sql`${at} >= ${start}::timestamptz and ${at} < ${end}::timestamptz`;
  const managerName =
    leadId === undefined
      ? leadersWithin(
          sql`u.id`,
          sql`${start}::timestamptz`,
          sql`greatest(${start}::timestamptz, least(${end}::timestamptz, now()))`,
        )
      : sql`(select n.full_name from users n where n.id = ${leadId})`;
  const { rows } = await db.execute<BoardFigures>(sql`
    with ${teams(ask)}, ${rates(ask)}, ${held(ask)},
      had as (select person, count(*)::int as loans, sum(expected) as expected from held group by 1),
      paid as (select p.collector_id as person, sum(p.amount) as amount
        from ${attributedPayments} p join loans l on l.id = p.loan_id ${atEndOf(sql`p.collector_id`, sql`p.paid_on`, zone)}
        where p.reversed_at is null and p.paid_on between ${from}::date and ${to}::date and ${loans} group by 1),
      worked as (select d.agent_id as person, count(*) filter (where d.channel in ('CALL', 'FIELD')
            and ${isNotSuperseded})::int as contacts,
          count(*) filter (where d.disposition_class = 'DISPUTE')::int as disputes
        from dispositions d join loans l on l.id = d.loan_id ${atInstant(sql`d.agent_id`, sql`d.recorded_at`)}
        where ${within(sql`d.recorded_at`)} and ${loans} group by 1),
      promised as (select m.agent_id as person, count(*)::int as due, count(*) filter (where m.state = 'KEPT')::int as kept
        from promises m join loans l on l.id = m.loan_id ${atEndOf(sql`m.agent_id`, sql`m.due_on`, zone)}
        where m.due_on between ${from}::date and ${to}::date and m.state in ('KEPT', 'PART_KEPT', 'BROKEN')
          and l.status <> 'DELETED' and ${loans} group by 1),
      broke as (select a.agent_id as person, count(*)::int as breaches
        from contact_attempts a join loans l on l.id = a.loan_id ${atInstant(sql`a.agent_id`, sql`a.at`)}
        where a.decision = 'BREACH' and ${within(sql`a.at`)} and ${allLoans} group by 1),
      complained as (select k.agent_id as person, count(*)::int as complaints
        from agent_complaints k join loans l on l.id = k.loan_id ${atEndOf(sql`k.agent_id`, sql`k.on_day`, zone)}
        where k.withdrawn_at is null and k.on_day between ${from}::date and ${to}::date and ${allLoans} group by 1),
      agents as (select t.user_id, (array_agg(t.role order by t.from_at desc))[1] as role from teams t group by 1)
    select u.id, u.full_name as "fullName", g.role, ${managerName} as "managerName", coalesce(had.loans, 0) as "loanCount",
      coalesce(paid.amount, 0)::bigint as collected, round(coalesce(had.expected, 0))::bigint as expected,
      coalesce(worked.contacts, 0) as contacts, coalesce(promised.due, 0) as "promisesDue",
      coalesce(promised.kept, 0) as "promisesKept", coalesce(broke.breaches, 0) as breaches,
      coalesce(worked.disputes, 0) as disputes, coalesce(complained.complaints, 0) as complaints
    from agents g join users u on u.id = g.user_id left join had on had.person = u.id
      left join paid on paid.person = u.id left join worked on worked.person = u.id
      left join promised on promised.person = u.id left join broke on broke.person = u.id
      left join complained on complained.person = u.id
    where ${people}
      and (had.loans > 0 or paid.amount > 0 or worked.contacts > 0)`);
  return rows;
}

interface Strength extends Record<string, unknown> {
  bucket: string;
  loanCount: number;
  collected: number;
  expected: number;
}

interface Hour extends Record<string, unknown> {
  hour: number;
  contacts: number;
  spoken: number;
}

/** Where and when one person is strong. */
export async function readStrengths(
  db: Db,
  ask: BoardAsk,
  personId: string,
): Promise<{ byBucket: Strength[]; byHour: Hour[] }> {
  const { zone, from, to, loans } = ask;
  const { start, end } = dayRange(zone, from, to);
  const buckets = await db.execute<Strength>(sql`
    with ${teams(ask)}, ${rates(ask)}, ${held(ask)},
      paid as (select lower(coalesce(l.bucket, '')) as key, min(coalesce(l.bucket, '')) as bucket, sum(p.amount) as amount
        from ${attributedPayments} p join loans l on l.id = p.loan_id ${atEndOf(sql`p.collector_id`, sql`p.paid_on`, zone)}
        where p.reversed_at is null and p.collector_id = ${personId}
          and p.paid_on between ${from}::date and ${to}::date and ${loans} group by 1),
      had as (select lower(bucket) as key, min(bucket) as bucket, count(*)::int as loans, sum(expected) as expected
        from held where person = ${personId} group by 1)
    select least(had.bucket, paid.bucket) as bucket, coalesce(had.loans, 0) as "loanCount",
      coalesce(paid.amount, 0)::bigint as collected, round(coalesce(had.expected, 0))::bigint as expected
    from had full join paid on paid.key = had.key order by 1`);
  const hours = await db.execute<Hour>(sql`
    with ${teams(ask)}
    select extract(hour from d.recorded_at at time zone ${zone})::int as hour, count(*)::int as contacts,
      count(*) filter (where ${isConnect})::int as spoken
    from dispositions d join loans l on l.id = d.loan_id ${atInstant(sql`d.agent_id`, sql`d.recorded_at`)}
    where d.agent_id = ${personId} and d.channel in ('CALL', 'FIELD') and ${isNotSuperseded}
      and d.recorded_at >= ${start}::timestamptz and d.recorded_at < ${end}::timestamptz and ${loans}
    group by 1 order by 1`);
  return { byBucket: buckets.rows, byHour: hours.rows };
}
