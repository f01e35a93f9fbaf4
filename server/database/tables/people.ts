import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, idOf, instant, rupees } from './columns.ts';

/** Lenders, with what their contract with the agency says. */
export const clients = pgTable(
  'clients',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().unique(),
    /** The agency's short name of it in files and letters; upper-case. */
    code: text('code').unique(),
    address: text('address'),
    /** Tax numbers: GSTIN (15 characters), PAN (10). */
    gst: text('gst'),
    pan: text('pan'),
    products: text('products')
      .array()
      .notNull()
      .default(sql`'{}'`),
    buckets: text('buckets')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Most a manager may waive of the dues without the lender, percent; above it the lender approves. */
    managerWaiverPercent: smallint('manager_waiver_percent').notNull().default(0),
    /** Most a CUSTOMER may approve, rupees; null: any amount. Above it the client admin approves. */
    customerApprovalLimit: rupees('customer_approval_limit'),
    /** Contact hours in the business time zone. */
    contactFrom: time('contact_from').notNull().default('08:00'),
    contactTo: time('contact_to').notNull().default('19:00'),
    /** How long borrowers' data is kept after a loan is closed, days. */
    retentionDays: integer('retention_days').notNull().default(2555),
    /** Numbers that calls for this lender come from: a series such as 0221600xxxx. */
    callerIdSeries: text('caller_id_series'),
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [check('clients_contact_hours', sql`contact_from < contact_to`)],
);

/** Everyone who logs in. Names and e-mails are kept lower-case. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    role: text('role').notNull(),
    username: text('username').notNull().unique(),
    email: text('email').notNull().unique(),
    fullName: text('full_name').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** What opens what its devices keep when a login brings a password that they don't know; told to its sessions alone. */
    vaultKey: uuid('vault_key').notNull().defaultRandom(),
    /** Manager of a collector or field agent. */
    managerId: uuid('manager_id'),
    /** The lender of a client-side user. */
    clientId: idOf('client_id', () => clients.id),
    /** `D`: dialer agent. */
    location: text('location'),
    noBiReport: integer('no_bi_report'),
    phone: text('phone'),
    /** The dialer's process in manual and in predictive mode (spec 3: Collector process). */
    manualProcess: text('manual_process'),
    predictiveProcess: text('predictive_process'),
    /** The telephone at the exchange that the dialer calls through; null: named like the user. */
    extension: text('extension'),
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Cannot log in; keeps its name and its place in lists. */
    disabledAt: instant('disabled_at'),
    /** Deleted: out of every list, its login names are free again; its work and audit rows stay. */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('users_manager').on(t.managerId),
    index('users_role').on(t.role),
    index('users_created_by').on(t.createdBy),
    index('users_predictive_process')
      .on(t.predictiveProcess)
      .where(sql`predictive_process is not null`),
    check('users_extension_plain', sql`extension ~ '^[A-Za-z0-9._+-]{1,40}$'`),
  ],
);

/** Roles that people had before they got another: what they earn goes by the role of its day. */
export const formerRoles = pgTable(
  'former_roles',
  {
    userId: idOf('user_id', () => users.id).notNull(),
    role: text('role').notNull(),
    endedAt: instant('ended_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.endedAt] })],
);

/** Whose somebody was before: of a partner that is removed everybody goes to another; what its managers earned it stays its own. */
export const formerMakers = pgTable(
  'former_makers',
  {
    userId: idOf('user_id', () => users.id).notNull(),
    makerId: idOf('maker_id', () => users.id).notNull(),
    endedAt: instant('ended_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.endedAt] })],
);

/** What a PARTNER is beside its login: the firm that brings managers, collectors and lenders. */
export const partners = pgTable('partners', {
  userId: idOf('user_id', () => users.id).primaryKey(),
  firmName: text('firm_name').notNull(),
  address: text('address'),
  gst: text('gst'),
  pan: text('pan'),
  /** The partner's share of the agency's fee, hundredths of a percent. */
  shareBasisPoints: integer('share_basis_points').notNull().default(0),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Times an agent was on break: open while `endedAt` is null (at most one). */
export const agentBreaks = pgTable(
  'agent_breaks',
  {
    id: uuid('id').primaryKey(),
    userId: idOf('user_id', () => users.id).notNull(),
    /** One of the spec's seven reasons. */
    reason: text('reason').notNull(),
    processName: text('process_name'),
    startedAt: instant('started_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('agent_breaks_user').on(t.userId, t.startedAt),
    uniqueIndex('agent_breaks_open')
      .on(t.userId)
      .where(sql`ended_at is null`),
  ],
);

/** What a month is to bring: of a person, of a part of the book (null: any), or of a person's part of it. */
export const targets = pgTable(
  'targets',
  {
    id: uuid('id').primaryKey(),
    ownerId: idOf('owner_id', () => users.id),
    clientId: idOf('client_id', () => clients.id),
    city: text('city'),
    region: text('region'),
    bucket: text('bucket'),
    product: text('product'),
    /** The month's first day. */
    month: date('month', { mode: 'string' }).notNull(),
    amount: rupees('amount').notNull(),
    /** Loans resolved, promises taken, calls and visits. */
    loans: integer('loans'),
    promises: integer('promises'),
    contacts: integer('contacts'),
    setBy: uuid('set_by'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('targets_part').on(
      t.month,
      sql`coalesce(owner_id, '00000000-0000-0000-0000-000000000000')`,
      sql`coalesce(client_id, '00000000-0000-0000-0000-000000000000')`,
      sql`coalesce(lower(city), '')`,
      sql`coalesce(lower(region), '')`,
      sql`coalesce(lower(bucket), '')`,
      sql`coalesce(lower(product), '')`,
    ),
    index('targets_owner').on(t.ownerId, t.month),
    check(
      'targets_of_something',
      sql`num_nonnulls(owner_id, client_id, city, region, bucket, product) > 0`,
    ),
  ],
);

/** How targets changed: one row for each time that one was set or taken away. */
export const targetChanges = pgTable(
  'target_changes',
  {
    id: uuid('id').primaryKey(),
    /** Of a removed target too: no reference. */
    targetId: uuid('target_id').notNull(),
    ownerId: uuid('owner_id'),
    month: date('month', { mode: 'string' }).notNull(),
    /** The part of the book that it is of, in words; null: the whole. */
    about: text('about'),
    before: rupees('before'),
    after: rupees('after'),
    /** What changed beside the amount: `measure`, `before`, `after`. */
    counts: jsonb('counts').notNull().default([]),
    changedBy: uuid('changed_by'),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (t) => [
    index('target_changes_owner').on(t.ownerId, t.month),
    index('target_changes_target').on(t.targetId),
  ],
);

/** What a lender says of the leadership board; without a row: names are shown. */
export const boardSettings = pgTable('board_settings', {
  clientId: idOf('client_id', () => clients.id).primaryKey(),
  hidesNames: boolean('hides_names').notNull(),
});

/** Lenders a manager works for. */
export const managerClients = pgTable(
  'manager_clients',
  {
    managerId: idOf('manager_id', () => users.id).notNull(),
    clientId: idOf('client_id', () => clients.id).notNull(),
  },
  (t) => [primaryKey({ columns: [t.managerId, t.clientId] })],
);

/** Logged-in sessions. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    tokenHash: bytes('token_hash').notNull().unique(),
    userId: idOf('user_id', () => users.id).notNull(),
    /** The role it was opened with: a demoted user's session ends. */
    role: text('role').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason'),
    /** The device that registered with it: ending the device ends it. */
    deviceId: uuid('device_id'),
    /** What opens its device's vault at a restart; told while it lives, never kept on the device. */
    startKey: uuid('start_key').notNull().defaultRandom(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_created').on(t.createdAt)],
);

/** Failed logins per account name (whether or not the account exists). */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    account: text('account').notNull(),
    failedAt: instant('failed_at').notNull().defaultNow(),
    /** The caller's address. */
    place: text('place'),
  },
  (t) => [index('login_failures_account').on(t.account, t.failedAt)],
);

/** From where an account has logged in. */
export const loginPlaces = pgTable(
  'login_places',
  {
    account: text('account').notNull(),
    place: text('place').notNull(),
    lastAt: instant('last_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.account, t.place] })],
);

/** How much of a limit was used up, by who and what (`server/access/rate-limit.ts`); its library's columns. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
});
