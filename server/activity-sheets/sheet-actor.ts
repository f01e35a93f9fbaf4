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

/** The person in whose name a sheet's job works: whoever decided over it, else whoever uploaded it. */
export async function actorOfSheet(db: Db, sheetId: string): Promise<Actor> {
  const { rows } = await db.execute<ActorRow>(sql`
    select u.id, u.role, u.username, u.full_name, u.manager_id, u.client_id, c.name as client_name, u.location
    from activity_sheets s join users u on u.id = coalesce(s.decided_by, s.created_by)
      left join clients c on c.id = u.client_id
    where s.id = ${sheetId}`);
  const row = rows[0];
  if (!row) throw new Error(`The sheet ${sheetId} is nobody's.`);
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
