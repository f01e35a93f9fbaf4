import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { idOf, instant, rupees } from './columns.ts';
import { clients, users } from './people.ts';

/** Parts of a lender's book that are given to the agency together. */
export const portfolios = pgTable(
  'portfolios',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    name: text('name').notNull(),
    products: text('products')
      .array()
      .notNull()
      .default(sql`'{}'`),
    buckets: text('buckets')
      .array()
      .notNull()
      .default(sql`'{}'`),
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    revision: integer('revision').notNull().default(1),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('portfolios_name').on(t.clientId, sql`lower(name)`)],
);

/** Persons at a lender or at a partner: whom to call about what. One of client and partner is set. */
export const contactPersons = pgTable(
  'contact_persons',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id),
    partnerId: idOf('partner_id', () => users.id),
    name: text('name').notNull(),
    /** What they are asked about, such as settlements or files. */
    matter: text('matter'),
    designation: text('designation'),
    phone: text('phone'),
    email: text('email'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('contact_persons_one_side', sql`num_nonnulls(client_id, partner_id) = 1`),
    index('contact_persons_client').on(t.clientId),
    index('contact_persons_partner').on(t.partnerId),
  ],
);

/** Uploaded policies of a lender; the bytes lie in the file store. */
export const clientPolicies = pgTable(
  'client_policies',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    storeKey: text('store_key').notNull(),
    createdBy: uuid('created_by'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('client_policies_client').on(t.clientId)],
);

/** What a lender pays the agency on collections; null product or bucket: any. */
export const successFees = pgTable(
  'success_fees',
  {
    id: uuid('id').primaryKey(),
    clientId: idOf('client_id', () => clients.id).notNull(),
    product: text('product'),
    bucket: text('bucket'),
    /** Of what was collected, hundredths of a percent. */
    feeBasisPoints: integer('fee_basis_points').notNull(),
    /** At least so much a month, rupees. */
    minimumFee: rupees('minimum_fee'),
    updatedBy: uuid('updated_by'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('success_fees_part').on(
      t.clientId,
      sql`coalesce(product, '')`,
      sql`coalesce(bucket, '')`,
    ),
  ],
);
