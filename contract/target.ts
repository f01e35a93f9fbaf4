import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS, roleSchema } from './roles.ts';
import {
  monthInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  seenRevisionSchema,
  textSchema,
} from './values.ts';

const part = textSchema(60)
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null);
/** Null: no target asks; not named: as it is. */
const countSchema = z.int().min(0).max(1_000_000).nullable().optional();

/** What a month's target is about: a person, or a part of the book (client, city, region, bucket, product), or both. */
export const targetInputSchema = z
  .object({
    ownerId: idSchema.nullable().default(null),
    forClientId: idSchema.nullable().default(null),
    City: part,
    Region: part,
    Bucket: part,
    Product: part,
    /** Any day of the month. */
    month: monthInputSchema,
    /** To be collected, whole rupees. */
    amount: z
      .int(says('not-an-amount'))
      .min(0, says('not-an-amount'))
      .max(1_000_000_000_000, says('not-an-amount')),
    loans: countSchema,
    promises: countSchema,
    contacts: countSchema,
    /** 0: a new one; 409 TARGET_STANDS when there is one for the same. */
    revision: seenRevisionSchema,
  })
  .refine(
    (target) =>
      target.ownerId !== null ||
      target.forClientId !== null ||
      [target.City, target.Region, target.Bucket, target.Product].some((each) => each !== null),
    { path: ['ownerId'], ...says('not-chosen') },
  );

/** A target to be set. */
export type TargetInput = z.output<typeof targetInputSchema>;

const measuresSchema = z.object({
  amount: rupeesSchema,
  /** Loans that ended paid or settled, promises taken, calls and visits; null where no target asks. */
  loans: z.int().nullable(),
  promises: z.int().nullable(),
  contacts: z.int().nullable(),
});

const targetSchema = measuresSchema.extend({
  _id: idSchema,
  month: daySchema,
  ownerId: idSchema.nullable(),
  ownerName: z.string().nullable(),
  ownerRole: roleSchema.nullable(),
  forClientId: idSchema.nullable(),
  Client_Name: z.string().nullable(),
  City: z.string().nullable(),
  Region: z.string().nullable(),
  Bucket: z.string().nullable(),
  Product: z.string().nullable(),
  /** What came of it so far: verified payments by attribution, live. */
  achieved: measuresSchema,
  setBy: z.string().nullable(),
  updatedAt: instantSchema,
  revision: z.int(),
});

/** A target with what came of it. */
export type MonthTarget = z.infer<typeof targetSchema>;

const changeSchema = z.object({
  _id: idSchema,
  at: instantSchema,
  by: z.string().nullable(),
  /** The part of the book that the target is of, in words; null: the whole. */
  about: z.string().nullable(),
  /** Null: it was set first, or taken away. */
  before: rupeesSchema.nullable(),
  after: rupeesSchema.nullable(),
  /** What changed beside the amount. */
  counts: z.array(
    z.object({
      measure: z.enum(['loans', 'promises', 'contacts']),
      before: z.int().nullable(),
      after: z.int().nullable(),
    }),
  ),
});

/** A change of a target. */
export type TargetChange = z.infer<typeof changeSchema>;

const proposalLineSchema = z.object({
  ownerId: idSchema,
  name: z.string(),
  role: roleSchema,
  /** Verified a month, over the last three. */
  average: rupeesSchema,
  /** Due on the loans held now. */
  stock: rupeesSchema,
  amount: rupeesSchema,
  /** Of the target that stands for the person's whole book; 0: none does. */
  revision: z.int(),
});

/** A person's share of a proposed split. */
export type ProposalLine = z.infer<typeof proposalLineSchema>;

/** The columns of a sheet of targets; Person is a user name, an e-mail address or a full name. */
export const TARGET_SHEET_COLUMNS = [
  'Person',
  'Client',
  'City',
  'Region',
  'Bucket',
  'Product',
  'Amount',
  'Loans',
  'Promises',
  'Contacts',
] as const;

/** Whose own scope has targets to set. */
const SETTERS = [...ADMINS, 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'] as const;
const month = monthInputSchema.optional();

/** Targets of months. */
export const targetCalls = callsOf('targets', {
  listTargets: {
    method: 'GET',
    path: '/targets',
    summary: "A month's targets in the caller's scope, with what came of them.",
    roles: SETTERS,
    query: z.object({ ...pageQueryFields, month, search: textSchema(60).optional() }),
    answer: pageOf(targetSchema).extend({ month: daySchema }),
  },
  setTargets: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/targets',
    summary: 'Set targets, over those that stand for the same person, part of the book and month.',
    roles: SETTERS,
    body: z.object({ targets: z.array(targetInputSchema).min(1).max(500) }),
    answer: z.object({ count: z.int() }),
  },
  removeTarget: {
    method: 'DELETE',
    path: '/targets/:id',
    summary: 'Take a target away. Its history stays.',
    roles: SETTERS,
    params: z.object({ id: idSchema }),
    answer: z.object({ count: z.int() }),
  },
  proposeTargets: {
    method: 'GET',
    path: '/targets/proposal',
    summary:
      "Split a total among a manager's people by what was verified for them in three months and the stock they hold.",
    roles: [...ADMINS, 'MANAGER'],
    query: z.object({
      managerId: idSchema.optional(),
      month,
      total: z.coerce.number().pipe(z.int().min(0).max(1_000_000_000_000)),
    }),
    answer: z.object({ month: daySchema, total: rupeesSchema, lines: z.array(proposalLineSchema) }),
  },
  uploadTargets: {
    method: 'POST',
    path: '/targets/sheet',
    summary: 'Set the targets of a sheet: all of its rows, or none when one is wrong.',
    roles: SETTERS,
    bodyKind: 'multipart',
    body: z.object({ month }),
    files: { file: 1 },
    bodyLimit: 2_097_152,
    answer: z.object({
      count: z.int(),
      problems: z.array(z.object({ row: z.int(), column: z.string(), reason: z.string() })),
    }),
  },
  listTargetChanges: {
    method: 'GET',
    path: '/targets/:id/changes',
    summary: 'How a target came to be what it is, the newest change first.',
    roles: SETTERS,
    params: z.object({ id: idSchema }),
    answer: z.object({ data: z.array(changeSchema) }),
  },
  readTargetsOf: {
    method: 'GET',
    path: '/targets/of/:id',
    summary: "A person's targets of a month, what came of them day by day, and how they changed.",
    roles: 'any',
    params: z.object({ id: idSchema }),
    query: z.object({ month }),
    answer: z.object({
      personId: idSchema,
      name: z.string(),
      role: roleSchema,
      month: daySchema,
      /** The server's business day. */
      today: daySchema,
      targets: z.array(targetSchema),
      days: z.array(z.object({ day: daySchema, amount: rupeesSchema })),
      changes: z.array(changeSchema),
    }),
  },
});
