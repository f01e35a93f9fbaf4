import { z } from 'zod';
import { callsOf } from './call.ts';
import {
  INCENTIVE_LINES,
  incentiveInputSchema,
  incentiveLineSchema,
  incentiveShareSchema,
  incentiveStructureSchema,
  incentiveTotalSchema,
} from './incentive.ts';
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

/** Who earns, and who answers for it. */
const EARNERS = [...ADMINS, 'PARTNER', 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'] as const;
const month = monthInputSchema.optional();

/** What stands on each answer about a month. */
const monthFields = {
  month: daySchema,
  /** When it was closed; null: it is open and live. */
  closedAt: instantSchema.nullable(),
};

/** What a structure would have paid a person in the last month. */
const previewRowSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  collected: rupeesSchema,
  /** By the structure that held, and by the one that is typed. */
  before: rupeesSchema,
  after: rupeesSchema,
});

/** Incentives: structures, statements, and the closing of months. */
export const incentiveCalls = callsOf('incentives', {
  listIncentiveStructures: {
    method: 'GET',
    path: '/incentive-structures',
    summary: 'The structures of each client and role type, the newest version first.',
    roles: [...ADMINS, 'CLIENT_ADMIN'],
    query: z.object({ ...pageQueryFields, search: textSchema(60).optional() }),
    answer: pageOf(incentiveStructureSchema).extend({
      /** The first day from which a version can hold: months that are closed keep theirs. */
      firstDay: daySchema,
    }),
  },
  setIncentiveStructure: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/incentive-structures/:clientId',
    summary:
      'Set what a role type earns on a client from a day on. Earlier versions stay. Revision 0: the first one; 409 STRUCTURE_STANDS when there is one.',
    roles: ADMINS,
    params: z.object({ clientId: idSchema }),
    body: incentiveInputSchema.safeExtend({ revision: seenRevisionSchema }),
    answer: incentiveStructureSchema,
  },
  previewIncentives: {
    isDoneOnce: false,
    method: 'POST',
    path: '/incentive-structures/:clientId/preview',
    summary: 'What a structure would have paid to whom in the last month. Stores nothing.',
    roles: ADMINS,
    params: z.object({ clientId: idSchema }),
    body: incentiveInputSchema,
    answer: z.object({
      month: daySchema,
      before: rupeesSchema,
      after: rupeesSchema,
      count: z.int(),
      /** Those whom it pays most, 50 at most. */
      data: z.array(previewRowSchema),
    }),
  },
  listIncentiveStatements: {
    method: 'GET',
    path: '/incentive-statements',
    summary: "A month's statements in the caller's scope: what each person earns.",
    roles: EARNERS,
    query: z.object({ ...pageQueryFields, month, search: textSchema(60).optional() }),
    answer: pageOf(incentiveTotalSchema).extend({
      ...monthFields,
      /** Of all people in the caller's scope, whoever is looked for. */
      total: rupeesSchema,
      /** The month that can be closed now; null: none. */
      closable: daySchema.nullable(),
    }),
  },
  readIncentiveStatement: {
    method: 'GET',
    path: '/incentive-statements/of/:id',
    summary: 'What a person earns in a month: by client, with slabs, gates and corrections.',
    roles: EARNERS,
    params: z.object({ id: idSchema }),
    query: z.object({ month }),
    answer: z.object({
      ...monthFields,
      personId: idSchema,
      fullName: z.string(),
      role: roleSchema,
      total: rupeesSchema,
      corrections: rupeesSchema,
      shares: z.array(incentiveShareSchema),
    }),
  },
  listIncentiveLines: {
    method: 'GET',
    path: '/incentive-statements/of/:id/lines',
    summary: 'The lines of a statement, each with its payment, its slab and its sum.',
    roles: EARNERS,
    params: z.object({ id: idSchema }),
    query: z.object({ ...pageQueryFields, month, kind: z.enum(INCENTIVE_LINES).optional() }),
    answer: pageOf(incentiveLineSchema),
  },
  closeIncentiveMonth: {
    method: 'POST',
    path: '/incentive-months/close',
    summary:
      'Close a month that is over: its statements are frozen, later changes are corrections of the next.',
    roles: ADMINS,
    body: z.object({ month: monthInputSchema, total: rupeesSchema }),
    answer: z.object({ ...monthFields, total: rupeesSchema, people: z.int() }),
  },
  checkIncentiveMonth: {
    method: 'GET',
    path: '/incentive-months/check',
    summary: 'Compute a closed month once more from what was valid then, and compare.',
    roles: ADMINS,
    query: z.object({ month: monthInputSchema }),
    answer: z.object({
      ...monthFields,
      isSame: z.boolean(),
      people: z.int(),
      lines: z.int(),
      total: rupeesSchema,
      /** Statements that come out another way. */
      differing: z.int(),
    }),
  },
  downloadIncentivePayout: {
    method: 'GET',
    path: '/incentive-months/payout',
    summary: 'The payout file of a closed month: a row for each person and client.',
    roles: ADMINS,
    query: z.object({ month: monthInputSchema }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
