import { sql } from 'drizzle-orm';
import type { NotificationFacts, NotificationKind } from '../../contract/notification.ts';
import { CLIENT_SIDE } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import type { Upkeep } from '../upkeep.ts';
import { pushKeys } from './push-keys.ts';
import { sendPush } from './push-sending.ts';

/** The queue of messages to browsers; a job's key is `notification.subscription`. */
const PUSH_QUEUE = 'push';
const MOST_AT_ONCE = 200;
/** So many failures in a row, over all notifications, end a subscription. */
const MOST_FAILURES = 15;
/** Who may open /notifications (spec 2.2); the others are led to their start. */
const LIST_READERS: ReadonlySet<Role> = new Set([
  'COLLECTOR',
  'MANAGER',
  'CUSTOMER',
  'CLIENT_ADMIN',
]);

/** On `n` (notifications), `u` (users), `s` (subscriptions): whom a notification is for and where. */
const recipients = sql`join users u on u.disabled_at is null and u.deleted_at is null and (u.id = n.user_id
    or (u.client_id = n.recipient_client_id and u.role = any(${sql.param([...CLIENT_SIDE])}::text[])))
  join push_subscriptions s on s.user_id = u.id`;

/** Makes jobs for notifications that were committed since the last look; returns how many it found. */
async function handOn({ db, jobs }: Context): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update notifications set pushed_at = now() where id in (select id from notifications
        where pushed_at is null order by created_at limit ${MOST_AT_ONCE} for update skip locked) returning id`);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const { rows: pairs } = await tx.execute<{ key: string }>(sql`
      select n.id || '.' || s.id as key from notifications n ${recipients}
      where n.id = any(${sql.param(ids)}::uuid[]) and n.deactivated_at is null`);
    for (const { key } of pairs) await jobs.add(tx, PUSH_QUEUE, key);
    return rows.length;
  });
}

interface Delivery extends Record<string, unknown> {
  notification_id: string;
  kind: NotificationKind;
  facts: NotificationFacts;
  user_id: string;
  role: Role;
  endpoint: string;
  p256dh: string;
  auth: string;
}

async function findDelivery(db: Db, key: string): Promise<Delivery | undefined> {
  const [notificationId, subscriptionId] = key.split('.');
  const { rows } = await db.execute<Delivery>(sql`
    select n.id as notification_id, n.kind, n.facts, u.id as user_id, u.role, s.endpoint, s.p256dh, s.auth
    from notifications n ${recipients}
    where n.id = ${notificationId} and s.id = ${subscriptionId} and n.deactivated_at is null`);
  return rows[0];
}

async function noteFailure(db: Db, endpoint: string): Promise<void> {
  await db.execute(
    sql`update push_subscriptions set failures = failures + 1 where endpoint = ${endpoint}`,
  );
  await db.execute(sql`delete from push_subscriptions
    where endpoint = ${endpoint} and failures >= ${MOST_FAILURES}`);
}

/** Sends one message; throws when it should be tried again. A browser that is gone is told nothing more. */
async function deliver({ db, settings }: Context, key: string): Promise<void> {
  const found = await findDelivery(db, key);
  if (!found) return;
  const { endpoint, p256dh, auth } = found;
  const message = {
    kind: found.kind,
    count: found.facts.count ?? null,
    tag: found.notification_id,
    url: LIST_READERS.has(found.role) ? 'notifications' : '',
    to: found.user_id,
  };
  const subscription = { endpoint, keys: { p256dh, auth } };
  const status = await sendPush(settings, await pushKeys(db), subscription, message).catch(() => 0);
  if (status >= 200 && status < 300) {
    await db.execute(sql`update push_subscriptions set failures = 0, last_sent_at = now()
      where endpoint = ${endpoint}`);
    return;
  }
  if (status === 404 || status === 410) {
    await db.execute(sql`delete from push_subscriptions where endpoint = ${endpoint}`);
    return;
  }
  await noteFailure(db, endpoint);
  // What the push service refuses for good is not sent again; the rest is tried later.
  if (status >= 400 && status < 500 && status !== 429) return;
  throw new PushFailed(status);
}

/** The push service could not be reached or asks to come again. */
class PushFailed extends Error {
  override readonly name = 'PushFailed';
  constructor(status: number) {
    super(
      status === 0 ? 'The push service gave no answer.' : `The push service answered ${status}.`,
    );
  }
}

/** Takes the messages to browsers in this process. */
export async function startPushJobs(context: Context): Promise<void> {
  // Made now, so that asking for the public key only reads.
  await pushKeys(context.db);
  await context.jobs.handle(PUSH_QUEUE, {
    work: (key) => deliver(context, key),
    // The notification itself stands in the list; only the reminder is lost.
    giveUp: async () => undefined,
  });
}

/**
 * Browsers are told of notifications after their commit and beside the requests that made them. Most looks find nothing in
 * an index that is empty.
 */
export const pushUpkeep: Upkeep = {
  name: 'pushed notifications',
  every: 2000,
  work: async (context) => {
    for (let found = MOST_AT_ONCE; found === MOST_AT_ONCE;) {
      found = await handOn(context);
      if (found > 0) context.jobs.wake(PUSH_QUEUE);
    }
  },
};
