import { z } from 'zod';
import { gstinInputSchema, isGstinOfPan, panInputSchema } from './tax-numbers.ts';
import { dayInputSchema, idSchema, rupeesSchema, timeInputSchema } from './values.ts';

/**
 * What may be wrong with a field of a client's contract, by a key under which a screen has the words of its own
 * language. The values are the sentences of the server's answers.
 */
export const CONTRACT_PROBLEMS = {
  nameMissing: 'Enter the name.',
  tooLong: 'This is too long. Shorten it.',
  unreadable: 'Remove the unreadable character.',
  code: 'Use 2 to 12 capital letters, digits or dashes, such as SURY-01.',
  gst: 'This GST number is not right: check its 15 characters for a typing mistake.',
  pan: 'This PAN is not right: it has five letters, four digits and a letter, as in AAPFU0939F.',
  gstOfOtherPan: 'This GST number belongs to another PAN. Mend one of the two.',
  tooMany: 'These are too many. Remove some.',
  twice: 'This is there twice. Remove one of the two.',
  percent: 'Give a percentage from 0 to 100 with at most two digits after the point.',
  wholePercent: 'Give a whole percentage from 0 to 100.',
  amount: 'Give the amount in whole rupees, 0 or more.',
  time: 'Give the time as hh:mm AM or PM.',
  contactHours: 'Borrowers may be contacted between 08:00 AM and 07:00 PM only.',
  contactOrder: 'The end must be after the beginning.',
  retention: 'Give a number of days from 30 to 10950 (30 years).',
  callerId: 'Use 4 to 15 digits; x stands for any digit, as in 1600220xxx.',
  day: 'Give the date as DD-MM-YYYY.',
  dayOrder: 'The last day must not be before the first.',
  phone: 'Enter a phone number of 6 to 15 digits.',
  email: 'Enter a valid e-mail address, such as name@example.com.',
  noWay: 'Give a phone number or an e-mail address.',
  role: 'Choose whom the incentive is for.',
  slabMissing: 'Add at least one step.',
  slabValue: 'Give either a percentage or a fixed sum, not both.',
  taken: 'Another client has this already. Choose another.',
} as const;

/** Which problem: a key of `CONTRACT_PROBLEMS`. */
export type ContractProblem = keyof typeof CONTRACT_PROBLEMS;

const says = (problem: ContractProblem) => ({ error: CONTRACT_PROBLEMS[problem] });

/** Typed text: trimmed, bounded, without NUL (PostgreSQL refuses it). */
const typed = (max: number) =>
  z
    .string()
    .trim()
    .max(max, says('tooLong'))
    .refine((text) => !text.includes('\u0000'), says('unreadable'));

/** Text that may be missing: '' parses to null. */
const optional = (max: number) =>
  typed(max)
    .transform((text) => (text === '' ? null : text))
    .nullable();

const MOST_WORDS = 50;
const isFresh = (words: readonly string[]) =>
  new Set(words.map((word) => word.toLowerCase())).size === words.length;

/** Products or buckets: names without empty ones, none twice. */
const wordsSchema = z
  .array(typed(60))
  .max(MOST_WORDS, says('tooMany'))
  .transform((words) => words.filter((word) => word !== ''))
  .refine(isFresh, says('twice'));

const amountSchema = z
  .int(says('amount'))
  .min(0, says('amount'))
  .max(1_000_000_000_000, says('amount'));
const percentSchema = z
  .number(says('percent'))
  .min(0, says('percent'))
  .max(100, says('percent'))
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, says('percent'));
/** Nobody may be contacted outside 8 AM and 7 PM; a lender may narrow that, not widen it. */
const contactTime = timeInputSchema.refine(
  (time) => time >= '08:00' && time <= '19:00',
  says('contactHours'),
);
const dayOrNull = z
  .union([z.literal('').transform(() => null), dayInputSchema], says('day'))
  .nullable();

/** A client as its contract has it. */
export const clientProfileSchema = z
  .object({
    Client_Name: typed(120).min(1, says('nameMissing')),
    /** The agency's short name of it: capitals. */
    code: typed(12)
      .transform((text) => text.toUpperCase())
      .pipe(
        z.union([
          z.literal('').transform(() => null),
          z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,11}$/, says('code')),
        ]),
      )
      .nullable(),
    address: optional(500),
    gst: gstinInputSchema,
    pan: panInputSchema,
    products: wordsSchema,
    buckets: wordsSchema,
    /** Most a manager may waive of the dues without the lender, percent. */
    managerWaiverPercent: z
      .int(says('wholePercent'))
      .min(0, says('wholePercent'))
      .max(100, says('wholePercent')),
    /** Most a CUSTOMER may approve, whole rupees; null: any amount. */
    customerApprovalLimit: amountSchema.nullable(),
    /** Contact hours in the business zone, `HH:mm`. */
    contactFrom: contactTime,
    contactTo: contactTime,
    /** How long borrowers' data is kept after a loan is closed, days. */
    retentionDays: z
      .int(says('retention'))
      .min(30, says('retention'))
      .max(10_950, says('retention')),
    callerIdSeries: typed(20)
      .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
      .pipe(
        z.union([
          z.literal('').transform(() => null),
          z.string().regex(/^\d[\dx]{3,14}$/, says('callerId')),
        ]),
      )
      .nullable(),
  })
  .refine(({ contactFrom, contactTo }) => contactFrom < contactTo, {
    path: ['contactTo'],
    ...says('contactOrder'),
  })
  .refine(({ gst, pan }) => gst === null || pan === null || isGstinOfPan(gst, pan), {
    path: ['gst'],
    ...says('gstOfOtherPan'),
  });

/** A client as its contract has it. */
export type ClientProfile = z.output<typeof clientProfileSchema>;

/** A part of a lender's book that is given to the agency together. No product or bucket: all of them. */
export const portfolioInputSchema = z
  .object({
    name: typed(120).min(1, says('nameMissing')),
    products: wordsSchema,
    buckets: wordsSchema,
    startsOn: dayOrNull,
    endsOn: dayOrNull,
  })
  .refine(({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn, {
    path: ['endsOn'],
    ...says('dayOrder'),
  });

/** A part of a lender's book, checked. */
export type PortfolioInput = z.output<typeof portfolioInputSchema>;

/** Whom incentives are set for (spec 3: per client and role type). */
export const INCENTIVE_ROLES = ['COLLECTOR', 'FIELD_AGENT', 'MANAGER', 'PARTNER'] as const;

/** Whom incentives are set for. */
export const incentiveRoleSchema = z.enum(INCENTIVE_ROLES, says('role'));

/** Whom an incentive is set for. */
export type IncentiveRole = z.infer<typeof incentiveRoleSchema>;

/** One step of an incentive: of what is collected from `fromAmount` on, this share or this sum. */
export const incentiveSlabSchema = z.object({
  /** Collected in the month, whole rupees, at least. */
  fromAmount: rupeesSchema.min(0),
  /** Of the collected amount, percent with at most two digits after the point; null when it is a fixed sum. */
  percent: z.number().min(0).max(100).nullable(),
  /** A fixed sum, whole rupees; null when it is a share. */
  fixedAmount: rupeesSchema.min(0).nullable(),
});

/** One step of an incentive (spec 3: Incentives, per client and role type). */
export type IncentiveSlab = z.infer<typeof incentiveSlabSchema>;

const slabInputSchema = z
  .object({
    fromAmount: amountSchema,
    percent: percentSchema.nullable(),
    fixedAmount: amountSchema.nullable(),
  })
  .refine(({ percent, fixedAmount }) => (percent === null) !== (fixedAmount === null), {
    path: ['percent'],
    ...says('slabValue'),
  });

/** Marks each item after the first with the same key. */
const noneTwice =
  <Item>(keyOf: (item: Item) => string, field: string) =>
  (items: readonly Item[], context: z.core.$RefinementCtx) => {
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      if (seen.has(key))
        context.addIssue({
          code: 'custom',
          path: [index, field],
          message: CONTRACT_PROBLEMS.twice,
        });
      seen.add(key);
    }
  };

/** What the people of one role type earn on a lender's collections, in steps by the amount collected in a month. */
const incentiveInputSchema = z.object({
  roleType: incentiveRoleSchema,
  slabs: z
    .array(slabInputSchema)
    .min(1, says('slabMissing'))
    .max(20, says('tooMany'))
    .superRefine(noneTwice(({ fromAmount }) => String(fromAmount), 'fromAmount')),
});

/** Every incentive of a client: one for each role type at most. */
export const incentivesInputSchema = z
  .array(incentiveInputSchema)
  .max(INCENTIVE_ROLES.length, says('tooMany'))
  .superRefine(noneTwice(({ roleType }) => roleType, 'roleType'));

/** Every incentive of a client, checked. */
export type IncentivesInput = z.output<typeof incentivesInputSchema>;

/** What the lender pays the agency on collections; no product or bucket: any. */
const successFeeInputSchema = z.object({
  product: optional(60),
  bucket: optional(60),
  /** Of what was collected, percent with at most two digits after the point. */
  feePercent: percentSchema,
  /** At least so much a month, whole rupees; null: no least. */
  minimumFee: amountSchema.nullable(),
});

/** Every success fee of a client: one for each product and bucket. */
export const successFeesInputSchema = z
  .array(successFeeInputSchema)
  .max(100, says('tooMany'))
  .superRefine(noneTwice(({ product, bucket }) => JSON.stringify([product, bucket]), 'product'));

/** Every success fee of a client, checked. */
export type SuccessFeesInput = z.output<typeof successFeesInputSchema>;

/** A person at a lender or partner: whom to call about what. */
export const contactPersonInputSchema = z
  .object({
    name: typed(120).min(1, says('nameMissing')),
    designation: optional(120),
    /** What they are asked about, such as settlements or files. */
    matter: optional(120),
    /** Digits, with + before them for another country. */
    phone: typed(30)
      .transform((text) => text.replace(/[\s().-]/g, ''))
      .pipe(
        z.union([
          z.literal('').transform(() => null),
          z.string().regex(/^\+?\d{6,15}$/, says('phone')),
        ]),
      )
      .nullable(),
    email: typed(254)
      .pipe(z.union([z.literal('').transform(() => null), z.email(says('email'))], says('email')))
      .nullable(),
  })
  .refine(({ phone, email }) => phone !== null || email !== null, {
    path: ['phone'],
    ...says('noWay'),
  });

/** A person at a lender or partner, checked. */
export type ContactPersonInput = z.output<typeof contactPersonInputSchema>;

/** Everything of a new client but its policies, which come as files. */
export const newClientSchema = z.object({
  profile: clientProfileSchema,
  portfolios: z
    .array(portfolioInputSchema)
    .max(100, says('tooMany'))
    .superRefine(noneTwice(({ name }) => name.toLowerCase(), 'name')),
  incentives: incentivesInputSchema,
  successFees: successFeesInputSchema,
  contacts: z.array(contactPersonInputSchema).max(100, says('tooMany')),
  /** Managers who work for it. */
  managerIds: z.array(idSchema).max(200, says('tooMany')),
});

/** Everything of a new client but its policies, checked. */
export type NewClient = z.output<typeof newClientSchema>;
