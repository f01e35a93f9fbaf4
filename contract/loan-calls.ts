import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { dispositionSchema } from './disposition.ts';
import { LOAN_STATUSES, loanDetailSchema, loanSchema } from './loan.ts';
import { PAGE_SIZE_MAX, pageOf, pageQueryFields } from './paging.ts';
import { ADMINS, roleSchema } from './roles.ts';
import {
  dayInputSchema,
  idSchema,
  instantSchema,
  queryIntSchema,
  queryIdsSchema,
  queryCodesSchema,
  queryListSchema,
  rupeesSchema,
} from './values.ts';

/** What narrows a loan list. Every field is optional; lists are "any of". Lives in screens' URLs too. */
const loanFilterFields = {
  /** Name, loan number, phone, address: words, each must be found. */
  search: z.string().trim().max(200).optional(),
  client: queryListSchema.optional(),
  bucket: queryListSchema.optional(),
  city: queryListSchema.optional(),
  product: queryListSchema.optional(),
  /** Codes of the newest disposition; `NONE` is "never worked". */
  disposition: queryCodesSchema.optional(),
  collectorId: queryIdsSchema.optional(),
  managerId: queryIdsSchema.optional(),
  fieldAgentId: queryIdsSchema.optional(),
  /** `yes`: has a collector or field agent; `no`: has neither. */
  allocated: z.enum(['yes', 'no']).optional(),
  /** Total_Due_Amount from and to, whole rupees. */
  minDue: queryIntSchema(0, 1_000_000_000_000).optional(),
  maxDue: queryIntSchema(0, 1_000_000_000_000).optional(),
  minDPD: queryIntSchema(0, 100_000).optional(),
  maxDPD: queryIntSchema(0, 100_000).optional(),
  batchNo: queryIntSchema(0, 1_000_000_000).optional(),
  /** Where the loan stands; none named: every status that the list shows. */
  status: queryListSchema
    .refine(
      (given) => given.every((one) => (LOAN_STATUSES as readonly string[]).includes(one)),
      says('not-a-choice'),
    )
    .optional(),
};

/** A loan filter by itself, as bulk commands carry it: one that is not known would not narrow, and the command meet every loan. */
export const loanFilterSchema = z.strictObject(loanFilterFields);

/** A parsed loan filter. */
export type LoanFilter = z.infer<typeof loanFilterSchema>;

/** Orders of a loan list: a field, `-` before it for descending. */
export const LOAN_SORTS = [
  'Customer_Name',
  'Loan_ID',
  'Client_Name',
  'City',
  'Bucket',
  'DPD',
  'Total_Due_Amount',
  'Principal_Outstanding',
  'Due_Date',
  'visitDate',
  'promiseDate',
  'disCreatedAt',
  'createdAt',
] as const;

/** By the chance to pay: for those who work the loans only, as nobody else sees scores. */
export const CHANCE_SORT = 'chanceToPay';

const sortBy = (fields: readonly string[]) =>
  z
    .string()
    .refine((given) => fields.includes(given.replace(/^-/, '')), says('not-a-choice'))
    .optional();
const sortField = sortBy(LOAN_SORTS);

const loanListQuery = z.object({ ...pageQueryFields, ...loanFilterFields, sort: sortField });

/** False: more than 10,000 match, `totalCount` says about how many. */
const isCountExact = z.boolean();

const loanPage = pageOf(loanSchema).extend({
  isCountExact,
  /** The instant the page was read: bulk commands name it so that later changes by others are noticed. */
  asOf: instantSchema,
});

/** Active loans: how many, and their `Total_Due_Amount` in whole rupees. */
const stockSchema = z.object({ loanCount: z.int(), dueAmount: rupeesSchema });

const assignedSchema = stockSchema.extend({
  _id: idSchema,
  fullName: z.string(),
  role: roleSchema,
  managerId: idSchema.nullable(),
});

const LOAN_READERS = [...ADMINS, 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER', 'PARTNER'] as const;

/** Loans read (spec 7.5). */
export const loanCalls = callsOf('loans', {
  listLoans: {
    method: 'GET',
    path: '/loans',
    section: '7.5',
    summary: 'All loans the caller may see, filtered, sorted, paged.',
    roles: LOAN_READERS,
    query: loanListQuery,
    answer: loanPage,
  },
  listLoansOfManager: {
    method: 'GET',
    path: '/loans/by/manager',
    section: '7.5',
    summary: "A manager's loans, filtered, sorted, paged.",
    roles: [...ADMINS, 'MANAGER'],
    query: loanListQuery.extend({ managerId: idSchema }),
    answer: loanPage,
  },
  listLoansOfClient: {
    method: 'GET',
    path: '/loans/loan2',
    section: '7.5',
    summary: "Lenders' loans the caller may see: the same list as `/loans`, by its client.",
    roles: LOAN_READERS,
    query: loanListQuery,
    answer: loanPage,
  },
  totalAssigned: {
    method: 'GET',
    path: '/loans/total/assigned',
    section: '7.5',
    summary: 'How many active loans, and how much due, each person has; and how many nobody has.',
    roles: LOAN_READERS,
    query: z.object({}),
    answer: z.object({
      /** Whom the caller may name and who has loans, the most loans first. */
      data: z.array(assignedSchema),
      /** Active loans the caller may see, and those with neither a collector nor a field agent. */
      total: stockSchema,
      unassigned: stockSchema,
    }),
  },
  getLoan: {
    method: 'GET',
    path: '/loans/id/:id',
    section: '7.5',
    summary: "One loan with the lender's unknown columns.",
    roles: 'any',
    params: z.object({ id: idSchema }),
    answer: loanDetailSchema,
  },
  listActiveLoans: {
    method: 'GET',
    path: '/loans/active/loans',
    section: '7.5',
    summary:
      "A collector's or manager's active loans with their dispositions, joined by loanId and sorted by disCreatedAt.",
    roles: ['COLLECTOR', 'MANAGER'],
    query: z.object({
      page: pageQueryFields.page,
      pageSize: queryIntSchema(1, 1_000_000)
        .default(50)
        .transform((size) => Math.min(size, PAGE_SIZE_MAX)),
      managerId: idSchema.optional(),
      collectorId: idSchema.optional(),
      /** Days of the newest disposition, from and to. */
      gte: dayInputSchema.optional(),
      lte: dayInputSchema.optional(),
      clientsName: queryListSchema.optional(),
      bucket: queryListSchema.optional(),
      disposition: queryCodesSchema.optional(),
      search: loanFilterFields.search,
      city: loanFilterFields.city,
      product: loanFilterFields.product,
      minDue: loanFilterFields.minDue,
      maxDue: loanFilterFields.maxDue,
      sort: sortBy([...LOAN_SORTS, CHANCE_SORT]),
    }),
    answer: z.object({
      loans: z.array(loanSchema),
      /** The newest disposition of each loan of the page. */
      dispositions: z.array(dispositionSchema),
      /** Chance to pay within 30 days, 0 to 1, of those loans of the page that are ordered by it. */
      chances: z.array(z.object({ loanId: idSchema, chance: z.number() })),
      /** No order was asked for, and clients have the likeliest to pay come first. */
      isByChance: z.boolean(),
      totalCount: z.int(),
      isCountExact,
      page: z.int(),
      pageSize: z.int(),
    }),
  },
  getDistinctBucketClients: {
    method: 'GET',
    path: '/loans/getDistinctBucketClients',
    section: '7.5',
    summary: 'What the filters offer: the distinct values among the loans the caller may see.',
    roles: 'any',
    query: z.object({ gte: dayInputSchema.optional(), lte: dayInputSchema.optional() }),
    answer: z.object({
      clients: z.array(z.string()),
      buckets: z.array(z.string()),
      cities: z.array(z.string()),
      products: z.array(z.string()),
    }),
  },
});
