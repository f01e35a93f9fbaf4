import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';

/** Stops telling a person on a browser, as at its logout there; nothing happens when it is not told there. */
export async function removePushSubscription(
  db: Db,
  userId: string,
  endpoint: string,
): Promise<void> {
  await db.execute(
    sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id = ${userId}`,
  );
}
