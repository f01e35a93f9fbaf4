import { z } from 'zod';
import { announcedFileSchema, attachedFileSchema } from './disposition.ts';
import { fieldProblem, says } from './errors.ts';
import type { FieldProblem } from './errors.ts';
import { ROLLS } from './prediction.ts';
import { PROMISE_STATES } from './promise.ts';
import { roleSchema } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/**
 * Where a settlement stands. Until the letter: PROPOSED, COUNTERED (other terms, answered by the other side),
 * APPROVED_BY_MANAGER (the agency agreed), APPROVED_BY_CLIENT. With the letter: LETTER_ISSUED, ACTIVE (handed over or paid
 * on), FULFILLED, BROKEN. EXPIRED: nothing came of it in time. WITHDRAWN with its letter: closed (`SETTLEMENT_CLOSINGS`).
 * docs/settlements.md draws it.
 */
export const SETTLEMENT_STATES = [
  'PROPOSED',
  'APPROVED_BY_MANAGER',
  'COUNTERED',
  'APPROVED_BY_CLIENT',
  'LETTER_ISSUED',
  'ACTIVE',
  'FULFILLED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
  'BROKEN',
] as const;

/** Where a settlement stands. */
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/** States in which a settlement is open: a loan has one at most. */
export const OPEN_SETTLEMENT_STATES = [
  'PROPOSED',
  'APPROVED_BY_MANAGER',
  'COUNTERED',
  'APPROVED_BY_CLIENT',
  'LETTER_ISSUED',
  'ACTIVE',
] as const satisfies readonly SettlementState[];

/**
 * Who must act next: a level of the matrix, the client with its letter (LETTER), the borrower (PAYMENT); null once it is over.
 * CLIENT_HEAD is the client's highest level, its client admin.
 */
export const SETTLEMENT_WAITS = [
  'MANAGER',
  'ADMIN',
  'CLIENT',
  'CLIENT_HEAD',
  'LETTER',
  'PAYMENT',
] as const;

/** Who must act next. */
export type SettlementWait = (typeof SETTLEMENT_WAITS)[number];

/** The borrower pays once, or on several days. */
export const SETTLEMENT_KINDS = ['ONE_TIME', 'INSTALMENTS'] as const;

/** Why the borrower asks for it. */
export const SETTLEMENT_REASONS = [
  'HARDSHIP',
  'MEDICAL',
  'JOB_LOSS',
  'DEATH_IN_FAMILY',
  'DISPUTE',
  'OTHER',
] as const;

/** What people (and payments and days) do to a settlement. */
export const SETTLEMENT_ACTIONS = [
  'PROPOSE',
  'APPROVE',
  'COUNTER',
  'REJECT',
  'WITHDRAW',
  'ISSUE_LETTER',
  'ACTIVATE',
  'NUDGE',
  'FOLLOW',
  'EXPIRE',
] as const;

/** What is done to a settlement. */
export type SettlementAction = (typeof SETTLEMENT_ACTIONS)[number];

/**
 * What closes a settlement without its money: nothing is due any more by the lender's figure, or the loan was taken back
 * and its day passed. The event and the notification of it carry this as their remarks or reason.
 */
export const SETTLEMENT_CLOSINGS = ['NOTHING_DUE', 'LOAN_ENDED'] as const;

/** What closes a settlement without its money. */
export type SettlementClosing = (typeof SETTLEMENT_CLOSINGS)[number];

/** The two who must agree. */
export const SETTLEMENT_SIDES = ['AGENCY', 'CLIENT'] as const;

const amountSchema = rupeesSchema.min(1, says('amount-missing'));

const instalmentSchema = z.object({ dueOn: daySchema, amount: rupeesSchema });

/** Most instalments of a settlement. */
export const MOST_INSTALMENTS = 36;

const termsShape = {
  kind: z.enum(SETTLEMENT_KINDS, says('not-chosen')),
  offeredAmount: amountSchema,
  /** The last day on which it can be paid (once), or on which the first instalment can be due. */
  validUntil: dayInputSchema,
  instalments: z
    .array(z.object({ dueOn: dayInputSchema, amount: amountSchema }))
    .max(MOST_INSTALMENTS)
    .default([]),
};

interface TermsShape {
  readonly kind: (typeof SETTLEMENT_KINDS)[number];
  readonly offeredAmount: number;
  readonly validUntil: string;
  readonly instalments: readonly { readonly dueOn: string; readonly amount: number }[];
}

/** What is wrong with terms in themselves: instalments follow each other in time and add up to the offer. */
function termsProblems(terms: TermsShape): FieldProblem[] {
  const { kind, offeredAmount, validUntil, instalments } = terms;
  if (kind === 'ONE_TIME')
    return instalments.length === 0 ? [] : [fieldProblem('instalments', 'not-valid')];
  if (instalments.length < 2) return [fieldProblem('instalments', 'too-few', { least: 2 })];
  const problems = instalments.flatMap(({ dueOn }, at) => {
    const before = instalments[at - 1];
    const isInOrder = before === undefined || before.dueOn < dueOn;
    return isInOrder ? [] : [fieldProblem(`instalments.${at}.dueOn`, 'instalment-order')];
  });
  if ((instalments[0]?.dueOn ?? '') > validUntil)
    problems.push(fieldProblem('instalments.0.dueOn', 'instalment-after-validity'));
  const sum = instalments.reduce((all, { amount }) => all + amount, 0);
  if (sum !== offeredAmount) problems.push(fieldProblem('offeredAmount', 'instalment-sum'));
  return problems;
}

function refineTerms(terms: TermsShape, context: z.core.$RefinementCtx): void {
  for (const { path, message } of termsProblems(terms))
    context.addIssue({ code: 'custom', path: path.split('.'), message });
}

/** Terms as people give them. */
export const settlementTermsSchema = z.object(termsShape).superRefine(refineTerms);

/** Terms of a settlement: what the borrower pays, when. */
export type SettlementTerms = z.output<typeof settlementTermsSchema>;

/** A proposal, as the desk sends it and the outbox queues it. `_id` makes a replay harmless. */
export const settlementProposalSchema = z
  .object({
    _id: idSchema,
    loanId: idSchema,
    ...termsShape,
    reason: z.enum(SETTLEMENT_REASONS, says('not-chosen')),
    remarks: textSchema(2000).optional(),
    /** Instant of saving by the device's clock. */
    recordedAt: instantSchema.optional(),
    /** Files whose bytes follow from the device. */
    files: z.array(announcedFileSchema).max(10).optional(),
  })
  .superRefine(refineTerms);

/** A proposal. */
export type SettlementProposal = z.output<typeof settlementProposalSchema>;

/** How an instalment stands: DUE is still to come, PART came in part, LATE came within the days of grace. */
export const INSTALMENT_STANDINGS = ['DUE', 'PART', 'KEPT', 'LATE', 'SHORT', 'MISSED'] as const;

const followedInstalmentSchema = instalmentSchema.extend({
  paidAmount: rupeesSchema,
  standing: z.enum(INSTALMENT_STANDINGS),
});

/** How a letter compares with what was approved. UNREAD: a scan without text, or one that the limits left unread. */
export const LETTER_CHECKS = ['AGREES', 'DIFFERS', 'UNREAD'] as const;

/** Languages that drafts of letters are written in. */
export const LETTER_LANGUAGES = ['en', 'hi'] as const;

/** A language of a draft. */
export type LetterLanguage = (typeof LETTER_LANGUAGES)[number];

/** SETTLEMENT: what was approved; NO_DUES: it was paid, nothing is owed. */
export const LETTER_KINDS = ['SETTLEMENT', 'NO_DUES'] as const;

/** What a draft says. */
export type LetterKind = (typeof LETTER_KINDS)[number];

/** What of the approved terms a letter does not say. */
export const LETTER_FINDINGS = ['LOAN_NUMBER', 'AMOUNT', 'VALIDITY'] as const;

/** What is noted of a letter. LIMITS: it could not be read within the limits of time and memory. */
const LETTER_NOTES = [...LETTER_FINDINGS, 'LIMITS'] as const;

/** A letter of the client. Replaced ones stay. */
const settlementLetterSchema = z.object({
  _id: idSchema,
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  sha256: z.string(),
  check: z.enum(LETTER_CHECKS),
  findings: z.array(z.enum(LETTER_NOTES)),
  /** Why it was taken although it differs. */
  confirmReason: z.string().nullable(),
  Uploaded_By: z.string(),
  uploadedAt: instantSchema,
  replacedAt: instantSchema.nullable(),
});

/** A letter of the client. */
export type SettlementLetter = z.infer<typeof settlementLetterSchema>;

/** A settlement as lists show it (spec 7.8). Amounts in whole rupees, days of the business zone. */
export const settlementSchema = z.object({
  _id: idSchema,
  loanId: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Client_Name: z.string(),
  Product: z.string().nullable(),
  Bucket: z.string().nullable(),
  settlementStatus: z.enum(SETTLEMENT_STATES),
  waitsFor: z.enum(SETTLEMENT_WAITS).nullable(),
  /** Since when. */
  waitsSince: instantSchema,
  kind: z.enum(SETTLEMENT_KINDS),
  offeredAmount: rupeesSchema,
  /** What was due when it was offered, and its parts where the lender told them. */
  dueAmount: rupeesSchema,
  principalAmount: rupeesSchema.nullable(),
  interestAmount: rupeesSchema.nullable(),
  chargesAmount: rupeesSchema.nullable(),
  waiverAmount: rupeesSchema,
  waiverPercent: z.number(),
  validUntil: daySchema,
  /** The day and amount to collect next, while it is being paid. */
  nextDueOn: daySchema.nullable(),
  nextAmount: rupeesSchema.nullable(),
  paidAmount: rupeesSchema,
  /** What was written off when it was fulfilled. */
  waivedAmount: rupeesSchema.nullable(),
  reason: z.enum(SETTLEMENT_REASONS),
  Proposed_By: z.string(),
  proposedById: idSchema,
  proposedAt: instantSchema,
  /** Paid over more than three months: a restructuring by the RBI's framework. */
  isRestructuring: z.boolean(),
  /** The lender's file calls the loan fraud or wilful default. */
  isFlagged: z.boolean(),
  hasLetter: z.boolean(),
  /** What the reader may do now. */
  actions: z.array(z.enum(SETTLEMENT_ACTIONS)),
  /** Counts up with every change; a decision names the one that was seen. */
  revision: z.int(),
});

/** A settlement as lists show it. */
export type Settlement = z.infer<typeof settlementSchema>;

/** One thing done to a settlement; the terms are those after it. */
const settlementEventSchema = z.object({
  _id: idSchema,
  action: z.enum(SETTLEMENT_ACTIONS),
  fromStatus: z.enum(SETTLEMENT_STATES).nullable(),
  toStatus: z.enum(SETTLEMENT_STATES),
  /** Null: payments or days did it. */
  personName: z.string().nullable(),
  role: roleSchema.nullable(),
  at: instantSchema,
  remarks: z.string().nullable(),
  offeredAmount: rupeesSchema,
  waiverAmount: rupeesSchema,
  validUntil: daySchema,
  /** Absent from older servers. */
  instalments: z.array(instalmentSchema).optional(),
  paidAmount: rupeesSchema,
});

/** One thing done to a settlement. */
export type SettlementEvent = z.infer<typeof settlementEventSchema>;

/** The least that can be approved at a level, of a loan's due. */
const levelLimitSchema = z.object({
  level: z.enum(['MANAGER', 'ADMIN', 'CLIENT', 'CLIENT_HEAD']),
  leastAmount: rupeesSchema,
});

/** What the lender and the agency know of the loan, the newest first. */
const settlementRecordSchema = z.object({
  DPD: z.int().nullable(),
  Loan_Amount: rupeesSchema.nullable(),
  Due_Date: daySchema.nullable(),
  City: z.string().nullable(),
  Total_Due_Amount: rupeesSchema.nullable(),
  Paid_Amount: rupeesSchema,
  contacts: z.array(
    z.object({
      _id: idSchema,
      at: instantSchema,
      channel: z.enum(['CALL', 'FIELD']),
      /** What a device kept of an older server has none. */
      code: z.string().optional(),
      label: z.string(),
      Agent_Name: z.string(),
      remarks: z.string().nullable(),
    }),
  ),
  promises: z.array(
    z.object({
      _id: idSchema,
      dueOn: daySchema,
      amount: rupeesSchema,
      state: z.enum(PROMISE_STATES),
    }),
  ),
  payments: z.array(
    z.object({
      _id: idSchema,
      paidOn: daySchema,
      amount: rupeesSchema,
      mode: z.string().nullable(),
      isReversed: z.boolean(),
    }),
  ),
});

/** What is known of a settlement's loan. */
export type SettlementRecord = z.infer<typeof settlementRecordSchema>;

/** A settlement's page. */
export const settlementDetailSchema = settlementSchema.extend({
  remarks: z.string().nullable(),
  instalments: z.array(followedInstalmentSchema),
  /** Counted as paid when the terms were agreed on and bounced since: it is to be paid beside the offer. Absent from older servers. */
  bouncedAmount: rupeesSchema.optional(),
  events: z.array(settlementEventSchema),
  letters: z.array(settlementLetterSchema),
  files: z.array(attachedFileSchema),
  /** Drafts of letters that the reader may take. */
  drafts: z.array(z.object({ kind: z.enum(LETTER_KINDS), language: z.enum(LETTER_LANGUAGES) })),
  limits: z.array(levelLimitSchema),
  /** What came on ended loans of the same client and bucket in the last year, percent of their due; null: none ended. */
  expectedPercent: z.number().nullable(),
  /** What the loan is expected to bring by itself within 30 days, for those who decide; null: too little history. */
  expectation: z
    .object({
      /** By the loan's score; else by the history of its client's loans. Absent from older servers. */
      isScored: z.boolean().optional(),
      /** Of any payment, 0 to 1. */
      chance: z.number(),
      amount: rupeesSchema,
      /** What became of loans as long past due within a month, shares of 1. */
      rolls: z.array(z.object({ outcome: z.enum(ROLLS), share: z.number() })),
    })
    .nullable(),
  /** Null: the reader does not see the loan any more. */
  record: settlementRecordSchema.nullable(),
  coolingUntil: daySchema.nullable(),
  graceDays: z.int(),
});

/** A settlement's page. */
export type SettlementDetail = z.infer<typeof settlementDetailSchema>;

/** What a proposer sees before saving. */
export const settlementLimitsSchema = z.object({
  dueAmount: rupeesSchema,
  /** What agents collected of it that no payment confirms yet. */
  unverifiedAmount: rupeesSchema,
  limits: z.array(levelLimitSchema),
  /** The last day an offer of today can be valid. */
  lastValidDay: daySchema,
  /** No new settlement of this loan before that day; null: there is none. */
  coolingUntil: daySchema.nullable(),
  /** The settlement that is open on this loan: whose, since when, where it stands. */
  open: z
    .object({
      _id: idSchema,
      Proposed_By: z.string(),
      proposedAt: instantSchema,
      settlementStatus: z.enum(SETTLEMENT_STATES),
    })
    .nullable(),
});

/** What a proposer sees before saving. */
export type SettlementLimits = z.infer<typeof settlementLimitsSchema>;
