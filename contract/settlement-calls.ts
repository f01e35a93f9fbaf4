import { z } from 'zod';
import { callsOf, defineCall } from './call.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS, CLIENT_SIDE } from './roles.ts';
import {
  LETTER_KINDS,
  LETTER_LANGUAGES,
  SETTLEMENT_STATES,
  settlementDetailSchema,
  settlementLimitsSchema,
  settlementProposalSchema,
  settlementSchema,
  settlementTermsSchema,
} from './settlement.ts';
import {
  dayInputSchema,
  idSchema,
  instantSchema,
  queryIntSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** A letter is at most so large: bytes. */
export const MOST_LETTER_BYTES = 10_000_000;

/**
 * Parts of a list: `mine` waits for the reader, `client` for the lender, `open` is not over, `paying` has its letter, `over`
 * is over.
 */
export const SETTLEMENT_VIEWS = ['mine', 'open', 'client', 'paying', 'over'] as const;

/** A part of the list of settlements. */
export type SettlementView = (typeof SETTLEMENT_VIEWS)[number];

const listFields = {
  ...pageQueryFields,
  /** Everything when left out. */
  view: z.enum(SETTLEMENT_VIEWS).optional(),
  status: z.enum(SETTLEMENT_STATES).optional(),
  clientName: textSchema(200).optional(),
  product: textSchema(100).optional(),
  /** Days of the proposal, both included. */
  gte: dayInputSchema.optional(),
  lte: dayInputSchema.optional(),
  /** Waivers of so many percent or more. */
  minWaiver: queryIntSchema(0, 100).optional(),
  /** Waiting for so many days or more. */
  minAge: queryIntSchema(0, 3650).optional(),
  search: textSchema(60).optional(),
  loanId: idSchema.optional(),
};

/** Which settlements are asked for. */
const listQuerySchema = z.object(listFields);

/** Which settlements are asked for. */
export type SettlementQuery = z.output<typeof listQuerySchema>;

/** `id` is the caller's own id, or its client's. */
const byRole = z.object({ id: idSchema.optional(), ...listFields });

const tallySchema = z.object({ count: z.int(), amount: rupeesSchema });

/** `sums` are over all pages, of each view under the same filters. */
const listAnswer = pageOf(settlementSchema).extend({
  sums: z.object({
    mine: tallySchema,
    open: tallySchema,
    client: tallySchema,
    paying: tallySchema,
    over: tallySchema,
  }),
});

const listOf = { method: 'GET', section: '7.8', access: 'session', answer: listAnswer } as const;

const remarksSchema = textSchema(2000).optional();

/** A decision; a rejection says why, a counter has terms. */
const decision = <const Action extends readonly [string, ...string[]]>(actions: Action) =>
  z
    .object({
      _id: idSchema,
      /** The revision that was decided on. */
      revision: z.int(),
      action: z.enum(actions, says('not-chosen')),
      remarks: remarksSchema,
      terms: settlementTermsSchema.optional(),
    })
    .superRefine(({ action, remarks, terms }, context) => {
      const needsWhy = action === 'REJECT' || action === 'WITHDRAW';
      if (needsWhy && (remarks ?? '').length < 3)
        context.addIssue({
          code: 'custom',
          path: ['remarks'],
          message: says('reason-missing').error,
        });
      if (action === 'COUNTER' && terms === undefined)
        context.addIssue({
          code: 'custom',
          path: ['terms'],
          message: says('amount-missing').error,
        });
    });

/** What the agency decides. */
export const agencyDecisionSchema = decision([
  'APPROVE',
  'COUNTER',
  'REJECT',
  'WITHDRAW',
  'ACTIVATE',
  'NUDGE',
]);

/** What the client decides. */
export const clientDecisionSchema = decision(['APPROVE', 'COUNTER', 'REJECT']);

const agency = [...ADMINS, 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'] as const;
const proposers = ['COLLECTOR', 'FIELD_AGENT', 'MANAGER', ...ADMINS] as const;
const one = { answer: z.object({ data: settlementDetailSchema }) } as const;

/** Settlements (spec 7.8). */
export const settlementCalls = callsOf('settlements', {
  listManagerSettlements: defineCall({
    ...listOf,
    name: 'listManagerSettlements',
    path: '/settlement/getManagerSettlement',
    summary: "Settlements of the manager's loans, in pages.",
    roles: ['MANAGER'],
    query: byRole,
  }),
  listCollectorSettlements: defineCall({
    ...listOf,
    name: 'listCollectorSettlements',
    path: '/settlement/getCollectorSettlement',
    summary: "Settlements of the agent's loans and those that the agent proposed, in pages.",
    roles: ['COLLECTOR', 'FIELD_AGENT'],
    query: byRole,
  }),
  listAdminSettlements: defineCall({
    ...listOf,
    name: 'listAdminSettlements',
    path: '/settlement/getAdminSettlement',
    summary: 'All settlements, in pages.',
    roles: ADMINS,
    query: byRole,
  }),
  listClientAdminSettlements: defineCall({
    ...listOf,
    name: 'listClientAdminSettlements',
    path: '/settlement/getClientAdminSettlement',
    summary: "Settlements of the client admin's client, in pages.",
    roles: ['CLIENT_ADMIN'],
    query: byRole,
  }),
  listClientSettlements: defineCall({
    ...listOf,
    name: 'listClientSettlements',
    path: '/settlement/getClientSettlement',
    summary: "Settlements of the customer's client, in pages.",
    roles: ['CUSTOMER', 'CLIENT'],
    query: byRole,
  }),
  listSettlementClients: defineCall({
    name: 'listSettlementClients',
    method: 'GET',
    path: '/settlement/clientsByManagerID',
    section: '7.8',
    summary: "Clients with settlements on the manager's loans, with how many wait for them.",
    access: 'session',
    roles: [...ADMINS, 'MANAGER'],
    query: z.object({ managerId: idSchema.optional() }),
    answer: z.object({
      data: z.array(
        z.object({ _id: idSchema, Client_Name: z.string(), count: z.int(), waitingCount: z.int() }),
      ),
    }),
  }),
  listPendingClientReports: defineCall({
    ...listOf,
    name: 'listPendingClientReports',
    path: '/settlement/getManagerReports',
    summary:
      'What waits for a client, the longest first: since when, and how often it was reminded.',
    roles: [...ADMINS, 'MANAGER'],
    query: z.object({
      managerId: idSchema.optional(),
      client: textSchema(200).optional(),
      ...pageQueryFields,
    }),
    answer: pageOf(
      settlementSchema.extend({ nudgeCount: z.int(), nudgedAt: instantSchema.nullable() }),
    ),
  }),
  listSettlementsByManager: defineCall({
    ...listOf,
    name: 'listSettlementsByManager',
    path: '/settlement/byManagerId',
    summary: "Settlements of a manager's loans, in pages.",
    roles: [...ADMINS, 'MANAGER'],
    query: z.object({ managerId: idSchema.optional(), ...listFields }),
  }),
  listSettlementsByClient: defineCall({
    ...listOf,
    name: 'listSettlementsByClient',
    path: '/settlement/byClientId',
    summary: "Settlements of a client's loans that the caller sees, in pages.",
    roles: [...ADMINS, 'MANAGER', ...CLIENT_SIDE],
    query: z.object({ clientId: idSchema.optional(), ...listFields }),
  }),
  readSettlement: defineCall({
    ...one,
    name: 'readSettlement',
    method: 'GET',
    path: '/settlement/id/:id',
    section: '7.8',
    summary: 'A settlement with its history, instalments, letters and documents.',
    access: 'session',
    roles: 'any',
    params: z.object({ id: idSchema }),
  }),
  updateSettlementStatus: defineCall({
    ...one,
    name: 'updateSettlementStatus',
    isDoneOnce: true,
    method: 'PUT',
    path: '/settlement/updateSettlementStatus',
    section: '7.8',
    summary:
      'What the agency does with a settlement. 409 STALE_SETTLEMENT: somebody decided meanwhile; 422: not this person, not now, or beyond its limit.',
    access: 'session',
    roles: agency,
    body: agencyDecisionSchema,
  }),
  approveByClient: defineCall({
    ...one,
    name: 'approveByClient',
    isDoneOnce: true,
    method: 'PUT',
    path: '/settlement/approveByClient',
    section: '7.8',
    summary: "The client's decision: approve, counter with other terms, or reject with a reason.",
    access: 'session',
    roles: ['CUSTOMER', 'CLIENT_ADMIN'],
    body: clientDecisionSchema,
  }),
  uploadLetter: defineCall({
    ...one,
    name: 'uploadLetter',
    method: 'PUT',
    path: '/settlement/uploadLetter',
    section: '7.8',
    summary:
      'The letter (PDF, JPG, PNG up to 10 MB), judged by its content. 422 LETTER_DIFFERS when it does not say what was approved, unless confirmed with a reason.',
    access: 'session',
    roles: ['CUSTOMER', 'CLIENT_ADMIN', 'MANAGER', ...ADMINS],
    query: z.object({ id: idSchema }),
    body: z.object({ confirmReason: textSchema(500).optional() }),
    bodyKind: 'multipart',
    files: { letter: 1 },
    bodyLimit: MOST_LETTER_BYTES + 100_000,
  }),
  downloadLetter: defineCall({
    name: 'downloadLetter',
    method: 'GET',
    path: '/settlement/downloadLetter',
    section: '7.8',
    summary: 'The letter, as Settlement_{Loan_ID} with its type; an earlier one by `letterId`.',
    access: 'session',
    roles: 'any',
    query: z.object({ id: idSchema, letterId: idSchema.optional() }),
    answer: z.unknown(),
    answerKind: 'file',
  }),
  draftLetter: defineCall({
    name: 'draftLetter',
    method: 'GET',
    path: '/settlement/draftLetter',
    section: 'ours',
    summary:
      'A draft of the letter as PDF, to be signed: the settlement as approved, or that nothing is due once it is paid.',
    access: 'session',
    roles: ['CUSTOMER', 'CLIENT_ADMIN', 'MANAGER', ...ADMINS],
    query: z.object({
      id: idSchema,
      kind: z.enum(LETTER_KINDS).default('SETTLEMENT'),
      language: z.enum(LETTER_LANGUAGES).default('en'),
    }),
    answer: z.unknown(),
    answerKind: 'file',
  }),
  proposeSettlement: defineCall({
    ...one,
    name: 'proposeSettlement',
    method: 'POST',
    path: '/settlement',
    section: 'ours',
    summary:
      'Propose a settlement of a loan. A repeat of `_id` answers the same. 409 SETTLEMENT_OPEN says who has which already.',
    access: 'session',
    roles: proposers,
    body: settlementProposalSchema,
    bodyKind: 'multipart',
    files: { supportingDoc: 10 },
    bodyLimit: 100_000_000,
  }),
  readSettlementLimits: defineCall({
    name: 'readSettlementLimits',
    method: 'GET',
    path: '/settlement/limits',
    section: 'ours',
    summary:
      'The least that each level can approve of a loan, and the settlement that is open on it.',
    access: 'session',
    roles: 'any',
    query: z.object({ loanId: idSchema }),
    answer: z.object({ data: settlementLimitsSchema }),
  }),
  countSettlements: defineCall({
    name: 'countSettlements',
    method: 'GET',
    path: '/settlement/count',
    section: 'ours',
    summary: 'How many settlements wait for the caller.',
    access: 'session',
    roles: 'any',
    answer: z.object({ data: z.object({ mine: z.int() }) }),
  }),
});
