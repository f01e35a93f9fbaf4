import { bigserial, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Lenders. */
export const clients = pgTable('clients', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

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
    /** Manager of a collector or field agent. */
    managerId: uuid('manager_id'),
    /** The lender of a client-side user. */
    clientId: uuid('client_id').references(() => clients.id),
    /** `D`: dialer agent. */
    location: text('location'),
    noBiReport: integer('no_bi_report'),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    disabledAt: instant('disabled_at'),
  },
  (t) => [index('users_manager').on(t.managerId), index('users_role').on(t.role)],
);

/** Lenders a manager works for. */
export const managerClients = pgTable(
  'manager_clients',
  {
    managerId: uuid('manager_id')
      .notNull()
      .references(() => users.id),
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id),
  },
  (t) => [primaryKey({ columns: [t.managerId, t.clientId] })],
);

/** Logged-in sessions. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    tokenHash: bytes('token_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The role it was opened with: a demoted user's session ends. */
    role: text('role').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason'),
    /** The device that registered with it: ending the device ends it. */
    deviceId: uuid('device_id'),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/** Failed logins per account name (whether or not the account exists). */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    account: text('account').notNull(),
    failedAt: instant('failed_at').notNull().defaultNow(),
  },
  (t) => [index('login_failures_account').on(t.account, t.failedAt)],
);
