import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { businessDay } from '../clock.ts';
import { isVerified } from '../payments/collected-service.ts';

/** So many days after a day it is said what became of a loan; before they are over, what became of it so far. */
const WINDOW = 30;

/** Days past due as a stage (contract/prediction.ts). */
export const stageOf = (
  dpd: SQL,
): SQL => sql`case when ${dpd} is null then 'UNKNOWN' when ${dpd} <= 30 then 'D0_30'
  when ${dpd} <= 60 then 'D31_60' when ${dpd} <= 90 then 'D61_90' when ${dpd} <= 180 then 'D91_180' else 'D181' end`;

/**
 * How the loan `l` stood on the day `d`: `due_date`, `told_dpd` and `due`, without what was told later; today as it stands now.
 * Payments since are added back to what was due when that was changed, else to what is due now.
 */
const standing = (today: string): SQL => sql`
  left join lateral (select h.until, h.due_date, h.dpd, h.due_amount from loan_past_figures h
    where d.day < ${today}::date and h.loan_id = l.id and h.until > d.starts order by h.span limit 1) t on true
  cross join lateral (select coalesce(sum(p.amount), 0)::bigint as amount from payments p
    where p.loan_id = l.id and (p.paid_on >= d.day or p.created_at >= d.starts)
      and case when t.until is null then ${isVerified}
        else p.created_at < t.until and (${isVerified} or p.reversed_at >= t.until) end) later
  cross join lateral (select case when t.until is null then l.due_date else t.due_date end as due_date,
    case when t.until is null then l.dpd else t.dpd end as told_dpd,
    coalesce(case when t.until is null then l.total_due_amount else t.due_amount end, 0) + later.amount as due) stood`;

/**
 * Selects the loans of `where` (on `l`) as they stood on each day while they were in stock: `loan_id`, `day`, `starts` (its
 * instant), `due`, `dpd` (by the due date; without one as it was told), `paid` (within 30 days), `stage`, `next_stage` (after
 * these days) and `roll`, what became of the loan. The one definition of roll rates. A day is the first of a month or one
 * that nothing has changed since (`loanPastFigures`).
 */
export function loanMonths(zone: string, days: readonly string[], where: SQL): SQL {
  const today = businessDay(zone);
  return sql`
    select s.*, ${stageOf(sql`s.dpd`)} as stage, ${stageOf(sql`s.next_dpd`)} as next_stage,
      case when s.paid > 0 then case when s.paid >= s.due then 'SETTLED' else 'PAID_PART' end
        when s.is_closed then 'CLOSED'
        when ${stageOf(sql`s.dpd`)} = ${stageOf(sql`s.next_dpd`)} then 'STAYED' else 'ROLLED' end as roll
    from (
      select m.*, p.dpd, (p.dpd + least(${WINDOW}::int, ${today}::date - m.day))::int as next_dpd
      from (
        select l.id as loan_id, stood.due_date, stood.told_dpd, d.day, d.starts, stood.due, came.paid,
          coalesce(c.closed_at < d.starts + ${WINDOW}::int * interval '1 day', false) as is_closed
        from loans l
          cross join lateral (select g.day::date as day, (g.day::date::timestamp at time zone ${zone}) as starts
            from unnest(${sql.param(days)}::text[]) as g(day)) d
          left join loan_closures c on c.loan_id = l.id and c.reopened_at is null
          ${standing(today)}
          cross join lateral (select coalesce(sum(p.amount), 0)::bigint as paid from payments p where p.loan_id = l.id
            and ${isVerified} and p.paid_on >= d.day and p.paid_on < d.day + ${WINDOW}::int) came
        where ${where} and l.created_at < d.starts + interval '1 day' and l.status <> 'DELETED'
          and (c.closed_at is null or c.closed_at >= d.starts)) m
      cross join lateral (select coalesce(m.day - m.due_date, m.told_dpd)::int as dpd) p) s`;
}
