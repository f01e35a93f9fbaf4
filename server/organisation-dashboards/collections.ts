import { sql } from 'drizzle-orm';
import type { Collected } from '../../contract/organisation-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { addDays, instantOf } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import {
  collectedAmount,
  moneyKnownAt,
  moneyLines,
  readMoney,
} from '../payments/collected-service.ts';

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

/** The first instant of the day so many days before today. */
export function startOfDay({ zone, today }: Moment, daysBack: number): string {
  return instantOf(zone, addDays(today, -daysBack));
}

/** What was collected in the last two weeks as the actor sees it. */
export async function readCollected(db: Db, actor: Actor, moment: Moment): Promise<Collected> {
  const weekAgo = new Date(moment.now.getTime() - 7 * DAY_MS).toISOString();
  const amount = collectedAmount(actor);
  const range = { from: addDays(moment.today, 1 - DAYS_BACK), to: moment.today };
  const { rows } = await db.execute<DayRow & { byNow: number }>(sql`
    select m.day, sum(${amount})::bigint as amount,
      coalesce(sum(${amount}) filter (where ${moneyKnownAt} <= ${weekAgo}::timestamptz), 0)::bigint as "byNow"
    from ${moneyLines(actor, range)} m left join dispositions e on e.id = m.disposition_id group by 1`);
  const days = filledDays(rows, moment.today);
  const of = (daysBack: number) => days[DAYS_BACK - 1 - daysBack]?.amount ?? 0;
  const sameDay = addDays(moment.today, -7);
  return {
    today: of(0),
    ofToday: await readMoney(db, actor, { from: moment.today, to: moment.today }),
    lastWeekByNow: rows.find(({ day }) => day === sameDay)?.byNow ?? 0,
    yesterday: of(1),
    weekBeforeYesterday: of(8),
    days,
  };
}
