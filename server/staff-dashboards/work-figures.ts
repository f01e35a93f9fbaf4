import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Analytics, Work } from '../../contract/staff-dashboard.ts';
import type { Actor } from '../access/actor.ts';
import { dayRange } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { isNotSuperseded } from '../dispositions/disposition-rows-service.ts';
import { boardContacts } from './dashboard-scope.ts';
import type { BoardFilter, BoardRange } from './dashboard-scope.ts';

/** A day's work. */
export type DayWork = Analytics['days'][number];

interface DayRow extends DayWork, Record<string, unknown> {}

/** The sums of `Work` over contacts `d`. A call's beginning without an outcome is a call. */
export const workColumns: SQL = sql`count(*) filter (where d.channel = 'CALL') as calls,
  count(*) filter (where d.channel = 'FIELD') as visits,
  coalesce(sum(d.amount_collected), 0)::bigint as "amountCollected",
  count(*) filter (where d.disposition_class = 'PTP') as "promiseCount",
  coalesce(sum(d.promise_amount), 0)::bigint as "promiseAmount"`;

/** Contacts of a board's people within some days, as what stands behind `from`, and the condition. */
export function contactsWithin(zone: string, actor: Actor, filter: BoardFilter, days: BoardRange) {
  const { from, where } = boardContacts(actor, filter);
  const { start, end } = dayRange(zone, days.from, days.to);
  const within = sql`${where} and d.recorded_at >= ${start}::timestamptz and d.recorded_at < ${end}::timestamptz`;
  return { from, where: within };
}

/** The work of each day on which something was done, in their order. */
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
    from ${contacts.from} where ${contacts.where} and ${isNotSuperseded} group by 1 order by 1`);
  return rows;
}

/** The sum of some days' work; nothing done is zeros. */
export function sumWork(days: readonly Work[]): Work {
  const sum = { calls: 0, visits: 0, amountCollected: 0, promiseCount: 0, promiseAmount: 0 };
  for (const day of days) {
    sum.calls += day.calls;
    sum.visits += day.visits;
    sum.amountCollected += day.amountCollected;
    sum.promiseCount += day.promiseCount;
    sum.promiseAmount += day.promiseAmount;
  }
  return sum;
}
