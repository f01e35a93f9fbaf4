import { z } from 'zod';
import { callsOf, defineCall } from './call.ts';
import { says } from './errors.ts';
import { ADMINS } from './roles.ts';
import { LETTER_LANGUAGES } from './settlement.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

const percentSchema = z.int(says('not-whole')).min(0).max(100);

/** A client's matrix for all of its loans, or for a product and bucket of them. */
const settlementRuleSchema = z.object({
  clientId: idSchema,
  Client_Name: z.string(),
  managerPercent: percentSchema,
  managerAmount: rupeesSchema.nullable(),
  adminPercent: percentSchema,
  adminAmount: rupeesSchema.nullable(),
  clientPercent: percentSchema,
  clientAmount: rupeesSchema.nullable(),
  delegatedAmount: rupeesSchema,
  graceDays: z.int(),
  validDays: z.int(),
  isRbi: z.boolean(),
  coolingMonths: z.int(),
  /** Drafts of letters are offered in these; none: the client writes its own. */
  letterLanguages: z.array(z.enum(LETTER_LANGUAGES)),
  letterSignatory: z.string().nullable(),
  /** What the client says in a letter beside the terms. */
  letterClause: z.string().nullable(),
  /** Counts up with every change; 0: nobody changed it yet. */
  revision: z.int(),
  updatedAt: instantSchema.nullable(),
});

/** A client's rules for settlements. */
export type SettlementRule = z.infer<typeof settlementRuleSchema>;

const limitAmount = rupeesSchema.min(0).nullable();

/** A client's rules as a person changes them. */
export const settlementRuleInputSchema = settlementRuleSchema
  .omit({ clientId: true, Client_Name: true, updatedAt: true })
  .extend({
    managerAmount: limitAmount,
    adminAmount: limitAmount,
    clientAmount: limitAmount,
    delegatedAmount: rupeesSchema.min(0),
    /** Days after the agreed one in which money still counts. */
    graceDays: z.int().min(0).max(30),
    /** An offer is valid for at most so many days. */
    validDays: z.int().min(1).max(365),
    coolingMonths: z.int().min(0).max(60),
    letterLanguages: z
      .array(z.enum(LETTER_LANGUAGES))
      .max(2)
      .default([...LETTER_LANGUAGES]),
    letterSignatory: textSchema(120).nullable().default(null),
    letterClause: textSchema(1000).nullable().default(null),
  });

/** What came of settlements decided in a quarter or a range of days, by who approved them. */
const reportRowSchema = z.object({
  Client_Name: z.string(),
  Approved_By: z.string(),
  level: z.string(),
  /** Of these: paid over more than three months. */
  count: z.int(),
  restructuringCount: z.int(),
  dueAmount: rupeesSchema,
  offeredAmount: rupeesSchema,
  waiverAmount: rupeesSchema,
  paidAmount: rupeesSchema,
  fulfilledCount: z.int(),
  brokenCount: z.int(),
});

/** One approver's settlements in the report. */
export type SettlementReportRow = z.infer<typeof reportRowSchema>;

const setters = [...ADMINS, 'CLIENT_ADMIN'] as const;

/** Clients' rules for settlements, and what came of them (ours). */
export const settlementRuleCalls = callsOf('settlements', {
  listSettlementRules: defineCall({
    name: 'listSettlementRules',
    method: 'GET',
    path: '/settlement-rules',
    section: 'ours',
    summary: 'Who may approve which waiver, client by client.',
    access: 'session',
    roles: setters,
    answer: z.object({ data: z.array(settlementRuleSchema) }),
  }),
  changeSettlementRule: defineCall({
    name: 'changeSettlementRule',
    method: 'PUT',
    path: '/settlement-rules/:clientId',
    section: 'ours',
    summary: "Change a client's matrix. Settlements that wait keep waiting for whom they wait.",
    access: 'session',
    roles: setters,
    params: z.object({ clientId: idSchema }),
    body: settlementRuleInputSchema,
    answer: settlementRuleSchema,
  }),
  reportSettlements: defineCall({
    name: 'reportSettlements',
    method: 'GET',
    path: '/settlement/report',
    section: 'ours',
    summary:
      'Settlements approved in a range of days, by client and approver, with waiver and recovery.',
    access: 'session',
    roles: [...ADMINS, 'MANAGER', 'COLLECTOR', 'CUSTOMER', 'CLIENT_ADMIN'],
    query: z.object({
      gte: dayInputSchema.optional(),
      lte: dayInputSchema.optional(),
      clientName: textSchema(200).optional(),
    }),
    answer: z.object({ data: z.array(reportRowSchema), from: daySchema, to: daySchema }),
  }),
});
