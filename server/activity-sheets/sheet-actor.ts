import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { actorOfDecision } from '../identity/actor-service.ts';

/** The person in whose name a sheet's job works: whoever decided over it, else whoever uploaded it. */
export async function actorOfSheet(db: Db, sheetId: string): Promise<Actor> {
  const { rows } = await db.execute<{ userId: string }>(
    sql`select coalesce(decided_by, created_by) as "userId" from activity_sheets where id = ${sheetId}`,
  );
  const row = rows[0];
  if (!row) throw new Error(`The sheet ${sheetId} is nobody's.`);
  return actorOfDecision(db, row.userId);
}
