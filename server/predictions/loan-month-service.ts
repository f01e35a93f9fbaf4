import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { businessDay, dayRange } from '../clock.ts';
import { isVerified } from '../payments/collected-service.ts';

/** So many days after a day it is said what became of a loan; before they are over, what became of it so far. */
const WINDOW = 30;

/** Days past due as a stage (contract/prediction.ts). */
export const stageOf = (
  dpd: SQL,
): SQL => sql`case when ${dpd} is null then 'UNKNOWN' when ${dpd} <= 30 then 'D0_30'
  when ${dpd} <= 60 then 'D31_60' when ${dpd} <= 90 then 'D61_90' when ${dpd} <= 180 then 'D91_180' else 'D181' end`;

/** The days as a table `d` of `day` and `starts`, its instant. */
const daysOf = (zone: string, days: readonly string[]): SQL => sql`
  unnest(${sql.param(days)}::date[], ${sql.param(days.map((day) => dayRange(zone, day, day).start))}::timestamptz[])
    as d(day, starts)`;

/** Columns of `h` (loan_past_figures): how the loan stood until it was told otherwise. */
const PAST = sql`h.until, h.due_date, h.dpd, h.due_amount`;
/** Condition on `h` and `d`: it stood so on the day, if no earlier `span` says so too. Today is as it stands now. */
const stoodSo = (today: string): SQL => sql`d.day < ${today}::date and h.until > d.starts`;

/** Condition on `p` and `d`: a payment that was not there on the day. */
const isSince = sql`(p.paid_on >= d.day or p.created_at >= d.starts)`;
/**
 * Of the payments since: `later` is what is added back to what was due when that was changed (`t`), else to what is due now,
 * `paid` what came within the window.
 */
const SINCE = sql`
  coalesce(sum(p.amount) filter (where case when t.until is null then ${isVerified}
    else p.created_at < t.until and (${isVerified} or p.reversed_at >= t.until) end), 0)::bigint as later,
  coalesce(sum(p.amount) filter (where ${isVerified} and p.paid_on >= d.day and p.paid_on < d.day + ${WINDOW}::int), 0)::bigint
    as paid`;

/** How each loan `l` stood on each day `d` (`t`), with the money since (`m`): looked up loan by loan. */
const eachLoan = (today: string): SQL => sql`
  left join lateral (select ${PAST} from loan_past_figures h where h.loan_id = l.id and ${stoodSo(today)}
    order by h.span limit 1) t on true
  cross join lateral (select ${SINCE} from payments p where p.loan_id = l.id and ${isSince}) m`;

/** The same for most of the loans there are: all of it is read at once. */
const allLoans = (days: SQL): SQL => sql`
  left join past t on t.loan_id = l.id and t.day = d.day
  left join (select p.loan_id, d.day, ${SINCE} from ${days} join payments p on ${isSince}
      left join past t on t.loan_id = p.loan_id and t.day = d.day
    group by p.loan_id, d.day) m on m.loan_id = l.id and m.day = d.day`;

const pastOf = (today: string, days: SQL): SQL => sql`
  with past as (select distinct on (h.loan_id, d.day) h.loan_id, d.day, ${PAST}
    from ${days} join loan_past_figures h on ${stoodSo(today)} order by h.loan_id, d.day, h.span)`;

/**
 * Selects the loans of `where` (on `l`) as they stood on each day while they were in stock: `loan_id` and whose it is now (of a loan that ended its last manager), `day`,
 * `starts` (its instant), `due`, `dpd` (by the due date; without one as it was told), `paid` (within 30 days), `stage`,
 * `next_stage` (after these days) and `roll`, what became of the loan. The one definition of roll rates. A day is the first of a
 * month or one that nothing has changed since (`loanPastFigures`). `isMost`: they are most of all loans.
 */
export function loanMonths(
  zone: string,
  days: readonly string[],
  where: SQL,
  isMost: boolean = false,
): SQL {
  const today = businessDay(zone);
  const each = daysOf(zone, days);
  return sql`
    select s.*, ${stageOf(sql`s.dpd`)} as stage, ${stageOf(sql`s.next_dpd`)} as next_stage,
      case when s.paid > 0 then case when s.paid >= s.due then 'SETTLED' else 'PAID_PART' end
        when s.is_closed then 'CLOSED'
        when ${stageOf(sql`s.dpd`)} = ${stageOf(sql`s.next_dpd`)} then 'STAYED' else 'ROLLED' end as roll
    from (
      select m.*, p.dpd, (p.dpd + least(${WINDOW}::int, ${today}::date - m.day))::int as next_dpd
      from (
        ${isMost ? pastOf(today, each) : sql``}
        select l.id as loan_id, l.collector_id, l.field_agent_id, coalesce(l.manager_id, c.manager_id) as manager_id, d.day, d.starts,
          case when t.until is null then l.due_date else t.due_date end as due_date,
          case when t.until is null then l.dpd else t.dpd end as told_dpd,
          coalesce(case when t.until is null then l.total_due_amount else t.due_amount end, 0) + coalesce(m.later, 0) as due,
          coalesce(m.paid, 0) as paid,
          coalesce(c.closed_at < d.starts + ${WINDOW}::int * interval '1 day', false) as is_closed
        from loans l cross join ${each}
          left join loan_closures c on c.loan_id = l.id and c.reopened_at is null
          ${isMost ? allLoans(each) : eachLoan(today)}
        where ${where} and l.created_at < d.starts + interval '1 day' and l.status <> 'DELETED'
          and (c.closed_at is null or c.closed_at >= d.starts)) m
      cross join lateral (select coalesce(m.day - m.due_date, m.told_dpd)::int as dpd) p) s`;
}
