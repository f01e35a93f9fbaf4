import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { SESSION_IDLE_SECONDS } from './session.ts';

/** When the idle time or the longest lifetime of `s` (sessions) is over, whichever comes first. */
const deathAt = sql`least(s.last_seen_at + make_interval(secs => ${SESSION_IDLE_SECONDS}), s.expires_at)`;

/** Whether the session `s` ran out before anyone ended it. */
const ranOut = sql`(coalesce(s.ended_at, now()) > ${deathAt})`;

/** Until when somebody was really there in the session `s`: one that ran out idle counts to its last sign of life. */
export const sessionEndAt = sql`greatest(s.created_at, case when ${ranOut} then least(s.last_seen_at, s.expires_at)
  else coalesce(s.ended_at, now()) end)`;

/** Whether the session `s` goes on. */
export const isSessionOpen = sql`(s.ended_at is null and not ${ranOut})`;

/** Why the session `s` is over; null while it goes on. */
export const sessionEndReason = sql`(case when ${ranOut} then
  case when s.expires_at <= s.last_seen_at + make_interval(secs => ${SESSION_IDLE_SECONDS}) then 'expired' else 'idle' end
  else s.end_reason end)`;

/** Whether a session goes on; asking does not keep it alive. */
export async function isSessionLive(db: Db, sessionId: string | null): Promise<boolean> {
  const result = await db.execute(
    sql`select 1 from sessions s where s.id = ${sessionId} and ${isSessionOpen}`,
  );
  return result.rows.length > 0;
}
