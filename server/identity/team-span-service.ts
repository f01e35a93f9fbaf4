import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/*
 * Whose team an agent was in at a time (team_spans), for every figure of days that are over: they stay what they were, whoever
 * leads the agent now. What somebody may see or do today goes by users.manager_id.
 */

/** The manager of a user at an instant; null where nobody led it. */
export const managerAt = (userId: SQL, at: SQL): SQL => sql`(select t.manager_id from team_spans t
  where t.user_id = ${userId} and t.from_at <= ${at} and t.to_at > ${at})`;

/** Condition: that manager led the user at an instant. */
export const isLedAt = (
  managerId: string,
  userId: SQL,
  at: SQL,
): SQL => sql`exists (select 1 from team_spans t
  where t.user_id = ${userId} and t.manager_id = ${managerId} and t.from_at <= ${at} and t.to_at > ${at})`;

/** The manager of a user when a business day ended, at the instant `dayEnd`: whose what is known by its day alone is, such as a payment. */
export const managerAtEnd = (
  userId: SQL,
  dayEnd: SQL,
): SQL => sql`(select t.manager_id from team_spans t
  where t.user_id = ${userId} and t.from_at < ${dayEnd} and t.to_at >= ${dayEnd})`;

/**
 * Condition: that manager led the user when a business day ended, at the instant `dayEnd`. What is known by its day alone, such as
 * a payment, is of whom that day ended under.
 */
export const isLedAtEnd = (
  managerId: string,
  userId: SQL,
  dayEnd: SQL,
): SQL => sql`exists (select 1 from team_spans t
  where t.user_id = ${userId} and t.manager_id = ${managerId} and t.from_at < ${dayEnd} and t.to_at >= ${dayEnd})`;

/** Condition: that manager led the user at some time of a span whose end is not in it. */
export const isLedWithin = (
  managerId: string,
  userId: SQL,
  start: string,
  end: string,
): SQL => sql`exists (select 1 from team_spans t
  where t.user_id = ${userId} and t.manager_id = ${managerId} and t.from_at < ${end}::timestamptz and t.to_at > ${start}::timestamptz)`;

/** The names of those who led a user between two instants, the first one first. */
export const leadersWithin = (
  userId: SQL,
  start: SQL,
  end: SQL,
): SQL => sql`(select string_agg(n.full_name, ', ' order by n.since)
  from (select m.id, m.full_name, min(t.from_at) as since from team_spans t join users m on m.id = t.manager_id
    where t.user_id = ${userId} and t.from_at < ${end} and t.to_at > ${start} group by m.id, m.full_name) n)`;
