import { sql } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';

/** A user as `actorColumns` gives them. */
export interface ActorRow extends Record<string, unknown> {
  id: string;
  role: Role;
  username: string;
  full_name: string;
  manager_id: string | null;
  client_id: string | null;
  client_name: string | null;
  location: string | null;
}

/** What an actor needs of users `u` and their clients `c`. */
export const actorColumns = sql`u.id, u.role, u.username, u.full_name, u.manager_id, u.client_id, c.name as client_name,
  u.location`;

interface KnownUser extends ActorRow {
  is_disabled: boolean;
}

async function readActorRow(db: Db, userId: string): Promise<KnownUser | undefined> {
  const { rows } = await db.execute<KnownUser>(sql`
    select ${actorColumns}, u.disabled_at is not null as is_disabled
    from users u left join clients c on c.id = u.client_id where u.id = ${userId}`);
  return rows[0];
}

/** A user as whoever acts, without a session. */
export const toActor = (row: ActorRow): Actor => ({
  userId: row.id,
  role: row.role,
  username: row.username,
  fullName: row.full_name,
  managerId: row.manager_id,
  clientId: row.client_id,
  clientName: row.client_name,
  location: row.location,
  sessionId: null,
});

/** Who a job works for: the user as they are now, or null when they may no longer work. */
export async function actorOfUser(db: Db, userId: string): Promise<Actor | null> {
  const row = await readActorRow(db, userId);
  return row === undefined || row.is_disabled ? null : toActor(row);
}

/** The same of somebody whose decision stands although they have left since. Throws when there is no such user. */
export async function actorOfDecision(db: Db, userId: string): Promise<Actor> {
  const row = await readActorRow(db, userId);
  if (row === undefined) throw new Error(`There is no user ${userId}.`);
  return toActor(row);
}
