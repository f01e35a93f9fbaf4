import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ImportMapping } from '../../../contract/loan-import.ts';
import { instant } from './columns.ts';
import { clients, users } from './people.ts';

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
