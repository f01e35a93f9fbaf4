import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { idOf, instant, rupees } from './columns.ts';
import type { Rounding } from '../../spreadsheets/rounding.ts';
import { clients, users } from './people.ts';

/** What a sheet about loans that exist says: payments, allocations, loans paid at the bank, the lender's own list. */
export type ActivitySheetKind = 'PAYMENT' | 'ALLOCATION' | 'BANK_PAID' | 'SYSTEM_EXPORT';

/** Sheets about loans that exist. Each is read and checked, waits for a person's confirmation, and is then posted. */
export const activitySheets = pgTable(
  'activity_sheets',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<ActivitySheetKind>().notNull(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    fileName: text('file_name').notNull(),
    storeKey: text('store_key').notNull(),
    /** READING, PENDING, POSTING, DONE, FAILED, CANCELLED, REVERSING, REVERSED. */
    state: text('state').notNull(),
    doneRows: integer('done_rows').notNull().default(0),
    totalRows: integer('total_rows'),
    /** Rows and rupees of each outcome: `{MATCHED: {rows, amount}}`. */
    counts: jsonb('counts')
      .$type<Record<string, { rows: number; amount: number }>>()
      .notNull()
      .default({}),
    headers: jsonb('headers').$type<string[]>().notNull().default([]),
    mapping: jsonb('mapping').$type<Record<string, string>>().notNull().default({}),
    error: text('error'),
    createdBy: idOf('created_by', () => users.id).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    /** Which sheet of a workbook is read; null: the first that fits. */
    sheetName: text('sheet_name'),
    /** Who confirmed or reversed it: the job works in that person's name. */
    decidedBy: uuid('decided_by'),
    reverseReason: text('reverse_reason'),
    /** How its dates are written, where somebody said so: DAY_FIRST, MONTH_FIRST. */
    dayOrder: text('day_order'),
    /** What people should know about how the file was read. */
    notes: jsonb('notes').$type<string[]>().notNull().default([]),
    /** Payments of which the file says no day. */
    undatedRows: integer('undated_rows').notNull().default(0),
    /** What rounding its amounts to whole rupees came to. */
    rounding: jsonb('rounding').$type<Rounding>(),
  },
  (t) => [index('activity_sheets_kind').on(t.kind, t.createdAt)],
);

/** Their rows, as checked; kept after posting, so that every rupee leads back to its row. No foreign keys, as in imports. */
export const activitySheetRows = pgTable(
  'activity_sheet_rows',
  {
    sheetId: uuid('sheet_id').notNull(),
    /** The row's number in the file, as a spreadsheet shows it. */
    row: integer('row').notNull(),
    outcome: text('outcome').notNull(),
    loanNumber: text('loan_number'),
    loanId: uuid('loan_id'),
    amount: rupees('amount'),
    /** The amount as the file says it, where it has paise. */
    rounded: text('rounded'),
    onDate: date('on_date', { mode: 'string' }),
    mode: text('mode'),
    reference: text('reference'),
    /** The person named (user name or e-mail), as written and as found. */
    person: text('person'),
    personId: uuid('person_id'),
    /** Equal for the same payment in another file. */
    paymentKey: text('payment_key'),
    /** Posted although the same payment was reversed before: somebody chose this very row. */
    isChosen: boolean('is_chosen').notNull().default(false),
    /** How much of the amount lowers (or lowered) the dues. */
    appliedAmount: rupees('applied_amount'),
    fieldAgent: text('field_agent'),
    fieldAgentId: uuid('field_agent_id'),
    manager: text('manager'),
    managerId: uuid('manager_id'),
    /** What the lender's own list says. */
    bucket: text('bucket'),
    status: text('status'),
    differences: jsonb('differences').$type<{ field: string; theirs: string; ours: string }[]>(),
    cells: jsonb('cells').$type<string[]>(),
    problems: jsonb('problems').$type<{ column: string; value: string; reason: string }[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.sheetId, t.row] }),
    index('activity_sheet_rows_outcome').on(t.sheetId, t.outcome, t.row),
  ],
);
