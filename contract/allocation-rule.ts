import { z } from 'zod';
import { says } from './errors.ts';
import { IMPORT_FIELD_NAMES } from './import-mapping.ts';
import { loanFilterSchema } from './loan-calls.ts';
import { idSchema, instantSchema, textSchema } from './values.ts';

/*
 * Rules that say whom loans go to (issue: rules and automatic allocation). Rules are tried in their order; the first
 * whose conditions all hold, and that names somebody with room for one more, takes the loan.
 */

/** Fields of a loan that a condition can ask for, beside `other.HEADER` for the lender's own columns. */
export const RULE_FIELDS = [
  ...IMPORT_FIELD_NAMES,
  'Client_Name',
  /** Newest disposition's code and class, and days since. */
  'disposition',
  'disposition_class',
  'daysSinceContact',
  /** Class of the best result ever had with this borrower (same mobile number), any loan. */
  'pastResult',
  /** Days since the agency got the loan. */
  'age',
  /** Chance to pay within 30 days by the model in use, whole percent; empty without a score. */
  'chanceToPay',
] as const;

/** What contacts can have ended in, the best first: `pastResult` is the best that a borrower ever had. */
export const PAST_RESULTS = [
  'PAID',
  'PTP',
  'CALLBACK',
  'CONTACTED',
  'DISPUTE',
  'REFUSED',
  'NOT_CONTACTED',
  'SKIP',
] as const;

/** What stands before a header in the name of a field that is a lender's own column. */
export const OTHER_FIELD = 'other.';

const ruleField = z.union([
  z.enum(RULE_FIELDS),
  textSchema(OTHER_FIELD.length + 200).refine(
    (name) => name.startsWith(OTHER_FIELD) && name.length > OTHER_FIELD.length,
    says('not-a-choice'),
  ),
]);

/** One condition: `between` takes "from" and "to" (either may be empty), `in` a list (pincodes: also their beginnings). */
export const ruleConditionSchema = z.object({
  field: ruleField,
  is: z.enum(['in', 'notIn', 'between', 'contains', 'startsWith', 'empty', 'notEmpty']),
  values: z.array(textSchema(200)).max(20_000).default([]),
});

/** One condition of a rule. */
export type RuleCondition = z.infer<typeof ruleConditionSchema>;

/** How a rule or a run spreads loans over people. */
export const SPREADS = ['EQUAL_COUNT', 'EQUAL_AMOUNT', 'CAPACITY'] as const;

/** Whose hands loans are given into. */
export const kindSchema = z.enum(['COLLECTOR', 'FIELD', 'MANAGER']);

/** Whose hands loans are given into. */
export type RuleKind = z.infer<typeof kindSchema>;

/** What a rule says: which loans, to whom, spread how. */
export const allocationRuleSpecSchema = z.object({
  conditions: z.array(ruleConditionSchema).max(30),
  kind: kindSchema,
  /** The people named; empty: everyone of the kind whose skills fit. */
  assigneeIds: z.array(idSchema).max(1000).default([]),
  spread: z.enum(SPREADS).default('EQUAL_COUNT'),
  /** The agent who had the loan last comes first. */
  isSticky: z.boolean().default(false),
  /** Only people whose languages, products and pincodes (agent skills) fit the loan. */
  matchesSkills: z.boolean().default(false),
});

/** What a rule says. */
export type AllocationRuleSpec = z.infer<typeof allocationRuleSpecSchema>;

/** What a run shares out and how. */
export const autoAllocationSpecSchema = z.object({
  kind: kindSchema,
  /** Which loans; only ACTIVE ones that nobody of the kind has, unless `takesOver`. */
  filter: loanFilterSchema.default({}),
  takesOver: z.boolean().default(false),
  /** First by the rules in force, then the rest as below. */
  usesRules: z.boolean().default(false),
  /** Only by the rules: what none takes stays. */
  onlyRules: z.boolean().default(false),
  assigneeIds: z.array(idSchema).max(1000).default([]),
  spread: z.enum(SPREADS).default('EQUAL_COUNT'),
  isSticky: z.boolean().default(false),
  /** Field agents: those whose pincodes are nearest come first (same pincode, then the longest same beginning). */
  prefersNear: z.boolean().default(false),
  respectsCapacity: z.boolean().default(true),
});

/** What a run shares out and how. */
export type AutoAllocationSpec = z.infer<typeof autoAllocationSpecSchema>;

/** Fields that loans can be ordered by before they are given out. */
export const SORTING_FIELDS = [
  'Total_Due_Amount',
  'Principal_Outstanding',
  'DPD',
  'Bucket',
  'Due_Date',
  'Last_Payment_Date',
  'disCreatedAt',
  'createdAt',
] as const;

/** One key of a sorting rule: which loans are given out first. */
export const sortingKeySchema = z.object({
  field: z.enum(SORTING_FIELDS),
  isDescending: z.boolean().default(true),
});

/** One key of a sorting rule. */
export type SortingKey = z.infer<typeof sortingKeySchema>;

/** The keys of an order, the weightiest first; each field once. */
export const sortingKeysSchema = z
  .array(sortingKeySchema)
  .max(SORTING_FIELDS.length)
  .refine((keys) => new Set(keys.map(({ field }) => field)).size === keys.length, says('twice'));

/** A rule as it is typed: its name, whose loans (null: every lender's), what it says. */
export const ruleInputSchema = z.object({
  name: textSchema(120).min(1, says('name-missing')),
  lenderId: idSchema.nullable().default(null),
  spec: allocationRuleSpecSchema,
});

/** A rule as it is typed. */
export type RuleInput = z.output<typeof ruleInputSchema>;

/** A rule. Positions count from 1. */
export const allocationRuleSchema = z.object({
  _id: idSchema,
  name: z.string(),
  position: z.int(),
  isActive: z.boolean(),
  lenderId: idSchema.nullable(),
  /** Null: every lender's loans. */
  Client_Name: z.string().nullable(),
  spec: allocationRuleSpecSchema,
  revision: z.int(),
  updatedByName: z.string().nullable(),
  updatedAt: instantSchema,
});

/** A rule. */
export type AllocationRule = z.infer<typeof allocationRuleSchema>;

/** A version of all rules: who made it, and what it changed of the one before. */
export const ruleVersionSchema = z.object({
  version: z.int(),
  createdAt: instantSchema,
  createdByName: z.string().nullable(),
  ruleCount: z.int(),
  /** Names of rules that came, went, changed in what they say; whether the order is another. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  isReordered: z.boolean(),
});

/** A version of all rules. */
export type RuleVersion = z.infer<typeof ruleVersionSchema>;
