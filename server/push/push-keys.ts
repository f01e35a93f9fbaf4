import { sql } from 'drizzle-orm';
import webPush from 'web-push';
import type { Db } from '../database/connection.ts';

/** The server's key pair by which push services know it (VAPID). */
export interface PushKeys extends Record<string, unknown> {
  readonly publicKey: string;
  readonly privateKey: string;
}

async function stored(db: Db): Promise<PushKeys | undefined> {
  const { rows } = await db.execute<PushKeys>(
    sql`select public_key as "publicKey", private_key as "privateKey" from push_keys where id = 1`,
  );
  return rows[0];
}

/** The keys, made by this server itself when first needed; of several that make some at once, one pair stays. */
export async function pushKeys(db: Db): Promise<PushKeys> {
  const known = await stored(db);
  if (known) return known;
  const made = webPush.generateVAPIDKeys();
  await db.execute(sql`insert into push_keys (id, public_key, private_key)
    values (1, ${made.publicKey}, ${made.privateKey}) on conflict (id) do nothing`);
  return (await stored(db)) ?? { ...made };
}
