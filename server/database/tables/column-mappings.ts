import { sql } from 'drizzle-orm';
import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idOf, instant } from './columns.ts';
import { clients } from './people.ts';

/** Which column feeds which field in files of a kind, as saved per lender, or as last used per dialer. */
export const columnMappings = pgTable(
  'column_mappings',
  {
    id: uuid('id').primaryKey(),
    /** A kind of the contract's saved mappings; CALLS: a dialer's call sheets. */
    kind: text('kind').notNull(),
    /** Null: of a dialer, whose name is the mapping's. */
    clientId: idOf('client_id', () => clients.id),
    name: text('name').notNull(),
    mapping: jsonb('mapping').$type<Record<string, string>>().notNull(),
    /** Columns of the files that it was made for or read with, mapped or not; null: nobody knows. */
    seenColumns: jsonb('seen_columns').$type<string[]>(),
    /** How the lender writes dates: DAY_FIRST, MONTH_FIRST; null: the file tells itself. */
    dayOrder: text('day_order'),
    updatedBy: uuid('updated_by'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('column_mappings_name').on(t.clientId, t.kind, t.name),
    uniqueIndex('column_mappings_dialer')
      .on(t.kind, t.name)
      .where(sql`client_id is null`),
  ],
);
