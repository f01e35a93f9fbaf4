import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CHART_KINDS } from '../../../contract/visualization.ts';
import type { ChartQuestion } from '../../../contract/visualization.ts';
import { idOf, instant, isOneOf } from './columns.ts';
import { clients, users } from './people.ts';

/** Saved charts: a question and how its answer is drawn. What a viewer sees is asked anew, within its own scope. */
export const dataVisualizations = pgTable(
  'data_visualizations',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** The role on whose board it stands. */
    category: text('category').notNull(),
    kind: text('kind', { enum: CHART_KINDS }).notNull(),
    question: jsonb('question').$type<ChartQuestion>().notNull(),
    /** Its place on the board, from 1. */
    position: integer('position').notNull(),
    /** It takes the board's whole width. */
    isWide: boolean('is_wide').notNull().default(false),
    revision: integer('revision').notNull().default(1),
    /** Null: of the starter set. */
    createdBy: idOf('created_by', () => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('data_visualizations_kind_check', isOneOf('kind', CHART_KINDS)),
    check('data_visualizations_position_check', sql`position >= 1`),
    index('data_visualizations_board').on(t.category, t.position, t.id),
  ],
);

/** Which clients' rows a BI tool's PostgreSQL role may read (server/bi/bi-role.ts). */
export const biAccess = pgTable(
  'bi_access',
  {
    roleName: text('role_name').notNull(),
    /** Null: every client's. */
    clientId: idOf('client_id', () => clients.id),
  },
  (t) => [uniqueIndex('bi_access_role').on(t.roleName, t.clientId)],
);
