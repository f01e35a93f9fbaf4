import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { dayRange } from '../clock.ts';
import { atMostDays, monthSoFar } from '../day-span.ts';
import { roleOn } from '../identity/past-role-service.ts';
import { isSessionOpen, sessionEndAt, sessionEndReason } from '../identity/session-span-service.ts';

/** Days of a report in the business time zone, both included. */
export interface DaySpan {
  readonly zone: string;
  readonly from: string;
  readonly to: string;
}

/** A row of `person_days`; seconds. */
export interface PersonDay {
  readonly day: string;
  readonly first_login: string;
  readonly last_logout: string | null;
  readonly logins: number;
  readonly breaks: number;
  readonly logged_in: number;
  readonly on_break: number;
  /** Null for who makes neither calls nor visits. */
  readonly idle: number | null;
}

/** More days than this are no report that anyone reads. */
const MOST_DAYS = 400;

/** The days asked for; the current month when nothing is said (spec 9). Throws 422 for too many. */
export function daySpan(
  zone: string,
  asked: { gte?: string | undefined; lte?: string | undefined },
): DaySpan {
  return { zone, ...atMostDays(MOST_DAYS, monthSoFar(zone, asked)) };
}

/**
 * The common table expressions of everyone's days; `whose` makes a condition on a column with a person's id. A manager sees its
 * own times, and of others those in which it led them. No session
 * lasts longer than a day, so that older ones need not be read. Gives `person_days`: one row per person and day with a login or with a session that went on past midnight, with
 * the time in sessions (two at once count once), the breaks within it, and the rest of it without a contact, seconds.
 */
export function personDays(
  { zone, from, to }: DaySpan,
  whose: (userId: SQL) => SQL,
  { role, userId }: Pick<Actor, 'role' | 'userId'>,
): SQL {
  const { start, end } = dayRange(zone, from, to);
  const teams =
    role === 'MANAGER'
      ? sql`(select t.user_id, t.from_at, t.to_at from team_spans t where t.manager_id = ${userId} and t.user_id <> ${userId}
          union all select ${userId}::uuid, '-infinity', 'infinity')`
      : sql`(select u.id as user_id, '-infinity'::timestamptz as from_at, 'infinity'::timestamptz as to_at from users u)`;
  return sql`days as materialized (
      select d::date as day, d at time zone ${zone} as from_at, (d + interval '1 day') at time zone ${zone} as to_at
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d),
    spans as materialized (
      select s.id, s.user_id, s.created_at >= t.from_at as is_login, greatest(s.created_at, t.from_at) as begun,
        least(${sessionEndAt}, t.to_at) as ended, ${isSessionOpen} and t.to_at > now() as is_open,
        case when ${sessionEndAt} <= t.to_at then ${sessionEndReason} end as reason
      from sessions s join ${teams} t on t.user_id = s.user_id and s.created_at < t.to_at
        and (${sessionEndAt} > t.from_at or s.created_at >= t.from_at)
      where s.created_at < ${end}::timestamptz
        and s.created_at > ${start}::timestamptz - interval '1 day' and ${whose(sql`s.user_id`)}),
    session_days as materialized (
      select p.id, p.user_id, p.begun, p.ended, p.is_open, p.reason, d.day, p.is_login and p.begun >= d.from_at as is_login, greatest(p.begun, d.from_at) as from_at,
        least(p.ended, d.to_at) as to_at
      from spans p join days d on p.begun < d.to_at and (p.ended > d.from_at or p.begun >= d.from_at)),
    worked as (
      select user_id, day, range_agg(tstzrange(from_at, to_at, '[]')) as span, min(from_at) as first_login,
        case when bool_or(is_open) then null else max(ended) end as last_logout,
        count(*) filter (where is_login) as logins
      from session_days group by user_id, day),
    break_days as materialized (
      select b.user_id, b.reason, greatest(b.started_at, t.from_at) as started_at,
        case when b.ended_at is not null or t.to_at <= now() then least(b.ended_at, t.to_at) end as ended_at, d.day,
        tstzrange(greatest(b.started_at, d.from_at, t.from_at), least(coalesce(b.ended_at, now()), d.to_at, t.to_at), '[]') as span
      from agent_breaks b join days d on b.started_at < d.to_at
        and (coalesce(b.ended_at, now()) > d.from_at or b.started_at >= d.from_at)
        join ${teams} t on t.user_id = b.user_id and b.started_at < least(t.to_at, d.to_at)
          and (coalesce(b.ended_at, now()) > t.from_at or b.started_at >= t.from_at) and d.to_at > t.from_at and d.from_at < t.to_at
      where b.started_at < ${end}::timestamptz and coalesce(b.ended_at, now()) >= ${start}::timestamptz
        and ${whose(sql`b.user_id`)}),
    rested as (
      select k.user_id, k.day, range_agg(k.span) as span, count(*) as breaks from break_days k group by k.user_id, k.day),
    used as (
      select c.agent_id as user_id, d.day, range_agg(tstzrange(c.slot, c.slot + interval '30 minutes')) as span
      from (select slot, agent_id from contact_sums where slot > ${start}::timestamptz - interval '30 minutes'
            and slot < ${end}::timestamptz and ${whose(sql`agent_id`)}
          group by slot, agent_id having sum(contacts) > 0) c
        join days d on c.slot < d.to_at and c.slot + interval '30 minutes' > d.from_at
      group by c.agent_id, d.day),
    person_days as (
      select w.user_id, w.day, w.first_login, w.last_logout, w.logins, coalesce(r.breaks, 0) as breaks,
        ${secondsOf(sql`w.span`)} as logged_in, ${secondsOf(sql`w.span * coalesce(r.span, '{}')`)} as on_break,
        case when ${roleOn(sql`w.day`, zone)} in ('COLLECTOR', 'FIELD_AGENT')
          then ${secondsOf(sql`w.span - coalesce(r.span, '{}') - coalesce(k.span, '{}')`)} end as idle
      from worked w join users u on u.id = w.user_id left join rested r on r.user_id = w.user_id and r.day = w.day
        left join used k on k.user_id = w.user_id and k.day = w.day)`;
}

/** Whole seconds in a multirange. */
function secondsOf(span: SQL): SQL {
  return sql`(select coalesce(round(extract(epoch from sum(upper(x) - lower(x)))), 0)::int from unnest(${span}) x)`;
}
