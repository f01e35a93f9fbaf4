import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';

/** Uploads at work, waiting for a person, and failed within a week. */
interface ImportCounts extends Record<string, unknown> {
  running: number;
  pending: number;
  failed: number;
}

/** Counts the uploads for the lenders that the actor may name. */
export async function readImportCounts(db: Db, actor: Actor): Promise<ImportCounts> {
  const { rows } = await db.execute<ImportCounts>(sql`
    select count(*) filter (where i.state in ('READING', 'CHECKING', 'SAVING')) as running,
      count(*) filter (where i.state = 'PENDING') as pending,
      count(*) filter (where i.state = 'FAILED' and i.created_at > now() - interval '7 days') as failed
    from loan_imports i join clients c on c.id = i.client_id where ${clientsVisibleTo(actor)}`);
  return rows[0] ?? { running: 0, pending: 0, failed: 0 };
}
