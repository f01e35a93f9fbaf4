import { sql } from 'drizzle-orm';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';

interface ActorRow extends Record<string, unknown> {
  id: string;
  role: Role;
  username: string;
  full_name: string;
  manager_id: string | null;
  client_id: string | null;
  client_name: string | null;
  location: string | null;
}

/** Who a job works for: the user as they are now, or null when they may no longer work. */
export async function actorOfUser(db: Db, userId: string): Promise<Actor | null> {
  const { rows } = await db.execute<ActorRow>(sql`
    select u.id, u.role, u.username, u.full_name, u.manager_id, u.client_id, c.name as client_name, u.location
    from users u left join clients c on c.id = u.client_id where u.id = ${userId} and u.disabled_at is null`);
  const row = rows[0];
  if (!row) return null;
  return {
    userId: row.id,
    role: row.role,
    username: row.username,
    fullName: row.full_name,
    managerId: row.manager_id,
    clientId: row.client_id,
    clientName: row.client_name,
    location: row.location,
    sessionId: null,
  };
}
