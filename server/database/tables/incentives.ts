import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { IncentiveTerms } from '../../../contract/incentive.ts';
import { idOf, instant, rupees } from './columns.ts';
import { clients, users } from './people.ts';

/** What people earn on a lender's collections, per role type and from a day on (spec 3). Of closed months never changed. */
export const incentiveStructures = pgTable(
  'incentive_structures',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    roleType: text('role_type').notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    /** Null: until the next version. */
    validTo: date('valid_to', { mode: 'string' }),
    terms: jsonb('terms').$type<IncentiveTerms>().notNull(),
    setBy: idOf('set_by', () => users.id),
    setAt: instant('set_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('incentive_structures_day').on(t.clientId, t.roleType, t.validFrom)],
);

/** Months whose statements are frozen. */
export const incentiveMonths = pgTable('incentive_months', {
  month: date('month', { mode: 'string' }).primaryKey(),
  /** When the payments were read. */
  closedAt: instant('closed_at').notNull(),
  closedBy: idOf('closed_by', () => users.id).notNull(),
  /** Of all statements, corrections with them. */
  total: rupees('total').notNull(),
});

/** What a person earned in a closed month on a lender, as one role type. */
export const incentiveTotals = pgTable(
  'incentive_totals',
  {
    month: date('month', { mode: 'string' }).notNull(),
    personId: uuid('person_id').notNull(),
    clientId: uuid('client_id').notNull(),
    roleType: text('role_type').notNull(),
    /** The version whose gates, cap, team share and sums once a month held. */
    structureId: uuid('structure_id').notNull(),
    /** Who led the person then. */
    managerId: uuid('manager_id'),
    collected: rupees('collected').notNull(),
    lines: rupees('lines').notNull(),
    team: rupees('team').notNull(),
    fixed: rupees('fixed').notNull(),
    cap: rupees('cap'),
    failed: text('failed').array().notNull(),
    total: rupees('total').notNull(),
    target: rupees('target'),
    achieved: rupees('achieved').notNull(),
    breaches: integer('breaches').notNull(),
    inHand: rupees('in_hand').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.personId, t.clientId, t.roleType] }),
    index('incentive_totals_client').on(t.clientId),
  ],
);

/**
 * The lines of closed months: those of a person that fell into one slab of one part of the book, side by side in arrays.
 * A line of each payment would make 200,000 rows a month.
 */
export const incentiveCells = pgTable(
  'incentive_cells',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    month: date('month', { mode: 'string' }).notNull(),
    personId: uuid('person_id').notNull(),
    clientId: uuid('client_id').notNull(),
    roleType: text('role_type').notNull(),
    kind: text('kind').$type<'PAYMENT' | 'TEAM'>().notNull(),
    structureId: uuid('structure_id').notNull(),
    /** Of the loans at the closing, in small letters; '': none. */
    bucket: text('bucket').notNull(),
    product: text('product').notNull(),
    /** Who led the loans; of a team share whose payments it is of. */
    managerId: uuid('manager_id'),
    fromPersonId: uuid('from_person_id'),
    /** The part of the structure and its slab, counted from 1; null: none. */
    part: integer('part'),
    slab: integer('slab'),
    /** What the slab went by. */
    reached: bigint('reached', { mode: 'number' }),
    /** Hundredths of a percent. */
    basisPoints: integer('basis_points').notNull(),
    paymentIds: uuid('payment_ids').array().notNull(),
    amounts: bigint('amounts', { mode: 'number' }).array().notNull(),
    sums: bigint('sums', { mode: 'number' }).array().notNull(),
  },
  (t) => [
    index('incentive_cells_person').on(t.personId, t.month),
    index('incentive_cells_month').on(t.month, t.clientId),
    check(
      'incentive_cells_aligned',
      sql`cardinality(payment_ids) = cardinality(amounts) and cardinality(amounts) = cardinality(sums)`,
    ),
  ],
);

/** What closed months gave too much or too little, as lines of a later closed month. */
export const incentiveCorrections = pgTable(
  'incentive_corrections',
  {
    month: date('month', { mode: 'string' }).notNull(),
    ofMonth: date('of_month', { mode: 'string' }).notNull(),
    personId: uuid('person_id').notNull(),
    clientId: uuid('client_id').notNull(),
    roleType: text('role_type').notNull(),
    kind: text('kind').$type<'REVERSAL' | 'LATE'>().notNull(),
    paymentId: uuid('payment_id').notNull(),
    structureId: uuid('structure_id').notNull(),
    managerId: uuid('manager_id'),
    slabFrom: bigint('slab_from', { mode: 'number' }),
    basisPoints: integer('basis_points').notNull(),
    /** The person's share of the payment, below 0 when it was reversed. */
    amount: rupees('amount').notNull(),
    /** Before gates and cap of its month, and after. */
    gross: rupees('gross').notNull(),
    sum: rupees('sum').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.personId, t.clientId, t.roleType, t.kind, t.paymentId] }),
    index('incentive_corrections_of').on(t.ofMonth, t.personId),
  ],
);
