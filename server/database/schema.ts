import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ImportMapping } from '../../contract/loan-import.ts';
import type { Position } from '../../contract/disposition.ts';

/*
 * The tables of Recoup, by noun. Amounts are whole rupees (bigint), instants are UTC (timestamptz), days and times of
 * day are the business time zone's. Triggers (audit chain, change marks, search text) stand in hand-written migrations.
 */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });
const rupees = (name: string) => bigint(name, { mode: 'number' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A 64-bit transaction id: orders changes by the transaction that made them (see docs: pull). */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** One row: what this database is. A restored backup gets a new epoch. */
export const organisation = pgTable('organisation', {
  id: integer('id').primaryKey().default(1),
  epoch: uuid('epoch')
    .notNull()
    .default(sql`gen_random_uuid()`),
  createdAt: instant('created_at').notNull().defaultNow(),
});

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

/** Who did what, when. Append-only and hash-chained by triggers; `npm run verify-audit` checks the chain. */
export const auditLog = pgTable(
  'audit_log',
  {
    sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id'),
    actorRole: text('actor_role'),
    action: text('action').notNull(),
    entity: text('entity'),
    entityId: text('entity_id'),
    details: jsonb('details').notNull().default({}),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    index('audit_log_entity').on(t.entity, t.entityId),
    index('audit_log_actor').on(t.actorId, t.at),
  ],
);

/** Overdue accounts. `changedXid`, `revision` and `searchText` are kept by triggers. */
export const loans = pgTable(
  'loans',
  {
    id: uuid('id').primaryKey(),
    loanNumber: text('loan_number').notNull(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id),
    customerName: text('customer_name').notNull(),
    mobileNumber: text('mobile_number'),
    alternateMobileNumber: text('alternate_mobile_number'),
    email: text('email'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    pincode: text('pincode'),
    region: text('region'),
    branch: text('branch'),
    product: text('product'),
    bucket: text('bucket'),
    dpd: integer('dpd'),
    loanAmount: rupees('loan_amount'),
    emiAmount: rupees('emi_amount'),
    principalOutstanding: rupees('principal_outstanding'),
    interestOutstanding: rupees('interest_outstanding'),
    penaltyAmount: rupees('penalty_amount'),
    totalDueAmount: rupees('total_due_amount'),
    disbursalDate: date('disbursal_date', { mode: 'string' }),
    dueDate: date('due_date', { mode: 'string' }),
    lastPaymentDate: date('last_payment_date', { mode: 'string' }),
    lastPaymentAmount: rupees('last_payment_amount'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    otherColumns: jsonb('other_columns').$type<Record<string, string>>().notNull().default({}),
    collectorId: uuid('collector_id').references(() => users.id),
    managerId: uuid('manager_id').references(() => users.id),
    fieldAgentId: uuid('field_agent_id').references(() => users.id),
    visitDate: date('visit_date', { mode: 'string' }),
    allocationChangedAt: instant('allocation_changed_at'),
    allocationChangedBy: uuid('allocation_changed_by'),
    disposition: text('disposition'),
    dispositionClass: text('disposition_class'),
    dispositionAt: instant('disposition_at'),
    promiseDate: date('promise_date', { mode: 'string' }),
    promiseAmount: rupees('promise_amount'),
    convoxid: text('convoxid'),
    dialledNumber: text('dialled_number'),
    batchNo: integer('batch_no'),
    revision: integer('revision').notNull().default(1),
    /** Lower-case name, number, phones, city, pincode: what search looks through (trigger, trigram index). */
    searchText: text('search_text').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('loans_number').on(t.clientId, t.loanNumber),
    index('loans_collector').on(t.collectorId, t.totalDueAmount, t.id),
    index('loans_manager').on(t.managerId, t.totalDueAmount, t.id),
    index('loans_field_agent').on(t.fieldAgentId, t.visitDate),
    index('loans_created').on(t.createdAt, t.id),
    index('loans_due').on(t.totalDueAmount, t.id),
    index('loans_client_bucket').on(t.clientId, t.bucket),
  ],
);

/** Fields of a loan as they stood at each change by a person: the base that offline edits are merged on. */
export const loanChanges = pgTable(
  'loan_changes',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    /** The loan's revision after the change (or at the time of a conflict). */
    revision: integer('revision').notNull(),
    field: text('field').notNull(),
    oldValue: text('old_value'),
    newValue: text('new_value'),
    /** True: set aside, the old value stands until a manager settles it. */
    isConflict: boolean('is_conflict').notNull().default(false),
    settledAt: instant('settled_at'),
    changedBy: uuid('changed_by'),
    changedAt: instant('changed_at').notNull().defaultNow(),
    opId: uuid('op_id'),
  },
  (t) => [index('loan_changes_loan').on(t.loanId, t.revision)],
);

/**
 * Who had which loan from when to when. A row per loan, person and kind (COLLECTOR, MANAGER, FIELD); `endedAt` null is
 * now. `changedXid` is touched (trigger) whenever the loan, its dispositions or the allocation change: the pull reads it.
 */
export const allocations = pgTable(
  'allocations',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    assigneeId: uuid('assignee_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<'COLLECTOR' | 'MANAGER' | 'FIELD'>().notNull(),
    allocatedBy: uuid('allocated_by'),
    allocatedAt: instant('allocated_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    changedXid: xid8('changed_xid')
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (t) => [
    uniqueIndex('allocations_open')
      .on(t.loanId, t.kind)
      .where(sql`ended_at is null`),
    index('allocations_pull').on(t.assigneeId, t.changedXid, t.id),
    index('allocations_loan').on(t.loanId, t.assigneeId),
  ],
);

/** Disposition codes. */
export const dispositionCodes = pgTable('disposition_codes', {
  code: text('code').primaryKey(),
  label: text('label').notNull(),
  channel: text('channel').$type<'CALL' | 'FIELD'>().notNull(),
  dispositionClass: text('disposition_class').notNull(),
  needsAmount: boolean('needs_amount').notNull().default(false),
  needsDate: boolean('needs_date').notNull().default(false),
  needsTime: boolean('needs_time').notNull().default(false),
  needsPersonMet: boolean('needs_person_met').notNull().default(false),
  sortOrder: integer('sort_order').notNull(),
});

/** Recorded contacts: append-only events. The id is made by whoever records, so a replay is the same row. */
export const dispositions = pgTable(
  'dispositions',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    channel: text('channel').$type<'CALL' | 'FIELD'>().notNull(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => users.id),
    /** The agent's manager when it was recorded: reports by manager stay true when people move. */
    managerId: uuid('manager_id'),
    /** The allocation under which it was done; null for a manager's own. */
    allocationId: uuid('allocation_id'),
    code: text('code')
      .notNull()
      .references(() => dispositionCodes.code),
    dispositionClass: text('disposition_class').notNull(),
    callStatus: text('call_status'),
    /** Seconds. */
    duration: integer('duration'),
    recordLink: text('record_link'),
    personMet: text('person_met'),
    remarks: text('remarks'),
    amountCollected: rupees('amount_collected'),
    promiseAmount: rupees('promise_amount'),
    onDate: date('on_date', { mode: 'string' }),
    atTime: time('at_time'),
    position: jsonb('position').$type<Position>(),
    recordedAt: instant('recorded_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    opId: uuid('op_id'),
  },
  (t) => [
    index('dispositions_loan').on(t.loanId, t.recordedAt),
    index('dispositions_report').on(t.channel, t.recordedAt, t.id),
    index('dispositions_agent').on(t.agentId, t.recordedAt),
    index('dispositions_manager').on(t.managerId, t.recordedAt),
  ],
);

/** Files attached to dispositions: announced first, delivered when the bytes' sha256 equals. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    dispositionId: uuid('disposition_id').references(() => dispositions.id),
    loanId: uuid('loan_id').references(() => loans.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** Where the bytes lie in the file store; null until delivered. */
    storeKey: text('store_key'),
    deliveredAt: instant('delivered_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('files_disposition').on(t.dispositionId)],
);

/** Reminders of promises and callbacks. One per disposition. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id),
    dispositionId: uuid('disposition_id').unique(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    alertType: text('alert_type').$type<'PTP' | 'CallBack'>().notNull(),
    dueAt: instant('due_at').notNull(),
    deactivatedAt: instant('deactivated_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('alerts_owner')
      .on(t.ownerId, t.dueAt)
      .where(sql`deactivated_at is null`),
  ],
);

/** Uploads of lenders' files. */
export const loanImports = pgTable(
  'loan_imports',
  {
    id: uuid('id').primaryKey(),
    batchNo: integer('batch_no').notNull().unique(),
    fileName: text('file_name').notNull(),
    /** Where the original lies in the file store. */
    storeKey: text('store_key').notNull(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id),
    state: text('state').notNull(),
    doneRows: integer('done_rows').notNull().default(0),
    totalRows: integer('total_rows'),
    newRows: integer('new_rows').notNull().default(0),
    updateRows: integer('update_rows').notNull().default(0),
    unchangedRows: integer('unchanged_rows').notNull().default(0),
    duplicateRows: integer('duplicate_rows').notNull().default(0),
    failedRows: integer('failed_rows').notNull().default(0),
    headers: jsonb('headers').$type<string[]>().notNull().default([]),
    mapping: jsonb('mapping').$type<ImportMapping>().notNull().default({}),
    error: text('error'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (t) => [index('loan_imports_created').on(t.createdAt)],
);

/** The pending list: rows of an upload between upload and verification (and the refused ones after it). */
export const loanImportRows = pgTable(
  'loan_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => loanImports.id, { onDelete: 'cascade' }),
    /** The row's number in the file; the header is 1. */
    row: integer('row').notNull(),
    outcome: text('outcome').notNull(),
    loanNumber: text('loan_number'),
    /** Checked values by field, ready to be stored. */
    loan: jsonb('loan').notNull(),
    /** Original cells, in the header's order. */
    cells: jsonb('cells').$type<string[]>(),
    problems: jsonb('problems').$type<{ column: string; value: string; reason: string }[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    index('loan_import_rows_outcome').on(t.importId, t.outcome, t.row),
    index('loan_import_rows_number').on(t.importId, t.loanNumber),
  ],
);

/** Saved column mappings per lender. */
export const loanMappings = pgTable(
  'loan_mappings',
  {
    id: uuid('id').primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id),
    name: text('name').notNull(),
    mapping: jsonb('mapping').$type<ImportMapping>().notNull(),
    updatedBy: uuid('updated_by'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('loan_mappings_name').on(t.clientId, t.name)],
);

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
