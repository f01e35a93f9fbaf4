import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { MODEL_SIGNS } from '../../contract/prediction.ts';
import type { ModelSign, Roll, Stage } from '../../contract/prediction.ts';
import type { Db } from '../database/connection.ts';
import { isVerified } from '../payments/collected-service.ts';
import { loanMonths } from './loan-month-service.ts';

/** A loan on the first day of a month (or today), with what was known then and, where it is over, what came of it. */
export interface LoanMonth {
  readonly loanId: string;
  readonly day: string;
  readonly stage: Stage;
  /** In the order of MODEL_SIGNS (those of SIGNS first), scaled; nothing that came after `day`. */
  readonly signs: readonly number[];
  readonly dueAmount: number;
  /** What is due now, payments of `day` and later taken off. */
  readonly dueNow: number;
  /** Within the 30 days from `day` on. */
  readonly paidAmount: number;
  /** What became of it within those 30 days. */
  readonly roll: Roll;
}

interface HistoryRow extends Record<string, unknown> {
  readonly loanId: string;
  readonly day: string;
  readonly due: number;
  readonly dueNow: number;
  readonly dpd: number | null;
  readonly paid: number;
  readonly stage: Stage;
  readonly roll: Roll;
  readonly sincePaid: number | null;
  readonly payments: number;
  readonly contacts: number;
  readonly reached: number;
  readonly visits: number;
  readonly sinceContact: number | null;
  readonly kept: number;
  readonly broken: number;
  readonly open: number;
  readonly earlier: number;
  readonly lastAmount: number;
  readonly lately: number;
  readonly allContacts: number;
  readonly allReached: number;
  readonly promised: number;
  readonly sinceBroken: number | null;
  readonly inStock: number;
}

/** What has never been is as if it were so many days ago. */
const LONG_AGO = 365;

const scaledDays = (since: number | null): number =>
  Math.log1p(Math.min(since ?? LONG_AGO, LONG_AGO));

function toMonth(row: HistoryRow): LoanMonth {
  const signs: Record<ModelSign, number> = {
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
    paidShare: row.earlier / Math.max(1, row.earlier + Math.max(0, row.due)),
    lastPaidAmount: Math.log1p(row.lastAmount),
    paymentsLately: Math.log1p(row.lately),
    // As if one of two more had been reached: a single call says little.
    reachedShare: (row.allReached + 1) / (row.allContacts + 2),
    promisesMade: Math.log1p(row.promised),
    daysSinceBroken: scaledDays(row.sinceBroken),
    daysInStock: scaledDays(Math.max(0, row.inStock)),
  };
  return {
    loanId: row.loanId,
    day: row.day,
    stage: row.stage,
    signs: MODEL_SIGNS.map((sign) => signs[sign]),
    dueAmount: row.due,
    dueNow: row.dueNow,
    paidAmount: row.paid,
    roll: row.roll,
  };
}

/**
 * The loans of `where` (on `l`) as they stood on each day while they were in stock. Everything is counted from facts that
 * the database had before the day: contacts and payments that came in later are not known yet, a promise is not known to be
 * kept by money that was told later, and the due is today's with the payments since added back. `share` of the loans is read, the same ones
 * in the same order each time: a model that is trained again comes out the same.
 */
export async function readLoanMonths(
  db: Db,
  zone: string,
  where: SQL,
  days: readonly string[],
  share: number,
): Promise<LoanMonth[]> {
  const sampled = sql`${where} and abs(hashtext(l.id::text)::bigint) % 10000 < ${Math.round(share * 10_000)}`;
  const { rows } = await db.execute<HistoryRow>(sql`
    select l.id as "loanId", m.day::text as day, m.due::float8 as due,
      coalesce(l.total_due_amount, 0)::float8 as "dueNow", m.dpd, m.paid::float8 as paid, m.stage, m.roll,
      (m.day - earlier.last_on)::int as "sincePaid", earlier.n::int as payments,
      told.n::int as contacts, told.reached::int as reached, told.visits::int as visits,
      extract(day from m.starts - told.last_at)::int as "sinceContact",
      promised.kept::int as kept, promised.broken::int as broken, promised.open::int as open,
      earlier.amount::float8 as earlier, coalesce(earlier.last_amount, 0)::float8 as "lastAmount",
      earlier.lately::int as lately, told.whole::int as "allContacts", told.met::int as "allReached",
      promised.n::int as promised, (m.day - promised.broken_on)::int as "sinceBroken",
      extract(day from m.starts - l.created_at)::int as "inStock"
    from (${loanMonths(zone, days, sampled)}) m
      join loans l on l.id = m.loan_id
      cross join lateral (select count(*) as n, max(p.paid_on) as last_on, coalesce(sum(p.amount), 0) as amount,
          count(*) filter (where p.paid_on >= m.day - 90) as lately,
          (array_agg(p.amount order by p.paid_on desc, p.id))[1] as last_amount
        from payments p where p.loan_id = l.id and (${isVerified} or p.reversed_at >= m.starts)
          and p.paid_on < m.day and p.created_at < m.starts) earlier
      cross join lateral (select count(*) filter (where d.recorded_at >= m.starts - interval '30 days') as n,
          count(*) filter (where d.recorded_at >= m.starts - interval '30 days'
            and d.disposition_class not in ('NOT_CONTACTED', 'SKIP')) as reached,
          count(*) filter (where d.recorded_at >= m.starts - interval '30 days' and d.channel = 'FIELD') as visits,
          count(*) as whole, count(*) filter (where d.disposition_class not in ('NOT_CONTACTED', 'SKIP')) as met,
          max(d.recorded_at) as last_at
        from dispositions d where d.loan_id = l.id and d.recorded_at < m.starts and d.created_at < m.starts) told
      cross join lateral (select count(*) as n, count(*) filter (where q.last_on < m.day and q.is_kept) as kept,
          count(*) filter (where q.last_on < m.day and not q.is_kept) as broken,
          max(q.last_on) filter (where q.last_on < m.day and not q.is_kept) as broken_on,
          count(*) filter (where q.last_on >= m.day) as open
        from (select q.last_on, q.state = 'KEPT' and not exists (select 1 from payments p where p.loan_id = l.id
              and p.paid_on between q.made_on and q.last_on and p.created_at >= m.starts) as is_kept
          from promises q where q.loan_id = l.id and q.made_at < m.starts) q) promised
    order by l.id, m.day`);
  return rows.map(toMonth);
}
