import { z } from 'zod';
import { callsOf } from './call.ts';
import { LOAN_STATUSES } from './loan.ts';
import { loanFilterSchema } from './loan-calls.ts';
import { ADMINS } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** So many loans can be named one by one, or matched by a filter. */
const MOST_NAMED = 10_000;
/** How long the lender's own people can take a deletion or recall back: hours. */
export const UNDO_HOURS = 24;

const namedSchema = z.object({ loanIds: z.array(idSchema).min(1).max(MOST_NAMED) });

/** Loans named one by one, or all that match a filter, as of the instant the list was read. */
const loanChoiceSchema = z.union([
  namedSchema,
  z.object({ matching: loanFilterSchema, asOf: instantSchema }),
]);

/** Loans named one by one, or all that match a filter. */
export type LoanChoice = z.output<typeof loanChoiceSchema>;

/** The reasons for which people end loans by hand. */
const HAND_CLOSING_REASONS = ['DELETED', 'WITHDRAWN'] as const;

const noteSchema = textSchema(500).optional();

/** What would go, before anybody confirms. */
const closingPreviewSchema = z.object({
  /** Loans that would end. */
  count: z.int(),
  dueAmount: rupeesSchema,
  /** Of these: with a call or a visit, with an open promise, with an agent, paid in part. */
  workedCount: z.int(),
  promiseCount: z.int(),
  promiseAmount: rupeesSchema,
  allocatedCount: z.int(),
  paidCount: z.int(),
  /** Settlements of these that end: offers, and those that are being paid. Absent from older servers. */
  settlementCount: z.int().optional(),
  /** Named or matched ones that stay as they are: they ended already. */
  unchangedCount: z.int(),
});

/** What would go, before anybody confirms. */
export type ClosingPreview = z.infer<typeof closingPreviewSchema>;

/** What an order ended; `commandId` takes it back. */
const closedSchema = z.object({
  success: z.literal(true),
  commandId: idSchema,
  count: z.int(),
  unchanged: z.int(),
});

/** A loan found by its number. */
const matchedLoanSchema = z.object({
  _id: idSchema,
  Loan_ID: z.string(),
  Client_Name: z.string(),
  Customer_Name: z.string(),
  status: z.enum(LOAN_STATUSES),
  periodEndsOn: daySchema.nullable(),
});

/** A loan found by its number. */
export type MatchedLoan = z.infer<typeof matchedLoanSchema>;

/** Last day of the period (business time zone); null: until the lender recalls it. */
const extensionFields = { periodEndsOn: dayInputSchema.nullable() };

const extensionPreviewSchema = z.object({
  /** Loans whose period would change. */
  count: z.int(),
  /** Of these: active ones, and expired ones that would be worked again. */
  activeCount: z.int(),
  expiredCount: z.int(),
  /** Active ones whose period would become shorter. */
  shortenedCount: z.int(),
  /** Left as they are: paid or recalled, and those that end on this day already. */
  closedCount: z.int(),
  unchangedCount: z.int(),
  /** The server's time of these counts: an extension of a filter names it. */
  asOf: instantSchema,
});

/** What an extension would do. */
export type ExtensionPreview = z.infer<typeof extensionPreviewSchema>;

const CLOSERS = [...ADMINS, 'CLIENT_ADMIN'] as const;
const closers = { roles: CLOSERS, bodyLimit: 1_000_000 } as const;
const admins = { roles: ADMINS, bodyLimit: 1_000_000 } as const;

/** Loans end and come back (spec 7.5: `DELETE /loans`, `POST /loans/matching-loanIds`). */
export const loanClosureCalls = callsOf('loans', {
  previewClosing: {
    ...closers,
    isDoneOnce: false,
    method: 'POST',
    path: '/loans/closing-preview',
    summary:
      'How many loans a deletion or recall would end, and how many of them are worked or promised.',
    body: z.object({ loans: loanChoiceSchema, reason: z.enum(HAND_CLOSING_REASONS) }),
    answer: closingPreviewSchema,
  },
  deleteLoans: {
    ...closers,
    method: 'DELETE',
    path: '/loans',
    section: '7.5',
    summary:
      'Delete loans by id: they are in no list any more and can be brought back. The body may be the bare list of ids.',
    body: z
      .union([namedSchema.shape.loanIds, loanChoiceSchema])
      .transform((given) => (Array.isArray(given) ? { loanIds: given } : given)),
    answer: closedSchema,
  },
  withdrawLoans: {
    ...closers,
    isDoneOnce: true,
    method: 'PUT',
    path: '/loans/withdraw',
    summary: 'The lender recalls loans: they are not worked any more.',
    body: z.object({ loans: loanChoiceSchema, note: noteSchema }),
    answer: closedSchema,
  },
  restoreLoans: {
    ...closers,
    isDoneOnce: true,
    method: 'PUT',
    path: '/loans/restore',
    summary:
      'Take a deletion or a recall back, of one order or loan by loan: the loans go back to who had them. 422 TOO_LATE after a day for the lender.',
    body: z.union([z.object({ commandId: idSchema }), namedSchema]),
    answer: z.object({ success: z.literal(true), reopened: z.int(), kept: z.int() }),
  },
  matchLoanIds: {
    ...closers,
    isDoneOnce: false,
    method: 'POST',
    path: '/loans/matching-loanIds',
    section: '7.5',
    summary: 'Which of these loan numbers exist, and where each loan stands.',
    body: z.object({
      loanNumbers: z.array(textSchema(100)).min(1).max(MOST_NAMED),
      clientName: z.string().trim().max(200).optional(),
    }),
    answer: z.object({ data: z.array(matchedLoanSchema), unknown: z.array(z.string()) }),
  },
  previewExtension: {
    ...admins,
    isDoneOnce: false,
    method: 'POST',
    path: '/loans/extension-preview',
    summary:
      'How many periods an extension would change, and how many expired loans it would bring back.',
    body: z.object({
      loans: z.union([namedSchema, z.object({ matching: loanFilterSchema })]),
      ...extensionFields,
    }),
    answer: extensionPreviewSchema,
  },
  extendLoans: {
    ...admins,
    method: 'PUT',
    path: '/loans/extend',
    summary: 'Move the end of the period; expired loans go back to who had them.',
    body: z.object({ loans: loanChoiceSchema, ...extensionFields }),
    answer: z.object({ success: z.literal(true), extended: z.int(), reopened: z.int() }),
  },
});
