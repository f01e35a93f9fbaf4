import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { SettlementWait } from '../../contract/settlement.ts';
import type { Db } from '../database/connection.ts';

/** Condition on `u`: one of a client's people who decides what waits for `wait`: its highest level's is the admin's alone. */
const decides = (wait: SQL): SQL =>
  sql`(u.role = 'CLIENT_ADMIN' or (u.role = 'CUSTOMER' and ${wait} is distinct from 'CLIENT_HEAD'))`;

const canLogIn = sql`(u.disabled_at is null and u.deleted_at is null)`;

/** Whether one of a client's people who could decide what waits for it can log in. */
export async function hasDecider(
  db: Db,
  clientId: string,
  waitsFor: SettlementWait | null,
): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from users u where u.client_id = ${clientId}
    and ${decides(sql`${waitsFor}::text`)} and ${canLogIn} limit 1`);
  return rows.length > 0;
}

/** How many settlements wait for a client's person and, without it, for nobody who can log in. */
export async function countWaitingForAlone(db: Db, personId: string): Promise<number> {
  const wait = sql`s.waits_for`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from users u join settlements s on s.client_id = u.client_id
    where u.id = ${personId} and ${decides(wait)} and s.waits_for in ('CLIENT', 'CLIENT_HEAD', 'LETTER')
      and not (s.waits_for = 'LETTER' and s.is_delegated)
      and not exists (select 1 from users u where u.client_id = s.client_id and u.id <> ${personId}
        and ${decides(wait)} and ${canLogIn})`);
  return rows[0]?.count ?? 0;
}
