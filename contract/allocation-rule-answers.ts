import { z } from 'zod';
import {
  SPREADS,
  allocationRuleSpecSchema,
  kindSchema,
  ruleConditionSchema,
  sortingKeySchema,
} from './allocation-rule.ts';
import { choosableSchema, idSchema, instantSchema } from './values.ts';

/** What a rule can name. */
export const ruleChoicesSchema = z.object({
  lenders: z.array(z.object({ _id: idSchema, Client_Name: z.string() })),
  agents: z.array(
    choosableSchema.extend({
      kind: kindSchema,
      managerName: z.string().nullable(),
    }),
  ),
  /** Headers of the lenders' own columns. */
  otherHeaders: z.array(z.string()),
  dispositions: z.array(z.object({ code: z.string(), label: z.string(), channel: z.string() })),
});

/** What a rule can name. */
export type RuleChoices = z.infer<typeof ruleChoicesSchema>;

const share = {
  loanCount: z.int(),
  dueAmount: z.number(),
  freeCount: z.int(),
  freeDue: z.number(),
};

/** What each rule would take. Amounts in rupees; `free`: loans that nobody of the rule's kind has. */
export const dryRunSchema = z.object({
  version: z.int(),
  /** All active loans. */
  loanCount: z.int(),
  dueAmount: z.number(),
  rules: z.array(
    z.object({
      _id: idSchema,
      name: z.string(),
      kind: kindSchema,
      ...share,
      /** People it names who are there; without any it takes nothing. */
      agentCount: z.int(),
      /** Loans that they still have room for; null: no limit. */
      room: z.int().nullable(),
    }),
  ),
  /** What no rule of a kind takes; kinds with rules only. */
  none: z.array(z.object({ kind: kindSchema, ...share })),
});

/** What each rule would take. */
export type DryRun = z.infer<typeof dryRunSchema>;

const loanFields = {
  _id: idSchema,
  Loan_ID: z.string(),
  Client_Name: z.string(),
  Customer_Name: z.string(),
  City: z.string().nullable(),
  Pincode: z.string().nullable(),
  Product: z.string().nullable(),
  Bucket: z.string().nullable(),
  DPD: z.int().nullable(),
  Total_Due_Amount: z.number().nullable(),
  Unverified_Amount: z.number().optional(),
};

/** A loan in the list of what a rule takes. */
export const ruleLoanSchema = z.object({ ...loanFields, holderName: z.string().nullable() });

/** A loan in the list of what a rule takes. */
export type RuleLoan = z.infer<typeof ruleLoanSchema>;

/** A loan in the preview of an order, with its value of each key as text. */
export const sortedLoanSchema = z.object({
  ...loanFields,
  Principal_Outstanding: z.number().nullable(),
  Due_Date: z.string().nullable(),
  Last_Payment_Date: z.string().nullable(),
  disCreatedAt: instantSchema.nullable(),
  createdAt: instantSchema,
});

/** A loan in the preview of an order. */
export type SortedLoan = z.infer<typeof sortedLoanSchema>;

/** Why a loan goes where it goes. */
export const loanExplanationSchema = z.object({
  loan: z.object({ ...loanFields, status: z.string() }),
  rules: z.array(
    z.object({
      _id: idSchema,
      name: z.string(),
      position: z.int(),
      kind: kindSchema,
      spread: z.enum(SPREADS),
      /**
       * TAKES: the loan goes by it. LATER: it fits, but an earlier one takes the loan. NOBODY: it fits, but no one it names
       * is there, suits the loan and has room. NOT: a condition does not hold.
       */
      outcome: z.enum(['TAKES', 'LATER', 'NOBODY', 'NOT']),
      conditions: z.array(
        z.object({
          field: z.string(),
          is: ruleConditionSchema.shape.is,
          /** The first values of the condition, and how many it has. */
          values: z.array(z.string()),
          valueCount: z.int(),
          /** The loan's own value. */
          value: z.string().nullable(),
          holds: z.boolean(),
        }),
      ),
      /** Who could get it; the first ten, the one who had it last first. */
      agents: z.array(
        z.object({
          _id: idSchema,
          fullName: z.string(),
          held: z.int(),
          capacity: z.int().nullable(),
          /** It had the loan last, and the rule says that such come first. */
          hadItLast: z.boolean(),
        }),
      ),
      agentCount: z.int(),
    }),
  ),
  /** Who has it now, by kind. */
  holders: z.array(z.object({ kind: kindSchema, fullName: z.string() })),
});

/** Why a loan goes where it goes. */
export type LoanExplanation = z.infer<typeof loanExplanationSchema>;

/** A lender's order; `lenderId` null: of all lenders without an own one. */
export const sortingRuleSchema = z.object({
  revision: z.int(),
  lenderId: idSchema.nullable(),
  Client_Name: z.string().nullable(),
  /** Empty: no own order. */
  keys: z.array(sortingKeySchema),
  loanCount: z.int(),
  updatedAt: instantSchema.nullable(),
});

/** A lender's order. */
export type SortingRule = z.infer<typeof sortingRuleSchema>;

const problems = z.array(z.object({ column: z.string(), reason: z.string() }));

/** What became of a sheet of rules. */
export const ruleSheetAnswerSchema = z.object({
  isTrial: z.boolean(),
  /** The version that its rules became; null while it is only tried or has mistakes. */
  version: z.int().nullable(),
  failedCount: z.int(),
  rows: z.array(
    z.object({
      /** As a spreadsheet numbers it. */
      row: z.int(),
      name: z.string(),
      Client_Name: z.string().nullable(),
      spec: allocationRuleSpecSchema.nullable(),
      agentNames: z.array(z.string()),
      problems,
    }),
  ),
});

/** What became of a sheet of rules. */
export type RuleSheetAnswer = z.infer<typeof ruleSheetAnswerSchema>;
