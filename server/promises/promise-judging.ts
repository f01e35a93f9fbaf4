import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { idArray } from '../database/prepared.ts';
import { isToldFirst } from '../payments/collected-service.ts';

/** Which loans' promises are judged, as of which business day, in which zone. */
export interface JudgingOrder {
  readonly loanIds: readonly string[];
  /** The business day, `YYYY-MM-DD`. */
  readonly today: string;
  readonly businessTz: string;
}

const among = (order: JudgingOrder): SQL => sql`any(${sql.param(order.loanIds)}::uuid[])`;

/** The dispositions that promise a day and an amount, as `d`. */
const isPromise = sql`d.disposition_class = 'PTP' and d.code <> 'CALL_STARTED' and d.on_date is not null
  and d.promise_amount > 0`;

/** Condition on a loan `l`: a promise was made on it, or is noted. */
export const hasPromise = sql`(exists (select 1 from promises p where p.loan_id = l.id)
  or exists (select 1 from dispositions d where d.loan_id = l.id and ${isPromise}))`;

/** Of these loans those on which a promise was made, or is noted. */
export async function loansWithPromises(tx: Db, loanIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select /* prepared */ l.id from loans l where l.id = any(${idArray(loanIds)})
      and ${hasPromise}
    order by l.id for no key update of l`);
  return rows.map(({ id }) => id);
}

/** Brings the rows in line with the dispositions: one each, gone with a disposition that is none any more. */
export async function followDispositions(tx: Db, order: JudgingOrder): Promise<void> {
  await tx.execute(sql`delete from promises p where p.loan_id = ${among(order)}
    and not exists (select 1 from dispositions d where d.id = p.id and d.loan_id = p.loan_id and ${isPromise})`);
  await tx.execute(sql`
    insert into promises as p (id, loan_id, agent_id, amount, made_at, made_on, due_on, grace_days, tolerance_percent)
    select d.id, d.loan_id, d.agent_id, d.promise_amount, d.recorded_at,
      (d.recorded_at at time zone ${order.businessTz})::date, d.on_date, coalesce(r.grace_days, 0),
      coalesce(r.tolerance_percent, 0)
    from dispositions d join loans l on l.id = d.loan_id left join promise_rules r on r.client_id = l.client_id
    where d.loan_id = ${among(order)} and ${isPromise}
    on conflict (id) do update set agent_id = excluded.agent_id, amount = excluded.amount, made_at = excluded.made_at,
      made_on = excluded.made_on, due_on = excluded.due_on
    where (p.agent_id, p.amount, p.made_at, p.made_on, p.due_on)
      is distinct from (excluded.agent_id, excluded.amount, excluded.made_at, excluded.made_on, excluded.due_on)`);
}

/** When a contact told of the receipt `r`; null: no contact did. */
const toldAt = sql`(select d.recorded_at from dispositions d where d.id = r.disposition_id)`;

/** When the money of the payment `r` was taken in; null: only its day is known. */
const takenAt = sql`(select min(d.recorded_at) from receipts t join dispositions d on d.id = t.disposition_id
  where t.payment_id = r.id and t.collected_on = r.paid_on)`;

/**
 * Money that came from the promise until the next one was made, as `m.on_time` and `m.in_all`: each rupee counts for one
 * promise, the one that stood at its time (`at`). Who pays a part and promises the rest has not paid of the rest. Where only
 * the day is known, it counts for the last one that was made on it.
 */
const money = (table: SQL, { day, at, stands }: { day: SQL; at: SQL; stands: SQL }): SQL => sql`
  select coalesce(sum(r.amount) filter (where r.on_day <= p.last_on), 0)::bigint as on_time,
    coalesce(sum(r.amount), 0)::bigint as in_all
  from (select r.amount, ${day} as on_day, ${at} as at from ${table} r where r.loan_id = p.loan_id and ${stands}
    and ${day} >= p.made_on and (p.next_on is null or ${day} <= p.next_on)) r
  where (r.on_day > p.made_on or r.at is null or r.at > p.made_at)
    and (p.next_on is null or r.on_day < p.next_on or r.at <= p.next_at)`;

/**
 * Judges the promises of these loans anew from all that is known; what did not change is not written. In this order: the
 * money came in time: KEPT; a newer one was made in time: REPLACED; the loan was closed, or the borrower refused or
 * disputed, in time: CLOSED; the last day is not over: OPEN; else PART_KEPT or BROKEN.
 */
export async function judge(tx: Db, order: JudgingOrder): Promise<void> {
  const { today, businessTz } = order;
  // Whoever brings money meanwhile marks these rows: it waits, or was before us.
  await tx.execute(
    sql`select 1 from promises p where p.loan_id = ${among(order)} order by p.id for update`,
  );
  const onDay = (instant: SQL): SQL => sql`(${instant} at time zone ${businessTz})::date`;
  await tx.execute(sql`
    with p as (
      select p.*, lead(p.made_on) over w as next_on, lead(p.made_at) over w as next_at
      from promises p where p.loan_id = ${among(order)} window w as (partition by p.loan_id order by p.made_at, p.id)),
    facts as (
      select p.*, paid.on_time as paid, said.on_time as said, greatest(paid.on_time, said.on_time) as came,
        greatest(greatest(paid.in_all, said.in_all) - greatest(paid.on_time, said.on_time), 0) as late,
        case when l.status <> 'ACTIVE' then coalesce(closed.on_day, p.made_on) end as closed_on, taken_back.on_day as back_on
      from p join loans l on l.id = p.loan_id
        cross join lateral (${money(sql`payments`, { day: sql`r.paid_on`, at: takenAt, stands: sql`r.reversed_at is null` })}) paid
        cross join lateral (${money(sql`receipts`, { day: sql`r.collected_on`, at: toldAt, stands: isToldFirst })}) said
        -- A closing that a later one took over from still tells since when nobody works the loan.
        left join lateral (select ${onDay(sql`min(c.closed_at)`)} as on_day from loan_closures c
          where c.loan_id = p.loan_id and (c.reopened_at is null or c.superseded_by is not null)) closed on true
        left join lateral (select ${onDay(sql`min(d.recorded_at)`)} as on_day from dispositions d
          where d.loan_id = p.loan_id and d.disposition_class in ('REFUSED', 'DISPUTE')
            and (d.recorded_at, d.id) > (p.made_at, p.id)) taken_back on true),
    judged as (
      select f.id, f.paid, f.said, f.late, case
        when f.came * 100 >= f.amount * (100 - f.tolerance_percent) then 'KEPT'
        when f.next_on <= f.last_on then 'REPLACED'
        when f.closed_on <= f.last_on or f.back_on <= f.last_on then 'CLOSED'
        when f.last_on >= ${today}::date then 'OPEN'
        when f.came > 0 then 'PART_KEPT'
        else 'BROKEN' end as state
      from facts f)
    update promises p set state = j.state, paid_amount = j.paid, said_amount = j.said, late_amount = j.late,
      is_stale = false, updated_at = now()
    from judged j where j.id = p.id and (p.is_stale
      or (p.state, p.paid_amount, p.said_amount, p.late_amount) is distinct from (j.state, j.paid, j.said, j.late))`);
}

/**
 * What lists show of a loan's promise: that of the newest one while it is open, the part that came included, or broken,
 * unless the borrower has since refused, disputed or paid; a broken one is done with once the rest came late.
 */
export async function showOnLoans(tx: Db, order: JudgingOrder): Promise<void> {
  await tx.execute(sql`
    update loans l set promise_date = n.due_on, promise_amount = n.amount, promise_broken_on = n.broken_on
    from (select asked.id, shown.due_on, shown.amount,
        case when shown.state <> 'OPEN' then shown.last_on + 1 end as broken_on
      from (select distinct id from unnest(${sql.param(order.loanIds)}::uuid[]) as given(id)) asked
        join loans k on k.id = asked.id
        left join lateral (select p.* from (select p.* from promises p where p.loan_id = asked.id
            order by p.made_at desc, p.id desc limit 1) p
          where k.status = 'ACTIVE' and (p.state = 'OPEN' or (p.state in ('PART_KEPT', 'BROKEN')
            and (greatest(p.paid_amount, p.said_amount) + p.late_amount) * 100 < p.amount * (100 - p.tolerance_percent)
            and not exists (select 1 from dispositions d where d.loan_id = asked.id
              and (d.recorded_at, d.id) > (p.made_at, p.id) and (d.disposition_class in ('REFUSED', 'DISPUTE')
                or (d.disposition_class = 'PAID'
                  and (d.recorded_at at time zone ${order.businessTz})::date > p.last_on)))))) shown on true) n
    where l.id = n.id and (l.promise_date, l.promise_amount, l.promise_broken_on)
      is distinct from (n.due_on, n.amount, n.broken_on)`);
}
