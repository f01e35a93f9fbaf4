import { sql } from 'drizzle-orm';
import {
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import type { Rounding } from '../../spreadsheets/rounding.ts';
import { idOf, instant, rupees } from './columns.ts';
import { lenderColumns } from './lender-columns.ts';
import { clients, users } from './people.ts';

/** Numbers the uploads. */
export const loanImportBatch = pgSequence('loan_import_batch', { maxValue: 2_147_483_647 });

/** Uploads of lenders' files. */
export const loanImports = pgTable(
  'loan_imports',
  {
    id: uuid('id').primaryKey(),
    batchNo: integer('batch_no').notNull().unique(),
    fileName: text('file_name').notNull(),
    /** What people call the sheet; null: by its file name. */
    name: text('name'),
    /** Which sheet of a workbook was read; null: the first. */
    sheetName: text('sheet_name'),
    /** Last day of the lender's allocation, for all its loans; null: until recalled. */
    periodEndsOn: date('period_ends_on', { mode: 'string' }),
    /** The day at whose end the lender worked out its figures; null: they are of `createdAt`. */
    asOf: date('as_of', { mode: 'string' }),
    /** Where the original lies in the file store. */
    storeKey: text('store_key').notNull(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    state: text('state').notNull(),
    doneRows: integer('done_rows').notNull().default(0),
    totalRows: integer('total_rows'),
    newRows: integer('new_rows').notNull().default(0),
    updateRows: integer('update_rows').notNull().default(0),
    unchangedRows: integer('unchanged_rows').notNull().default(0),
    duplicateRows: integer('duplicate_rows').notNull().default(0),
    failedRows: integer('failed_rows').notNull().default(0),
    /** Totals and repeated headers: no loans. */
    skippedRows: integer('skipped_rows').notNull().default(0),
    /** Rows that changed since the check when the list was verified. */
    changedRows: integer('changed_rows').notNull().default(0),
    /** Verified with the recall of so many loans that the file does not name; null: without. */
    recallAbsent: integer('recall_absent'),
    /** What people should know about how the file was read. */
    notes: jsonb('notes').$type<string[]>().notNull().default([]),
    /** What rounding its amounts to whole rupees came to. */
    rounding: jsonb('rounding').$type<Rounding>(),
    headers: jsonb('headers').$type<string[]>().notNull().default([]),
    mapping: jsonb('mapping').$type<ImportMapping>().notNull().default({}),
    error: text('error'),
    createdBy: idOf('created_by', () => users.id).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Who verified it last; null: nobody yet, or before this was kept. */
    decidedBy: idOf('decided_by', () => users.id),
    finishedAt: instant('finished_at'),
    /** Taken back as a whole: `takenBackCommand` names the closures of its loans. */
    takenBackAt: instant('taken_back_at'),
    takenBackBy: uuid('taken_back_by'),
    takenBackCommand: uuid('taken_back_command'),
  },
  (t) => [index('loan_imports_created').on(t.createdAt)],
);

/**
 * The pending list: rows of an upload between upload and verification (and the refused ones after it). Checked values
 * stand in columns of the types of `loans`, so that comparing and saving is plain SQL over sets. No foreign key: a check
 * per row costs as much as the copying; the rows come and go with their upload in one transaction.
 */
export const loanImportRows = pgTable(
  'loan_import_rows',
  {
    importId: uuid('import_id').notNull(),
    /** The row's number in the file, as a spreadsheet shows it. */
    row: integer('row').notNull(),
    outcome: text('outcome').notNull(),
    loanNumber: text('loan_number'),
    customerName: text('customer_name'),
    ...lenderColumns(),
    /** What is due on the row's loan, and once the row is stored; null: no such loan. */
    dueBefore: rupees('due_before'),
    dueAfter: rupees('due_after'),
    /** Cells of the columns that no field takes, by header; null when there are none. */
    otherColumns: jsonb('other_columns').$type<Record<string, string>>(),
    /** Amounts with paise as the file says them, by field; null where none was rounded. */
    rounded: jsonb('rounded').$type<Record<string, string>>(),
    /** Of rows that become no loan: the original cells, in the header's order. */
    cells: jsonb('cells').$type<string[]>(),
    problems: jsonb('problems').$type<{ column: string; value: string; reason: string }[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    // Most rows of a fresh file are NEW: they are read in the order of the file, and cost no index entry here.
    index('loan_import_rows_outcome')
      .on(t.importId, t.outcome, t.row)
      .where(sql`outcome <> 'NEW'`),
  ],
);
