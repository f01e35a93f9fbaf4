import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { NotificationFacts, NotificationKind } from '../../../contract/notification.ts';
import { idOf, instant } from './columns.ts';
import { loans } from './loans.ts';
import { clients, users } from './people.ts';

/**
 * What happened that somebody should know of. The recipient is a person, or a lender (all of its people share the row,
 * spec 6). `kind` and `facts` make the words in the reader's language.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    userId: idOf('user_id', () => users.id),
    recipientClientId: idOf('recipient_client_id', () => clients.id),
    kind: text('kind').$type<NotificationKind>().notNull(),
    facts: jsonb('facts').$type<NotificationFacts>().notNull().default({}),
    /** The lender it is about, for the filter by client. */
    clientId: idOf('client_id', () => clients.id),
    loanId: idOf('loan_id', () => loans.id),
    settlementId: uuid('settlement_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    deactivatedAt: instant('deactivated_at'),
    deactivatedBy: uuid('deactivated_by'),
    /** When its pushes were handed to the job queue; null: not yet looked at. */
    pushedAt: instant('pushed_at'),
  },
  (t) => [
    check('notifications_one_recipient', sql`num_nonnulls(user_id, recipient_client_id) = 1`),
    index('notifications_user').on(t.userId, t.createdAt.desc(), t.id.desc()),
    index('notifications_client').on(t.recipientClientId, t.createdAt.desc(), t.id.desc()),
    index('notifications_user_open')
      .on(t.userId)
      .where(sql`deactivated_at is null`),
    index('notifications_client_open')
      .on(t.recipientClientId)
      .where(sql`deactivated_at is null`),
    index('notifications_settlement').on(t.settlementId),
    index('notifications_to_push')
      .on(t.createdAt)
      .where(sql`pushed_at is null`),
  ],
);

/** Browsers that a person allowed to be told by push. One endpoint belongs to whoever allowed it last. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: idOf('user_id', () => users.id).notNull(),
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Deliveries that failed in a row; the subscription goes when there are too many, or the push service says gone. */
    failures: integer('failures').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSentAt: instant('last_sent_at'),
  },
  (t) => [index('push_subscriptions_user').on(t.userId)],
);

/** The server's own keys for push (VAPID): one row, made when first needed. */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey().default(1),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
