import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { NO_MONEY } from '../../contract/collected.ts';
import type { Money } from '../../contract/collected.ts';
import type { Analytics, Work } from '../../contract/staff-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { addDays, dayRange } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { plannedOnce } from '../database/prepared.ts';
import { isPromise, promisedAmount } from '../dispositions/contact-measures-service.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { moneyLines, moneySums, sumMoney } from '../payments/collected-service.ts';
import { boardContacts, boardMoney, isWhole } from './dashboard-scope.ts';
import type { BoardFilter, BoardRange } from './dashboard-scope.ts';

/** A day's work. */
export type DayWork = Analytics['days'][number];

interface DayRow extends Omit<DayWork, keyof Money>, Record<string, unknown> {}

const NO_WORK = { calls: 0, visits: 0, promiseCount: 0, promiseAmount: 0 };

/** What was done, summed over contacts `d`. A call's beginning without an outcome is a call. */
export const workColumns: SQL = sql`count(*) filter (where d.channel = 'CALL') as calls,
  count(*) filter (where d.channel = 'FIELD') as visits,
  count(*) filter (where ${isPromise}) as "promiseCount",
  coalesce(sum(${promisedAmount}), 0)::bigint as "promiseAmount"`;

/** Contacts of a board's people within some days, as what stands behind `from`, and the condition. */
export function contactsWithin(zone: string, actor: Actor, filter: BoardFilter, days: BoardRange) {
  const { from, where } = boardContacts(actor, filter);
  const { start, end } = dayRange(zone, days.from, days.to);
  const within = sql`${where} and d.recorded_at >= ${start}::timestamptz and d.recorded_at < ${end}::timestamptz`;
  return { from, where: within };
}

interface MoneyDayRow extends Money, Record<string, unknown> {
  day: string;
}

/** The money of a board's loans and people within some days, as what stands behind `from`. */
export function moneyWithin(actor: Actor, filter: BoardFilter, days: BoardRange): SQL {
  return sql`(select * from ${moneyLines(actor, days)} m where ${boardMoney(filter)}) m`;
}

/** A plan for any days takes them for few. */
const MOST_DAYS_PLANNED_ONCE = 31;

/** The work and money of each day on which something was done or paid, in their order. */
export async function readDays(
  db: Db,
  zone: string,
  actor: Actor,
  filter: BoardFilter,
  range: BoardRange,
): Promise<DayWork[]> {
  const contacts = contactsWithin(zone, actor, filter, range);
  const { rows } = await db.execute<DayRow>(sql`
    select (d.recorded_at at time zone ${zone})::date::text as day, ${workColumns}
    from ${contacts.from} where ${contacts.where} and ${isNotSuperseded} group by 1`);
  const isUsual = isWhole(filter) && range.to < addDays(range.from, MOST_DAYS_PLANNED_ONCE);
  const money = await db.execute<MoneyDayRow>(sql`
    select ${plannedOnce(isUsual)} m.day, ${moneySums(actor)} from ${moneyWithin(actor, filter, range)} group by m.day`);
  const days = new Map<string, DayWork>();
  for (const row of rows) days.set(row.day, { ...NO_MONEY, ...row });
  for (const row of money.rows) days.set(row.day, { ...NO_WORK, ...days.get(row.day), ...row });
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** The sum of some days' work; nothing done is zeros. */
export function sumWork(days: readonly Work[]): Work {
  const sum = { ...NO_WORK };
  for (const day of days) {
    sum.calls += day.calls;
    sum.visits += day.visits;
    sum.promiseCount += day.promiseCount;
    sum.promiseAmount += day.promiseAmount;
  }
  return { ...sum, ...sumMoney(days) };
}
