import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Collected } from '../../contract/organisation-dashboard.ts';
import { addDays, instantOf } from '../clock.ts';
import type { Db } from '../database/connection.ts';

/** Days that a board looks back: two weeks, so that each day has the same one a week ago beside it. */
const DAYS_BACK = 14;
const DAY_MS = 86_400_000;

/** The moment that a board is made for: its instant and business day. */
export interface Moment {
  readonly zone: string;
  readonly now: Date;
  readonly today: string;
}

/** Rupees of one business day, and of its part before the time of day that it is now. */
interface DayRow extends Record<string, unknown> {
  day: string;
  amount: number;
}

/** The last days up to and with today, oldest first; days without anything are 0. */
export function filledDays(
  rows: readonly DayRow[],
  today: string,
  count = DAYS_BACK,
): { day: string; amount: number }[] {
  const amounts = new Map(rows.map(({ day, amount }) => [day, amount]));
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(today, index + 1 - count);
    return { day, amount: amounts.get(day) ?? 0 };
  });
}

/** Condition on `d`: something was collected from an instant on. Worded as the index on collections has it. */
export function collectedSince(instant: string): SQL {
  return sql`d.amount_collected > 0 and d.recorded_at >= ${instant}::timestamptz`;
}

/** The first instant of the day so many days before today. */
export function startOfDay({ zone, today }: Moment, daysBack: number): string {
  return instantOf(zone, addDays(today, -daysBack));
}

/** What was collected in the last two weeks on dispositions of a condition on `d` and `l`. */
export async function readCollected(db: Db, visible: SQL, moment: Moment): Promise<Collected> {
  const weekAgo = new Date(moment.now.getTime() - 7 * DAY_MS).toISOString();
  const since = startOfDay(moment, DAYS_BACK - 1);
  const { rows } = await db.execute<DayRow & { byNow: number }>(sql`
    select (d.recorded_at at time zone ${moment.zone})::date::text as day,
      sum(d.amount_collected)::bigint as amount,
      coalesce(sum(d.amount_collected) filter (where d.recorded_at <= ${weekAgo}::timestamptz), 0)::bigint as "byNow"
    from dispositions d join loans l on l.id = d.loan_id
    where ${collectedSince(since)} and ${visible} group by 1`);
  const days = filledDays(rows, moment.today);
  const of = (daysBack: number) => days[DAYS_BACK - 1 - daysBack]?.amount ?? 0;
  const sameDay = addDays(moment.today, -7);
  return {
    today: of(0),
    lastWeekByNow: rows.find(({ day }) => day === sameDay)?.byNow ?? 0,
    yesterday: of(1),
    weekBeforeYesterday: of(8),
    days,
  };
}
