import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { notAllowed } from '../errors.ts';

/** Its BI entry is in its own menu block, whatever noBiReport says (spec 2.3). */
const OWN_ENTRY: ReadonlySet<Actor['role']> = new Set(['CUSTOMER', 'CLIENT_ADMIN']);

/** Throws 403 for an account whose BI reports are switched off (noBiReport 0). */
export async function refuseWithoutBi(db: Db, actor: Actor): Promise<void> {
  if (OWN_ENTRY.has(actor.role)) return;
  const { rows } = await db.execute(
    sql`select 1 from users u where u.id = ${actor.userId} and u.no_bi_report = 0`,
  );
  if (rows.length > 0)
    throw notAllowed(
      'BI reports are switched off for your account. Ask your administrator.',
      'NO_BI',
    );
}
