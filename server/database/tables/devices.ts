import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';
import { users } from './people.ts';

/** Phones and browsers that may deliver. One row per device and user. The delivery token is kept hashed. */
export const devices = pgTable(
  'devices',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    tokenHash: bytes('token_hash').unique(),
    label: text('label'),
    appVersion: text('app_version'),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    lastDeliveredAt: instant('last_delivered_at'),
    lastPulledAt: instant('last_pulled_at'),
    unsentCount: integer('unsent_count').notNull().default(0),
    oldestUnsentAt: instant('oldest_unsent_at'),
    lastSequence: integer('last_sequence').notNull().default(0),
    revokedAt: instant('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.id, t.userId] }), index('devices_user').on(t.userId)],
);

/** Keys that phones seal operations to. Old keys stay readable so that nothing queued is stranded. */
export const serverKeys = pgTable('server_keys', {
  id: uuid('id').primaryKey(),
  /** Raw P-256 point. */
  publicKey: bytes('public_key').notNull(),
  /** PKCS #8. */
  privateKey: bytes('private_key').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Delivered operations: id, hash and answer, written in the same transaction as their work. */
export const operations = pgTable(
  'operations',
  {
    opId: uuid('op_id').primaryKey(),
    payloadHash: text('payload_hash').notNull(),
    userId: uuid('user_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    sequence: integer('sequence').notNull(),
    call: text('call').notNull(),
    /** DONE, HELD or REFUSED. */
    outcome: text('outcome').notNull(),
    status: integer('status').notNull(),
    code: text('code'),
    message: text('message'),
    /** HELD: the operation it waits for, and the sealed operation itself. */
    waitsFor: uuid('waits_for'),
    sealed: jsonb('sealed'),
    /** Device clock minus server clock, milliseconds, when it was delivered. */
    clockOffsetMs: integer('clock_offset_ms'),
    deliveredAt: instant('delivered_at').notNull().defaultNow(),
  },
  (t) => [
    index('operations_waits')
      .on(t.waitsFor)
      .where(sql`outcome = 'HELD'`),
    index('operations_device').on(t.deviceId, t.userId, t.sequence),
  ],
);
