import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { notifyLive, sessionsTopic } from '../live-events/live-events.ts';
import { actorColumns, toActor } from './actor-service.ts';
import type { ActorRow } from './actor-service.ts';
import { newToken, tokenHash } from './token-service.ts';

/** Idle time after which the server ends a session (spec 9), seconds. */
export const SESSION_IDLE_SECONDS = 600;
/** The longest a session lasts at all, seconds. */
const SESSION_LIFETIME_SECONDS = 12 * 3600;
/** A request moves `last_seen_at` at most this often: reads stay reads. */
const TOUCH_SECONDS = 5;

/** Opens a session and returns its token, which is nowhere else. */
export async function openSession(
  db: Db,
  user: { id: string; role: Role },
): Promise<{ token: string; sessionId: string }> {
  const token = newToken();
  const sessionId = newId();
  await db.execute(sql`insert into sessions (id, token_hash, user_id, role, expires_at)
    values (${sessionId}, ${tokenHash(token)}, ${user.id}, ${user.role},
      now() + make_interval(secs => ${SESSION_LIFETIME_SECONDS}))`);
  return { token, sessionId };
}

/** Sessions that a clock used which was ahead are as old as the right one says: else they would not idle until then. */
export async function bringSessionsNear(db: Db): Promise<void> {
  await db.execute(sql`update sessions set last_seen_at = now(),
      expires_at = least(expires_at, now() + make_interval(secs => ${SESSION_LIFETIME_SECONDS}))
    where ended_at is null and last_seen_at > now() + interval '1 minute'`);
}

interface SessionRow extends ActorRow {
  session_id: string;
  needs_touch: boolean;
}

/**
 * The actor of a token, or null when the session is unknown, ended, idle too long, too old, or its user was disabled or
 * has another role by now. `isActivity` false (background polling) does not count against idleness. What was asked
 * `askedSecondsAgo` and is still coming is not cut off by idling or growing old since.
 */
export async function actorOfToken(
  db: Db,
  token: string,
  isActivity: boolean,
  askedSecondsAgo = 0,
): Promise<Actor | null> {
  const result = await db.execute<SessionRow>(sql`
    select /* prepared */ s.id as session_id, ${actorColumns},
      s.last_seen_at < now() - make_interval(secs => ${TOUCH_SECONDS}) as needs_touch
    from sessions s join users u on u.id = s.user_id left join clients c on c.id = u.client_id
    where s.token_hash = ${tokenHash(token)} and s.ended_at is null
      and s.expires_at > now() - make_interval(secs => ${askedSecondsAgo})
      and s.last_seen_at > now() - make_interval(secs => ${SESSION_IDLE_SECONDS + askedSecondsAgo})
      and u.disabled_at is null and u.role = s.role`);
  const row = result.rows[0];
  if (!row) return null;
  if (row.needs_touch && isActivity)
    await db.execute(
      sql`update /* prepared */ sessions set last_seen_at = now() where id = ${row.session_id}`,
    );
  return { ...toActor(row), sessionId: row.session_id };
}

/** Ends sessions, and tells streams that were opened with them. Returns the ids of those that were open. */
export async function endSessionsWhere(db: Db, which: SQL, reason: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; user_id: string }>(sql`
    update sessions set ended_at = now(), end_reason = ${reason}
    where ended_at is null and ${which} returning id, user_id`);
  for (const userId of new Set(rows.map((row) => row.user_id)))
    await notifyLive(db, sessionsTopic(userId));
  return rows.map((row) => row.id);
}

/** Ends one session; its token is dead at once. */
export async function endSession(db: Db, sessionId: string, reason: string): Promise<void> {
  await endSessionsWhere(db, sql`id = ${sessionId}`, reason);
}

/** Ends a user's sessions, except one when named. */
export async function endSessionsOf(
  db: Db,
  userId: string,
  reason: string,
  except: string | null = null,
): Promise<void> {
  await endSessionsWhere(
    db,
    sql`user_id = ${userId} and id is distinct from ${except}::uuid`,
    reason,
  );
}
