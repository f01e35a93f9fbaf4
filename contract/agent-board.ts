import { z } from 'zod';
import { callsOf } from './call.ts';
import { ADMINS, roleSchema } from './roles.ts';
import {
  choosableSchema,
  dayInputSchema,
  daySchema,
  idSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

const boardRowSchema = z.object({
  _id: idSchema,
  /** Null: a client keeps names from the caller. */
  fullName: z.string().nullable(),
  role: roleSchema,
  managerName: z.string().nullable(),
  rank: z.int(),
  /** Ranks won (positive) or lost since the same span ended a week and a month (30 days) earlier; null: not ranked then. */
  weekMovement: z.int().nullable(),
  monthMovement: z.int().nullable(),
  loanCount: z.int(),
  /** Verified, by attribution. */
  collected: rupeesSchema,
  /** What this very stock was expected to bring in the span (`basis`). */
  expected: rupeesSchema,
  /** `collected - expected`, drawn towards 0 for few loans: what the rank goes by. */
  score: z.int(),
  contacts: z.int(),
  /** Of the promises that fell due: how many were kept, percent; null: none fell due. */
  keptPercent: z.int().nullable(),
  /** Contacts against a rule: one keeps off the first three places. */
  breaches: z.int(),
  disputes: z.int(),
  /** Borrowers' complaints about it, less those taken back. */
  complaints: z.int(),
});

const BOARD_BASES = ['PREDICTION', 'HISTORY'] as const;

/** What expectations on the leadership board come from. */
export type BoardBasis = (typeof BOARD_BASES)[number];

/** A place on the leadership board. */
export type BoardRow = z.infer<typeof boardRowSchema>;

const strengthSchema = z.object({
  bucket: z.string(),
  loanCount: z.int(),
  collected: rupeesSchema,
  expected: rupeesSchema,
});
const hourSchema = z.object({ hour: z.int(), contacts: z.int(), spoken: z.int() });

const shared = { section: '7.6', method: 'GET' } as const;
/** The route's roles (spec 2.2), and the super admin. */
const VIEWERS = [...ADMINS, 'MANAGER', 'COLLECTOR', 'CUSTOMER', 'CLIENT_ADMIN'] as const;

/** The leadership board of agents. */
export const agentBoardCalls = callsOf('agent-board', {
  listAgentProfiles: {
    ...shared,
    path: '/agentprofile/getList',
    summary: 'What the leadership board can be narrowed by: agents, managers, buckets, products.',
    roles: VIEWERS,
    answer: z.object({
      data: z.array(choosableSchema.extend({ managerId: idSchema.nullable() })),
      managers: z.array(choosableSchema),
      buckets: z.array(z.string()),
      products: z.array(z.string()),
      /** Of the clients whose setting the caller may change: whether they keep names to themselves. */
      clients: z.array(
        z.object({ clientId: idSchema, Client_Name: z.string(), hidesNames: z.boolean() }),
      ),
    }),
  },
  readAgentProfile: {
    ...shared,
    path: '/agentprofile',
    roles: [...VIEWERS, 'FIELD_AGENT'],
    summary:
      'Agents ranked by what they collected beyond what their stock was expected to bring; of one agent its strengths.',
    query: z.object({
      from: dayInputSchema.optional(),
      to: dayInputSchema.optional(),
      search: textSchema(60).optional(),
      collectorId: idSchema.optional(),
      bucket: textSchema(60).optional(),
      managerId: idSchema.optional(),
      product: textSchema(60).optional(),
    }),
    answer: z.object({
      from: daySchema,
      to: daySchema,
      /**
       * What expectations come from: predictions of the month's beginning for the loans that have some, else how alike loans
       * did before; or the history alone, where nothing was predicted and for those who see no predictions.
       */
      basis: z.enum(BOARD_BASES),
      /** The best 1,000 that were asked for; a rank is among all whom the caller may compare. */
      data: z.array(boardRowSchema),
      totalCount: z.int(),
      /** The caller's own place; null: it is not on the board. */
      own: boardRowSchema.nullable(),
      /** Of the one agent that was asked for. */
      byBucket: z.array(strengthSchema),
      byHour: z.array(hourSchema),
    }),
  },
  setBoardNames: {
    method: 'PUT',
    path: '/agentprofile/names/:clientId',
    summary: "Keep agents' names from a client's people and from each other, or show them.",
    roles: [...ADMINS, 'CLIENT_ADMIN'],
    params: z.object({ clientId: idSchema }),
    body: z.object({ hidesNames: z.boolean() }),
    answer: z.object({ clientId: idSchema, hidesNames: z.boolean() }),
  },
});
