import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/*
 * Whose team an agent was in at a time (team_spans), for every figure of days that are over: they stay what they were, whoever
 * leads the agent now. What somebody may see or do today goes by users.manager_id.
 */

/** The manager of a user at an instant; null where nobody led it. */
export const managerAt = (
  userId: SQL,
  at: SQL,
): SQL => sql`(select led.manager_id from team_spans led
  where led.user_id = ${userId} and led.from_at <= ${at} and led.to_at > ${at})`;

/** The manager of a user when a business day ended, at the instant `dayEnd`: whose what is known by its day alone is, such as a payment. */
export const managerAtEnd = (
  userId: SQL,
  dayEnd: SQL,
): SQL => sql`(select led.manager_id from team_spans led
  where led.user_id = ${userId} and led.from_at < ${dayEnd} and led.to_at >= ${dayEnd})`;

/**
 * Condition: a lead that is wanted (a condition on `led`) led the user when a business day ended, at the instant `dayEnd`. What is
 * known by its day alone, such as a payment, is of whom that day ended under.
 */
export const isLedAtEnd = (
  isWanted: SQL,
  userId: SQL,
  dayEnd: SQL,
): SQL => sql`exists (select 1 from team_spans led
  where led.user_id = ${userId} and ${isWanted} and led.from_at < ${dayEnd} and led.to_at >= ${dayEnd})`;

/** The names of those who led a user between two instants, the first one first; `shown`: a condition on `led`. */
export const leadersWithin = (
  userId: SQL,
  start: SQL,
  end: SQL,
  shown = sql`true`,
): SQL => sql`(select string_agg(n.full_name, ', ' order by n.since)
  from (select m.id, m.full_name, min(led.from_at) as since from team_spans led join users m on m.id = led.manager_id
    where led.user_id = ${userId} and led.from_at < ${end} and led.to_at > ${start} and ${shown} group by m.id, m.full_name) n)`;

/** The manager who was the last to lead a user before `end`, and not only before `start`: of whose team it is in a month as a whole. */
export const lastLeaderWithin = (
  userId: SQL,
  start: SQL,
  end: SQL,
): SQL => sql`(select led.manager_id from team_spans led
  where led.user_id = ${userId} and led.from_at < ${end} and led.to_at > ${start} order by led.from_at desc limit 1)`;
