import { sql } from 'drizzle-orm';
import { newId } from '../ids.ts';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';

/** Browsers that one person may be told on; the oldest goes for a further one. */
const MOST_PER_PERSON = 20;

/** What a browser gives of its subscription. */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Tells the actor on a browser from now on, and nobody else any more. */
export async function subscribe(
  { tx, audit }: Command,
  actor: Actor,
  { endpoint, keys }: Subscription,
): Promise<void> {
  const id = newId();
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into push_subscriptions (id, user_id, endpoint, p256dh, auth)
    values (${id}, ${actor.userId}, ${endpoint}, ${keys.p256dh}, ${keys.auth})
    on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
      failures = 0 returning id`);
  await tx.execute(sql`delete from push_subscriptions where id in (select id from push_subscriptions
    where user_id = ${actor.userId} order by created_at desc, id desc offset ${MOST_PER_PERSON})`);
  audit({ action: 'push.subscribe', entity: 'push-subscription', entityId: rows[0]?.id ?? id });
}

/** Whether it is the actor who is told on a browser. */
export async function isSubscribed(db: Db, actor: Actor, endpoint: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from push_subscriptions where endpoint = ${endpoint} and user_id = ${actor.userId}`,
  );
  return rows.length > 0;
}
