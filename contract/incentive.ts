import { z } from 'zod';
import { says } from './errors.ts';
import { incentiveRoleSchema } from './client-contract.ts';
import { roleSchema } from './roles.ts';
import {
  amountInputSchema,
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  percentInputSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

const wordSchema = textSchema(60)
  .transform((text) => (text === '' ? null : text))
  .nullable();

/** What a month's slab goes by: the money of its part of the book, or the person's target reached, percent. */
export const INCENTIVE_MEASURES = ['AMOUNT', 'ACHIEVEMENT'] as const;

const slabSchema = z
  .object({
    /** Reached from here on: rupees, or percent of the target. */
    from: amountInputSchema,
    /** Of each payment, at most two digits after the point; null: none. */
    percent: percentInputSchema.nullable(),
    /** Once a month, rupees; null: none. */
    fixedAmount: amountInputSchema.nullable(),
  })
  .refine(({ percent, fixedAmount }) => (percent === null) !== (fixedAmount === null), {
    path: ['percent'],
    ...says('slab-value'),
  });

/** Slabs of a part of the book; no bucket, no product: any. The most exact part holds: both, the bucket, the product, any. */
const partSchema = z.object({
  bucket: wordSchema,
  product: wordSchema,
  slabs: z
    .array(slabSchema)
    .min(1, says('slab-missing'))
    .max(20)
    .superRefine((slabs, context) => {
      for (const [place, { from }] of slabs.entries())
        if (slabs.findIndex((slab) => slab.from === from) < place)
          context.addIssue({ code: 'custom', path: [place, 'from'], message: says('twice').error });
    })
    .transform((slabs) => slabs.toSorted((a, b) => a.from - b.from)),
});

const keyOf = ({ bucket, product }: z.output<typeof partSchema>) =>
  JSON.stringify([bucket?.toLowerCase() ?? null, product?.toLowerCase() ?? null]);

/** What a structure says (docs/money.md). */
export const incentiveTermsSchema = z.object({
  measure: z.enum(INCENTIVE_MEASURES, says('not-chosen')),
  /** None: nothing is earned. */
  parts: z
    .array(partSchema)
    .max(30)
    .superRefine((parts, context) => {
      const keys = parts.map(keyOf);
      for (const [place, key] of keys.entries())
        if (keys.indexOf(key) < place)
          context.addIssue({
            code: 'custom',
            path: [place, 'bucket'],
            message: says('twice').error,
          });
    }),
  /** At most so much a person and month, rupees; null: no most. */
  cap: amountInputSchema.nullable(),
  /** Nothing is paid for a month below so much of the target, percent; null: whatever it is. */
  minAchievement: z.int(says('not-a-whole-percentage')).min(0).max(1000).nullable(),
  /** Nothing is paid for a month with a contact against a rule that nobody reviewed. */
  needsNoBreach: z.boolean(),
  /** Nothing is paid while cash taken in until the month's end is not deposited. */
  needsCashDeposited: z.boolean(),
  /** For managers: of what each payment brings its agents. */
  teamPercent: percentInputSchema.nullable(),
  /** A payment reversed so many days after it, or sooner, is taken back when its month is closed. */
  clawbackDays: z.int().min(0).max(3650),
});

/** What a structure says. */
export type IncentiveTerms = z.output<typeof incentiveTermsSchema>;

/** A version of a structure as an admin sets it. */
export const incentiveInputSchema = z
  .object({
    roleType: incentiveRoleSchema,
    validFrom: dayInputSchema,
    validTo: dayInputSchema.nullable(),
    terms: incentiveTermsSchema,
  })
  .refine(({ validFrom, validTo }) => validTo === null || validFrom <= validTo, {
    path: ['validTo'],
    ...says('day-order'),
  });

/** A version of a structure, checked. */
export type IncentiveInput = z.output<typeof incentiveInputSchema>;

/** A version of a structure: of a client and role type, from a day on until the next one or its own end. */
export const incentiveStructureSchema = z.object({
  _id: idSchema,
  clientId: idSchema,
  Client_Name: z.string(),
  roleType: incentiveRoleSchema,
  validFrom: daySchema,
  validTo: daySchema.nullable(),
  terms: incentiveTermsSchema,
  setBy: z.string().nullable(),
  setAt: instantSchema,
  /** Of all versions of this client and role type. */
  revision: z.int(),
});

/** A version of a structure. */
export type IncentiveStructure = z.infer<typeof incentiveStructureSchema>;

/** Why nothing is paid for a month: the target, a contact against a rule that nobody reviewed, cash not deposited. */
export const INCENTIVE_GATES = ['ACHIEVEMENT', 'BREACH', 'CASH'] as const;

/** Which slab some payments fell into. */
const slabOfSchema = z.object({
  bucket: z.string().nullable(),
  product: z.string().nullable(),
  measure: z.enum(INCENTIVE_MEASURES),
  /** Rupees or percent, as the measure says. */
  reached: z.int().nullable(),
  /** Null: below the first one. */
  from: z.int().nullable(),
  percent: z.number().nullable(),
  fixedAmount: rupeesSchema.nullable(),
  /** The next slab: so much more collected brings so much more in all; null: there is none. */
  next: z.object({ need: rupeesSchema, more: rupeesSchema }).nullable(),
});

/** What a person earns in a month on a client. */
export const incentiveShareSchema = z.object({
  clientId: idSchema,
  Client_Name: z.string(),
  roleType: incentiveRoleSchema,
  /** Attributed verified money that a structure looks at. */
  collected: rupeesSchema,
  /** Payment by payment, team shares, and sums once a month. */
  lines: rupeesSchema,
  team: rupeesSchema,
  fixed: rupeesSchema,
  cap: rupeesSchema.nullable(),
  failed: z.array(z.enum(INCENTIVE_GATES)),
  /** After gates and cap. */
  total: rupeesSchema,
  target: rupeesSchema.nullable(),
  /** Percent of the target; null: there is none. */
  achievement: z.int().nullable(),
  breaches: z.int(),
  inHand: rupeesSchema,
  slabs: z.array(slabOfSchema),
});

/** What a person earns in a month on a client. */
export type IncentiveShare = z.infer<typeof incentiveShareSchema>;

/** A person's month in short. */
export const incentiveTotalSchema = z.object({
  _id: idSchema,
  fullName: z.string(),
  role: roleSchema,
  managerName: z.string().nullable(),
  collected: rupeesSchema,
  earned: rupeesSchema,
  /** Of payments of closed months that came or were reversed later. */
  corrections: rupeesSchema,
  total: rupeesSchema,
  failed: z.array(z.enum(INCENTIVE_GATES)),
});

/** A person's month in short. */
export type IncentiveTotal = z.infer<typeof incentiveTotalSchema>;

/** What a line is: a payment, a share of what an agent's payment brought, or a correction of a closed month. */
export const INCENTIVE_LINES = ['PAYMENT', 'TEAM', 'REVERSAL', 'LATE'] as const;

/** A line of a statement with the payment it comes from. */
export const incentiveLineSchema = z.object({
  kind: z.enum(INCENTIVE_LINES),
  paymentId: idSchema,
  paidOn: daySchema,
  Loan_ID: z.string(),
  Client_Name: z.string(),
  /** Whose payment a team share is of. */
  fromName: z.string().nullable(),
  bucket: z.string().nullable(),
  product: z.string().nullable(),
  /** The person's share of the payment; of a team share what the agent earns. */
  amount: rupeesSchema,
  /** Where the slab begins, as the measure says; null: none is reached. */
  slabFrom: z.int().nullable(),
  /** What the structure's slabs go by: `slabFrom` is rupees or percent. Absent from older servers. */
  measure: z.enum(INCENTIVE_MEASURES).optional(),
  percent: z.number().nullable(),
  sum: rupeesSchema,
});

/** A line of a statement. */
export type IncentiveLine = z.infer<typeof incentiveLineSchema>;
