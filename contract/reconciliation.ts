import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { dayInputSchema, daySchema, idSchema, queryListSchema, rupeesSchema } from './values.ts';

/** What one line of the reconciliation stands for. */
export const RECONCILIATION_GROUPS = ['day', 'agent', 'client', 'all'] as const;

/** What one line of the reconciliation stands for. */
export type ReconciliationGroup = (typeof RECONCILIATION_GROUPS)[number];

/**
 * Sums in whole rupees. Always: collected = deposited + inHand + cancelled, and difference = collected - cancelled -
 * bankPaid.
 */
const reconciliationSums = z.object({
  /** What agents' entries say was taken in. */
  collected: rupeesSchema,
  /** By slip, and straight to the lender. */
  deposited: rupeesSchema,
  /** Of that, paid straight to the lender (UPI, online). */
  direct: rupeesSchema,
  inHand: rupeesSchema,
  cancelled: rupeesSchema,
  /** What payment files and the bank say. */
  bankPaid: rupeesSchema,
  difference: rupeesSchema,
});

/** One line: a day, an agent, a client, or each of the three. What it is not grouped by is null. */
export const reconciliationRowSchema = reconciliationSums.extend({
  _id: z.string(),
  day: daySchema.nullable(),
  agentId: idSchema.nullable(),
  /** Null with a grouping by agent: payments that nobody is credited for. */
  Agent_Name: z.string().nullable(),
  clientId: idSchema.nullable(),
  Client_Name: z.string().nullable(),
});

/** One line of the reconciliation. */
export type ReconciliationRow = z.infer<typeof reconciliationRowSchema>;

/** The figures of a line that have items behind them. */
export const RECONCILIATION_KINDS = [
  'collected',
  'deposited',
  'inHand',
  'cancelled',
  'bankPaid',
] as const;

/** One receipt or payment behind a figure. */
export const reconciliationItemSchema = z.object({
  _id: idSchema,
  day: daySchema,
  /** The receipt's number or the payment's reference. */
  reference: z.string().nullable(),
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  Agent_Name: z.string().nullable(),
  amount: rupeesSchema,
  mode: z.string().nullable(),
  kind: z.enum(['inHand', 'direct', 'deposited', 'cancelled', 'bankPaid']),
  /** Why it was cancelled, the slip it went by, the sheet's row it came from. */
  note: z.string().nullable(),
});

/** One receipt or payment behind a figure. */
export type ReconciliationItem = z.infer<typeof reconciliationItemSchema>;

/** A loan whose entries and payments don't come to the same, with what else there is of it around these days. */
const reconciliationDifferenceSchema = z.object({
  /** The loan's. */
  _id: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  /** What was taken in and not cancelled. */
  collected: rupeesSchema,
  bankPaid: rupeesSchema,
  difference: rupeesSchema,
  /** Money of the same loan that stands with another agent or on another day: at most six entries. */
  elsewhere: z.array(
    z.object({
      kind: z.enum(['collected', 'bankPaid']),
      day: daySchema,
      Agent_Name: z.string().nullable(),
      amount: rupeesSchema,
    }),
  ),
});

/** A loan behind a difference. */
export type ReconciliationDifference = z.infer<typeof reconciliationDifferenceSchema>;

const filters = {
  /** Days of collecting and of paying, both included. Default: this month so far. */
  gte: dayInputSchema.optional(),
  lte: dayInputSchema.optional(),
  clientId: idSchema.optional(),
  clientName: queryListSchema.optional(),
  /** `none`: payments that nobody is credited for. */
  agent: z.union([idSchema, z.literal('none')]).optional(),
};

const READERS = [...ADMINS, 'MANAGER', 'CLIENT_ADMIN'] as const;
const groupBy = z.enum(RECONCILIATION_GROUPS).default('day');

/** Collected against deposited against bank-paid (ours; the screen is the spec's /Reconciliation). */
export const reconciliationCalls = callsOf('reconciliation', {
  getReconciliation: {
    method: 'GET',
    path: '/reconciliation',
    summary: 'Collected, deposited, in hand, cancelled and bank-paid per day, agent or client.',
    roles: READERS,
    query: z.object({
      ...pageQueryFields,
      ...filters,
      groupBy,
      /** Only lines whose difference is not nothing. */
      differing: z.literal('1').optional(),
    }),
    answer: pageOf(reconciliationRowSchema).extend({
      totals: reconciliationSums,
      /** The days it spans. */
      from: daySchema,
      to: daySchema,
    }),
  },
  listReconciliationItems: {
    method: 'GET',
    path: '/reconciliation/items',
    summary: 'The receipts or payments behind one figure, with their sum.',
    roles: READERS,
    query: z.object({
      ...pageQueryFields,
      ...filters,
      kind: z.enum(RECONCILIATION_KINDS).default('collected'),
    }),
    answer: pageOf(reconciliationItemSchema).extend({ amount: rupeesSchema }),
  },
  listReconciliationDifferences: {
    method: 'GET',
    path: '/reconciliation/differences',
    summary:
      'The loans behind a difference, the largest first, with where else their money stands.',
    roles: READERS,
    query: z.object({ ...pageQueryFields, ...filters }),
    answer: pageOf(reconciliationDifferenceSchema).extend({ amount: rupeesSchema }),
  },
  exportReconciliation: {
    method: 'GET',
    path: '/reconciliation/export',
    summary: 'All lines with their totals as XLSX or CSV.',
    roles: READERS,
    query: z.object({
      ...filters,
      groupBy,
      differing: z.literal('1').optional(),
      format: z.enum(['xlsx', 'csv']).default('xlsx'),
    }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
