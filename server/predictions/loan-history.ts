import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { SIGNS } from '../../contract/prediction.ts';
import type { Stage } from '../../contract/prediction.ts';
import type { Db } from '../database/connection.ts';
import { isVerified } from '../payments/collected-service.ts';

/** A loan on the first day of a month (or today), with what was known then and, where it is over, what came of it. */
export interface LoanMonth {
  readonly day: string;
  readonly stage: Stage;
  /** In the order of SIGNS, scaled; nothing that came after `day`. */
  readonly signs: readonly number[];
  readonly dueAmount: number;
  /** Within the 30 days from `day` on. */
  readonly paidAmount: number;
  /** At the end of those 30 days. */
  readonly nextStage: Stage;
  readonly isClosed: boolean;
}

interface HistoryRow extends Record<string, unknown> {
  readonly day: string;
  readonly due: number;
  readonly dpd: number | null;
  readonly paid: number;
  readonly closed: boolean;
  readonly sincePaid: number | null;
  readonly payments: number;
  readonly contacts: number;
  readonly reached: number;
  readonly visits: number;
  readonly sinceContact: number | null;
  readonly kept: number;
  readonly broken: number;
  readonly open: number;
}

/** Days past due as a stage. */
function stageOf(dpd: number | null): Stage {
  if (dpd === null) return 'UNKNOWN';
  if (dpd <= 30) return 'D0_30';
  if (dpd <= 60) return 'D31_60';
  if (dpd <= 90) return 'D61_90';
  return dpd <= 180 ? 'D91_180' : 'D181';
}

/** What has never been is as if it were so many days ago. */
const LONG_AGO = 365;
const WINDOW = 30;

const scaledDays = (since: number | null): number =>
  Math.log1p(Math.min(since ?? LONG_AGO, LONG_AGO));

function toMonth(row: HistoryRow): LoanMonth {
  const signs: Record<(typeof SIGNS)[number], number> = {
    dueAmount: Math.log1p(Math.max(0, row.due)),
    daysPastDue: Math.log1p(Math.max(0, row.dpd ?? 0)),
    daysSincePaid: scaledDays(row.sincePaid),
    paymentsBefore: Math.log1p(row.payments),
    contactsLately: Math.log1p(row.contacts),
    reachedLately: Math.log1p(row.reached),
    visitsLately: Math.log1p(row.visits),
    daysSinceContact: scaledDays(row.sinceContact),
    promisesKept: Math.log1p(row.kept),
    promisesBroken: Math.log1p(row.broken),
    promiseOpen: row.open > 0 ? 1 : 0,
  };
  return {
    day: row.day,
    stage: stageOf(row.dpd),
    signs: SIGNS.map((sign) => signs[sign]),
    dueAmount: row.due,
    paidAmount: row.paid,
    nextStage: stageOf(row.dpd === null ? null : row.dpd + WINDOW),
    isClosed: row.closed,
  };
}

/**
 * The loans of `where` (on `l`) as they stood on each day while they were in stock. Everything is counted from facts that
 * the database had before the day: contacts and payments that came in later are not known yet, and the due is today's with
 * the payments since added back. `share` of the loans is read, the same ones each time.
 */
export async function readLoanMonths(
  db: Db,
  zone: string,
  where: SQL,
  days: readonly string[],
  share: number,
): Promise<LoanMonth[]> {
  const { rows } = await db.execute<HistoryRow>(sql`
    select m.day::text as day, (coalesce(l.total_due_amount, 0) + later.amount)::float8 as due,
      coalesce(m.day - l.due_date, l.dpd - (current_date - m.day))::int as dpd, later.within::float8 as paid,
      coalesce(c.closed_at < m.starts + interval '30 days', false) as closed,
      (m.day - earlier.last_on)::int as "sincePaid", earlier.n::int as payments,
      told.n::int as contacts, told.reached::int as reached, told.visits::int as visits,
      extract(day from m.starts - told.last_at)::int as "sinceContact",
      promised.kept::int as kept, promised.broken::int as broken, promised.open::int as open
    from loans l
      cross join lateral (select d.day::date as day, (d.day::date::timestamp at time zone ${zone}) as starts
        from unnest(${sql.param(days)}::text[]) as d(day)) m
      left join loan_closures c on c.loan_id = l.id and c.reopened_at is null
      cross join lateral (select coalesce(sum(p.amount), 0) as amount,
          coalesce(sum(p.amount) filter (where p.paid_on >= m.day and p.paid_on < m.day + 30), 0) as within
        from payments p where p.loan_id = l.id and ${isVerified} and (p.paid_on >= m.day or p.created_at >= m.starts)) later
      cross join lateral (select count(*) as n, max(p.paid_on) as last_on
        from payments p where p.loan_id = l.id and ${isVerified} and p.paid_on < m.day and p.created_at < m.starts) earlier
      cross join lateral (select count(*) filter (where d.recorded_at >= m.starts - interval '30 days') as n,
          count(*) filter (where d.recorded_at >= m.starts - interval '30 days'
            and d.disposition_class not in ('NOT_CONTACTED', 'SKIP')) as reached,
          count(*) filter (where d.recorded_at >= m.starts - interval '30 days' and d.channel = 'FIELD') as visits,
          max(d.recorded_at) as last_at
        from dispositions d where d.loan_id = l.id and d.recorded_at < m.starts and d.created_at < m.starts) told
      cross join lateral (select count(*) filter (where q.last_on < m.day and q.state = 'KEPT') as kept,
          count(*) filter (where q.last_on < m.day and q.state <> 'KEPT') as broken,
          count(*) filter (where q.last_on >= m.day) as open
        from promises q where q.loan_id = l.id and q.made_at < m.starts) promised
    where ${where} and l.created_at < m.starts + interval '1 day' and l.status <> 'DELETED'
      and (c.closed_at is null or c.closed_at >= m.starts)
      and abs(hashtext(l.id::text)::bigint) % 10000 < ${Math.round(share * 10_000)}`);
  return rows.map(toMonth);
}
