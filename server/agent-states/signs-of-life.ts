import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { isSessionOpen, sessionEndAt } from '../identity/session-span-service.ts';

/** An agent whose live stream went silent for this long is gone, seconds: its browser was killed, its network is away. */
const SILENT_SECONDS = 60;

/** When an agent was last heard of (PostgreSQL's text; null: never), and whether a session of it goes on. */
export async function lastHeard(
  tx: Db,
  userId: string,
): Promise<{ at: string | null; isLive: boolean }> {
  const result = await tx.execute<{ at: string | null; is_live: boolean }>(sql`
    select least(now(), greatest(max(case when ${isSessionOpen} then s.last_seen_at else ${sessionEndAt} end),
        (select k.heard_at from agent_seats k where k.user_id = ${userId}))) as at,
      coalesce(bool_or(${isSessionOpen}), false) as is_live
    from sessions s where s.user_id = ${userId}`);
  const [row] = result.rows;
  return { at: row?.at ?? null, isLive: row?.is_live ?? false };
}

/**
 * Whether an agent who ends one session goes on in another: one that began later, or in which somebody was just now. An older
 * one that is silent, or was since the other began, was left open somewhere.
 */
export async function isElsewhere(
  tx: Db,
  userId: string,
  sessionId: string | null,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from sessions s, sessions own where own.id = ${sessionId} and s.user_id = ${userId} and s.id <> own.id
      and ${isSessionOpen}
      and (s.created_at > own.created_at
        or s.last_seen_at > greatest(own.created_at, now() - make_interval(secs => ${SILENT_SECONDS})))`);
  return rows.length > 0;
}

/** Notes a sign of life of the agents whose live streams this process holds. */
export async function noteAlive(db: Db, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const ids = [...new Set(userIds)].sort((a, b) => a.localeCompare(b));
  await db.execute(sql`
    insert into agent_seats as k (user_id, heard_at)
    select id, now() from unnest(${sql.param(ids)}::uuid[]) id order by id
    on conflict (user_id) do update set heard_at = excluded.heard_at`);
}

/**
 * Agents who hold a seat and are gone: no session of theirs goes on, or their live stream is silent and nothing else was
 * heard of them. A break may be silent: screens sleep then.
 */
export async function goneAgents(db: Db): Promise<string[]> {
  const result = await db.execute<{ user_id: string }>(sql`
    select p.user_id from agent_spans p left join agent_seats k on k.user_id = p.user_id
    where p.ended_at is null and (
      not exists (select 1 from sessions s where s.user_id = p.user_id and ${isSessionOpen})
      or (p.state <> 'BREAK' and k.heard_at < now() - make_interval(secs => ${SILENT_SECONDS})
        and p.started_at < now() - make_interval(secs => ${SILENT_SECONDS})
        and not exists (select 1 from sessions s where s.user_id = p.user_id
          and s.last_seen_at >= now() - make_interval(secs => ${SILENT_SECONDS}))))
    order by p.user_id`);
  return result.rows.map((row) => row.user_id);
}
