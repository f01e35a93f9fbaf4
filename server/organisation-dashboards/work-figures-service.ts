import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** Work that waits longer than this finds nobody who takes it. */
export const LATE_MINUTES = 10;
/** A dialer that nobody has led for so long, while a campaign runs, has stopped. */
const LEADERLESS_SECONDS = 30;

/** Phones and browsers `v` of people `u` that may deliver. */
export const isInUse = sql`v.revoked_at is null and v.wiped_at is null
  and u.disabled_at is null and u.deleted_at is null`;

/** Long work by queue: what waits and runs, and for how long the oldest has been due. */
export async function readQueues(db: Db) {
  const { rows } = await db.execute<{
    queue: string;
    waiting: number;
    active: number;
    oldestSeconds: number;
  }>(sql`
    select q.name as queue, count(*) filter (where j.state in ('created', 'retry')) as waiting,
      count(*) filter (where j.state = 'active') as active,
      coalesce(extract(epoch from now() - min(j.start_after)
        filter (where j.state in ('created', 'retry') and j.start_after <= now())), 0)::int as "oldestSeconds"
    from jobs.queue q left join jobs.job j on j.name = q.name and j.state < 'completed'
    group by q.name order by q.name`);
  return rows;
}

const AGES = ['hour', 'day', 'week', 'older', 'never'] as const;
const ageOf = (column: 'oldest_unsent_at' | 'last_pulled_at') => {
  const at = sql.raw(`v.${column}`);
  return sql`case when ${at} is null then 'never' when ${at} > now() - interval '1 hour' then 'hour'
    when ${at} > now() - interval '1 day' then 'day' when ${at} > now() - interval '7 days' then 'week' else 'older' end`;
};

/** An age that nobody has is a figure too: zero. */
function byAge(rows: readonly { age: string; value: number }[]) {
  const known = new Map(rows.map(({ age, value }) => [age, value]));
  return AGES.map((age) => ({ age, value: known.get(age) ?? 0 }));
}

/** Work that phones said they hold, by the age of the oldest on each phone. `never`: the phone told no time. */
export async function readUnsentByAge(db: Db) {
  const { rows } = await db.execute<{ age: string; value: number }>(sql`
    select ${ageOf('oldest_unsent_at')} as age, sum(v.unsent_count) as value
    from devices v join users u on u.id = v.user_id
    where ${isInUse} and v.unsent_count > 0 group by 1`);
  return byAge(rows);
}

/** Phones by how long ago they last fetched their loans. */
export async function readPhonesBySyncAge(db: Db) {
  const { rows } = await db.execute<{ age: string; value: number }>(sql`
    select ${ageOf('last_pulled_at')} as age, count(*) as value
    from devices v join users u on u.id = v.user_id
    where ${isInUse} and u.role = 'FIELD_AGENT' group by 1`);
  return byAge(rows);
}

/** Messages to borrowers by channel: what is due, for how long the oldest has been, and what went wrong within a day. */
export async function readMessageQueues(db: Db) {
  const { rows } = await db.execute<{
    channel: string;
    waiting: number;
    oldestSeconds: number;
    failed: number;
    unknown: number;
  }>(sql`
    select c.channel, (select count(*) from messages m
        where m.state = 'QUEUED' and m.channel = c.channel and m.next_at <= now()) as waiting,
      (select coalesce(extract(epoch from now() - min(m.next_at)), 0)::int from messages m
        where m.state = 'QUEUED' and m.channel = c.channel and m.next_at <= now()) as "oldestSeconds",
      (select count(*) from messages m where m.channel = c.channel and m.state = 'FAILED'
        and m.created_at > now() - interval '1 day') as failed,
      (select count(*) from messages m where m.channel = c.channel and m.state = 'UNKNOWN'
        and m.created_at > now() - interval '1 day') as unknown
    from (values ('SMS'), ('WHATSAPP')) c (channel)`);
  return rows;
}

/** The dialer: campaigns that run, agents at it, calls that live, answered ones that wait for an agent, and whether a process leads it. */
export async function readDialer(db: Db) {
  const { rows } = await db.execute<{
    campaigns: number;
    agents: number;
    ready: number;
    calls: number;
    waiting: number;
    leaderless: number;
  }>(sql`
    select (select count(*) from campaigns where state = 'RUNNING') as campaigns,
      (select count(*) from agent_spans where ended_at is null) as agents,
      (select count(*) from agent_spans where ended_at is null and state = 'READY' and is_predictive) as ready,
      (select count(*) from dialer_calls where state <> 'ENDED') as calls,
      (select count(*) from dialer_calls where state = 'ANSWERED') as waiting,
      (case when exists (select 1 from dialer_engine
        where expires_at > now() - make_interval(secs => ${LEADERLESS_SECONDS})) then 0 else 1 end) as leaderless`);
  return rows[0] ?? { campaigns: 0, agents: 0, ready: 0, calls: 0, waiting: 0, leaderless: 0 };
}
