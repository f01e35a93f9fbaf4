import { z } from 'zod';
import { callsOf } from './call.ts';
import { earlierVisitSchema, positionSchema } from './disposition.ts';
import { says } from './errors.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { QUEUED_CALLS } from './queued-work.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/**
 * Why delivered work is not in the books: the phone's time is outside of what is proved, its number was used before or said to be lost, it was
 * saved after the phone had heard that the loan is no longer its agent's, or its agent has another role by now.
 */
export const WORK_DOUBTS = ['CLOCK', 'NUMBER', 'TAKEN_AWAY', 'ROLE_CHANGED'] as const;

/** Delivered work that waits for a manager. */
export const workReviewSchema = z.object({
  _id: idSchema,
  agentId: idSchema,
  agentName: z.string(),
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  call: z.enum(QUEUED_CALLS),
  doubt: z.enum(WORK_DOUBTS),
  /** What the phone says. */
  claimedAt: instantSchema,
  /** Saved between these for certain; null: nothing is known of the beginning. */
  provenFrom: instantSchema.nullable(),
  provenTo: instantSchema,
  /** The time it gets in the books: what is proved and nearest to what the phone says. */
  provenAt: instantSchema,
  receivedAt: instantSchema,
  /** Name of the outcome; null: not a contact. */
  outcome: z.string().nullable(),
  /** Whole rupees taken in; null: none. */
  amountCollected: z.int().nullable(),
  promiseAmount: z.int().nullable(),
  remarks: z.string().nullable(),
  /** Where a visit says it was; null: it says nothing, or came before this was noted. */
  position: positionSchema.nullable(),
  /** The first visits on which its pictures stand already. */
  earlierVisits: z.array(earlierVisitSchema),
});

/** Delivered work that waits for a manager. */
export type WorkReview = z.infer<typeof workReviewSchema>;

const reviewer = {
  roles: ['ADMIN', 'SUPER_ADMIN', 'MANAGER'],
} as const;

/** Work whose time or right cannot be proved. All ours. */
export const workReviewCalls = callsOf('work-reviews', {
  listWorkReviews: {
    ...reviewer,
    method: 'GET',
    path: '/work-reviews',
    summary:
      'Delivered work that waits for a decision, oldest first: of all agents (admin), of its own people (manager).',
    query: z.object({
      ...pageQueryFields,
      /** In agent, borrower or loan number. */
      search: textSchema(100).optional(),
      doubt: z.enum(WORK_DOUBTS).optional(),
    }),
    answer: pageOf(workReviewSchema),
  },
  acceptWorkReview: {
    ...reviewer,
    method: 'POST',
    path: '/work-reviews/accept',
    summary:
      'Take the work into the books under its author at the proven time. 409 ALREADY_DECIDED; what the call itself would refuse is refused and stays on the list.',
    body: z.object({ _id: idSchema }),
    answer: z.object({ _id: idSchema }),
  },
  refuseWorkReview: {
    ...reviewer,
    method: 'POST',
    path: '/work-reviews/refuse',
    summary:
      'Leave the work out of the books for good and tell its author why. 409 ALREADY_DECIDED.',
    body: z.object({
      _id: idSchema,
      reason: textSchema(500).min(1, says('reason-missing')),
    }),
    answer: z.object({ _id: idSchema }),
  },
});
