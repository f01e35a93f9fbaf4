import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, idOf, instant } from './columns.ts';
import { users } from './people.ts';

/** Phones and browsers that may deliver. One row per device and user. The delivery token is kept hashed. */
export const devices = pgTable(
  'devices',
  {
    id: uuid('id').notNull(),
    userId: idOf('user_id', () => users.id).notNull(),
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
    /** Of the unsent ones, how many a person must look at, as the device last said. */
    attentionCount: integer('attention_count').notNull().default(0),
    /** The highest number the device gave out, as it last said. */
    givenSequence: integer('given_sequence').notNull().default(0),
    /** Up to here every number is on the server or noted as a gap. */
    settledSequence: integer('settled_sequence').notNull().default(0),
    /** Device clock minus server clock, milliseconds. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }),
    storageUsage: bigint('storage_usage', { mode: 'number' }),
    storageQuota: bigint('storage_quota', { mode: 'number' }),
    isPersisted: boolean('is_persisted'),
    /** Server keys that the device may still seal to or holds items for: they must stay readable. */
    keyIds: uuid('key_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** A manager ended this device: carried out at its next contact. */
    wipeAskedAt: instant('wipe_asked_at'),
    wipeAskedBy: uuid('wipe_asked_by'),
    wipedAt: instant('wiped_at'),
  },
  (t) => [primaryKey({ columns: [t.id, t.userId] }), index('devices_user').on(t.userId)],
);

/** Sequence numbers that a device gave out and that are nowhere any more. What arrives later is not missing. */
export const deviceGaps = pgTable(
  'device_gaps',
  {
    id: uuid('id').primaryKey(),
    deviceId: uuid('device_id').notNull(),
    userId: uuid('user_id').notNull(),
    firstSequence: integer('first_sequence').notNull(),
    lastSequence: integer('last_sequence').notNull(),
    noticedAt: instant('noticed_at').notNull().defaultNow(),
    seenAt: instant('seen_at'),
    seenBy: uuid('seen_by'),
  },
  (t) => [index('device_gaps_device').on(t.deviceId, t.userId)],
);

/**
 * Delivery tokens that a later login replaced, hashed: they open nothing any more, but a file of stuck work exported while
 * one was good is still recognised by it.
 */
export const pastDeviceTokens = pgTable(
  'past_device_tokens',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    deviceId: uuid('device_id').notNull(),
    userId: uuid('user_id').notNull(),
    endedAt: instant('ended_at').notNull().defaultNow(),
  },
  (t) => [index('past_device_tokens_device').on(t.deviceId, t.userId, t.endedAt)],
);

/** Keys that phones seal operations to. Old keys stay readable so that nothing queued is stranded. */
export const serverKeys = pgTable('server_keys', {
  id: uuid('id').primaryKey(),
  /** Raw P-256 point. */
  publicKey: bytes('public_key').notNull(),
  /** PKCS #8. */
  privateKey: bytes('private_key').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Handed out from here on: by then a backup has it, so that a restored server can open what was sealed to it. */
  activeFrom: instant('active_from').notNull().defaultNow(),
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
    index('operations_refused')
      .on(t.deviceId, t.userId)
      .where(sql`outcome = 'REFUSED'`),
  ],
);

/**
 * What can be proved of when work was saved: with each number that a device had given out, when it was first and last heard
 * with it. Work with a higher number was saved after the last, work with that number or a lower one before the first.
 */
export const deviceMarks = pgTable(
  'device_marks',
  {
    deviceId: uuid('device_id').notNull(),
    userId: uuid('user_id').notNull(),
    givenSequence: integer('given_sequence').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** When it last had pulled everything, so that it knew which loans were its user's. */
    pulledAt: instant('pulled_at'),
  },
  (t) => [primaryKey({ columns: [t.deviceId, t.userId, t.givenSequence] })],
);

/** Delivered work of which the time or the right cannot be proved: its operation is held until a manager decides. */
export const workReviews = pgTable(
  'work_reviews',
  {
    opId: uuid('op_id').primaryKey(),
    userId: idOf('user_id', () => users.id).notNull(),
    loanId: uuid('loan_id').notNull(),
    call: text('call').notNull(),
    /** CLOCK, NUMBER, TAKEN_AWAY or ROLE_CHANGED. */
    doubt: text('doubt').notNull(),
    /** When the device says that it was saved; a broken clock's time is brought near. */
    claimedAt: instant('claimed_at').notNull(),
    /** Between these it was saved for certain; null: nothing is known of the beginning. */
    provenFrom: instant('proven_from'),
    provenTo: instant('proven_to').notNull(),
    /** What it says, for the one who decides. */
    said: jsonb('said').notNull(),
    /** The files that it announces. */
    fileIds: uuid('file_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: instant('created_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by'),
    isAccepted: boolean('is_accepted'),
    /** Why it was refused; its author reads it. */
    reason: text('reason'),
  },
  (t) => [
    index('work_reviews_open')
      .on(t.createdAt, t.opId)
      .where(sql`decided_at is null`),
    index('work_reviews_user').on(t.userId),
    index('work_reviews_files').using('gin', t.fileIds),
  ],
);
