import { z } from 'zod';
import { callsOf } from './call.ts';
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

const listOf = { method: 'GET', section: '7.8', answer: listAnswer } as const;

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
  listManagerSettlements: {
    ...listOf,
    path: '/settlement/getManagerSettlement',
    summary: "Settlements of the manager's loans, in pages.",
    roles: ['MANAGER'],
    query: byRole,
  },
  listCollectorSettlements: {
    ...listOf,
    path: '/settlement/getCollectorSettlement',
    summary: "Settlements of the agent's loans and those that the agent proposed, in pages.",
    roles: ['COLLECTOR', 'FIELD_AGENT'],
    query: byRole,
  },
  listAdminSettlements: {
    ...listOf,
    path: '/settlement/getAdminSettlement',
    summary: 'All settlements, in pages.',
    roles: ADMINS,
    query: byRole,
  },
  listClientAdminSettlements: {
    ...listOf,
    path: '/settlement/getClientAdminSettlement',
    summary: "Settlements of the client admin's client, in pages.",
    roles: ['CLIENT_ADMIN'],
    query: byRole,
  },
  listClientSettlements: {
    ...listOf,
    path: '/settlement/getClientSettlement',
    summary: "Settlements of the customer's client, in pages.",
    roles: ['CUSTOMER', 'CLIENT'],
    query: byRole,
  },
  listSettlementClients: {
    method: 'GET',
    path: '/settlement/clientsByManagerID',
    section: '7.8',
    summary: "Clients with settlements on the manager's loans, with how many wait for them.",
    roles: [...ADMINS, 'MANAGER'],
    query: z.object({ managerId: idSchema.optional() }),
    answer: z.object({
      data: z.array(
        z.object({ _id: idSchema, Client_Name: z.string(), count: z.int(), waitingCount: z.int() }),
      ),
    }),
  },
  listPendingClientReports: {
    ...listOf,
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
  },
  listSettlementsByManager: {
    ...listOf,
    path: '/settlement/byManagerId',
    summary: "Settlements of a manager's loans, in pages.",
    roles: [...ADMINS, 'MANAGER'],
    query: z.object({ managerId: idSchema.optional(), ...listFields }),
  },
  listSettlementsByClient: {
    ...listOf,
    path: '/settlement/byClientId',
    summary: "Settlements of a client's loans that the caller sees, in pages.",
    roles: [...ADMINS, 'MANAGER', ...CLIENT_SIDE],
    query: z.object({ clientId: idSchema.optional(), ...listFields }),
  },
  readSettlement: {
    ...one,
    method: 'GET',
    path: '/settlement/id/:id',
    section: '7.8',
    summary: 'A settlement with its history, instalments, letters and documents.',
    roles: 'any',
    params: z.object({ id: idSchema }),
  },
  updateSettlementStatus: {
    ...one,
    isDoneOnce: true,
    method: 'PUT',
    path: '/settlement/updateSettlementStatus',
    section: '7.8',
    summary:
      'What the agency does with a settlement. 409 STALE_SETTLEMENT: somebody decided meanwhile; 422: not this person, not now, or beyond its limit.',
    roles: agency,
    body: agencyDecisionSchema,
  },
  approveByClient: {
    ...one,
    isDoneOnce: true,
    method: 'PUT',
    path: '/settlement/approveByClient',
    section: '7.8',
    summary: "The client's decision: approve, counter with other terms, or reject with a reason.",
    roles: ['CUSTOMER', 'CLIENT_ADMIN'],
    body: clientDecisionSchema,
  },
  uploadLetter: {
    ...one,
    isDoneOnce: true,
    method: 'PUT',
    path: '/settlement/uploadLetter',
    section: '7.8',
    summary:
      'The letter (PDF, JPG, PNG up to 10 MB), judged by its content. 422 LETTER_DIFFERS when it does not say what was approved, unless confirmed with a reason.',
    roles: ['CUSTOMER', 'CLIENT_ADMIN', 'MANAGER', ...ADMINS],
    query: z.object({ id: idSchema }),
    body: z.object({ confirmReason: textSchema(500).optional() }),
    bodyKind: 'multipart',
    files: { letter: 1 },
    bodyLimit: MOST_LETTER_BYTES + 100_000,
  },
  downloadLetter: {
    method: 'GET',
    path: '/settlement/downloadLetter',
    section: '7.8',
    summary: 'The letter, as Settlement_{Loan_ID} with its type; an earlier one by `letterId`.',
    roles: 'any',
    query: z.object({ id: idSchema, letterId: idSchema.optional() }),
    answer: z.unknown(),
    answerKind: 'file',
  },
  draftLetter: {
    method: 'GET',
    path: '/settlement/draftLetter',
    summary:
      'A draft of the letter as PDF, to be signed: the settlement as approved, or that nothing is due once it is paid.',
    roles: ['CUSTOMER', 'CLIENT_ADMIN', 'MANAGER', ...ADMINS],
    query: z.object({
      id: idSchema,
      kind: z.enum(LETTER_KINDS).default('SETTLEMENT'),
      language: z.enum(LETTER_LANGUAGES).default('en'),
    }),
    answer: z.unknown(),
    answerKind: 'file',
  },
  proposeSettlement: {
    ...one,
    method: 'POST',
    path: '/settlement',
    summary:
      'Propose a settlement of a loan. A repeat of `_id` answers the same. 409 SETTLEMENT_OPEN says who has which already.',
    roles: proposers,
    body: settlementProposalSchema,
    bodyKind: 'multipart',
    files: { supportingDoc: 10 },
    bodyLimit: 100_000_000,
  },
  readSettlementLimits: {
    method: 'GET',
    path: '/settlement/limits',
    summary:
      'The least that each level can approve of a loan, and the settlement that is open on it.',
    roles: 'any',
    query: z.object({ loanId: idSchema }),
    answer: z.object({ data: settlementLimitsSchema }),
  },
  countSettlements: {
    method: 'GET',
    path: '/settlement/count',
    summary: 'How many settlements wait for the caller.',
    roles: 'any',
    answer: z.object({ data: z.object({ mine: z.int() }) }),
  },
});
