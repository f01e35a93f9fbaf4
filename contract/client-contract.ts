import { z } from 'zod';
import { says } from './errors.ts';
import { gstinInputSchema, isGstinOfPan, panInputSchema } from './tax-numbers.ts';
import {
  amountInputSchema,
  dayInputSchema,
  idSchema,
  percentInputSchema,
  rupeesSchema,
  textSchema,
  timeInputSchema,
} from './values.ts';

/** Text that may be missing: '' parses to null. */
const optional = (max: number) =>
  textSchema(max)
    .transform((text) => (text === '' ? null : text))
    .nullable();

const MOST_WORDS = 50;
const isFresh = (words: readonly string[]) =>
  new Set(words.map((word) => word.toLowerCase())).size === words.length;

/** Products or buckets: names without empty ones, none twice. */
const wordsSchema = z
  .array(textSchema(60))
  .max(MOST_WORDS)
  .transform((words) => words.filter((word) => word !== ''))
  .refine(isFresh, says('twice'));

/** Nobody may be contacted outside 8 AM and 7 PM; a lender may narrow that, not widen it. */
const contactTime = timeInputSchema.refine(
  (time) => time >= '08:00' && time <= '19:00',
  says('contact-hours'),
);
const dayOrNull = z
  .union([z.literal('').transform(() => null), dayInputSchema], says('not-a-day'))
  .nullable();

/** A client as its contract has it. */
export const clientProfileSchema = z
  .object({
    Client_Name: textSchema(120).min(1, says('name-missing')),
    /** The agency's short name of it: capitals. */
    code: textSchema(12)
      .transform((text) => text.toUpperCase())
      .pipe(
        z.union([
          z.literal('').transform(() => null),
          z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,11}$/, says('client-code')),
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
      .int(says('not-a-whole-percentage'))
      .min(0, says('not-a-whole-percentage'))
      .max(100, says('not-a-whole-percentage')),
    /** The largest waiver that a CUSTOMER may approve, whole rupees; null: any. */
    customerApprovalLimit: amountInputSchema.nullable(),
    /** Contact hours in the business zone, `HH:mm`. */
    contactFrom: contactTime,
    contactTo: contactTime,
    /** How long borrowers' data is kept after a loan is closed, days. */
    retentionDays: z
      .int(says('retention'))
      .min(30, says('retention'))
      .max(10_950, says('retention')),
    callerIdSeries: textSchema(20)
      .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
      .pipe(
        z.union([
          z.literal('').transform(() => null),
          z.string().regex(/^\d[\dx]{3,14}$/, says('caller-series')),
        ]),
      )
      .nullable(),
  })
  .refine(({ contactFrom, contactTo }) => contactFrom < contactTo, {
    path: ['contactTo'],
    ...says('end-before-start'),
  })
  .refine(({ gst, pan }) => gst === null || pan === null || isGstinOfPan(gst, pan), {
    path: ['gst'],
    ...says('gst-of-other-pan'),
  });

/** A client as its contract has it. */
export type ClientProfile = z.output<typeof clientProfileSchema>;

/** A part of a lender's book that is given to the agency together. No product or bucket: all of them. */
export const portfolioInputSchema = z
  .object({
    name: textSchema(120).min(1, says('name-missing')),
    products: wordsSchema,
    buckets: wordsSchema,
    startsOn: dayOrNull,
    endsOn: dayOrNull,
  })
  .refine(({ startsOn, endsOn }) => startsOn === null || endsOn === null || startsOn <= endsOn, {
    path: ['endsOn'],
    ...says('day-order'),
  });

/** A part of a lender's book, checked. */
export type PortfolioInput = z.output<typeof portfolioInputSchema>;

/** Whom incentives are set for (spec 3: per client and role type). */
export const INCENTIVE_ROLES = ['COLLECTOR', 'FIELD_AGENT', 'MANAGER', 'PARTNER'] as const;

/** Whom incentives are set for. */
export const incentiveRoleSchema = z.enum(INCENTIVE_ROLES, says('incentive-role'));

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
    fromAmount: amountInputSchema,
    percent: percentInputSchema.nullable(),
    fixedAmount: amountInputSchema.nullable(),
  })
  .refine(({ percent, fixedAmount }) => (percent === null) !== (fixedAmount === null), {
    path: ['percent'],
    ...says('slab-value'),
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
          message: says('twice').error,
        });
      seen.add(key);
    }
  };

/** What the people of one role type earn on a lender's collections, in steps by the amount collected in a month. */
const incentiveInputSchema = z.object({
  roleType: incentiveRoleSchema,
  slabs: z
    .array(slabInputSchema)
    .min(1, says('slab-missing'))
    .max(20)
    .superRefine(noneTwice(({ fromAmount }) => String(fromAmount), 'fromAmount')),
});

/** Every incentive of a client: one for each role type at most. */
export const incentivesInputSchema = z
  .array(incentiveInputSchema)
  .max(INCENTIVE_ROLES.length)
  .superRefine(noneTwice(({ roleType }) => roleType, 'roleType'));

/** Every incentive of a client, checked. */
export type IncentivesInput = z.output<typeof incentivesInputSchema>;

/** What the lender pays the agency on collections; no product or bucket: any. */
const successFeeInputSchema = z.object({
  product: optional(60),
  bucket: optional(60),
  /** Of what was collected, percent with at most two digits after the point. */
  feePercent: percentInputSchema,
  /** At least so much a month, whole rupees; null: no least. */
  minimumFee: amountInputSchema.nullable(),
});

/** Every success fee of a client: one for each product and bucket. */
export const successFeesInputSchema = z
  .array(successFeeInputSchema)
  .max(100)
  .superRefine(noneTwice(({ product, bucket }) => JSON.stringify([product, bucket]), 'product'));

/** Every success fee of a client, checked. */
export type SuccessFeesInput = z.output<typeof successFeesInputSchema>;

/** A person at a lender or partner: whom to call about what. */
export const contactPersonInputSchema = z
  .object({
    name: textSchema(120).min(1, says('name-missing')),
    designation: optional(120),
    /** What they are asked about, such as settlements or files. */
    matter: optional(120),
    /** Digits, with + before them for another country. */
    phone: textSchema(30)
      .transform((text) => text.replace(/[\s().-]/g, ''))
      .pipe(
        z.union([
          z.literal('').transform(() => null),
          z.string().regex(/^\+?\d{6,15}$/, says('not-a-phone')),
        ]),
      )
      .nullable(),
    email: textSchema(254)
      .pipe(
        z.union(
          [z.literal('').transform(() => null), z.email(says('not-an-email'))],
          says('not-an-email'),
        ),
      )
      .nullable(),
  })
  .refine(({ phone, email }) => phone !== null || email !== null, {
    path: ['phone'],
    ...says('no-way'),
  });

/** A person at a lender or partner, checked. */
export type ContactPersonInput = z.output<typeof contactPersonInputSchema>;

/** Everything of a new client but its policies, which come as files. */
export const newClientSchema = z.object({
  profile: clientProfileSchema,
  portfolios: z
    .array(portfolioInputSchema)
    .max(100)
    .superRefine(noneTwice(({ name }) => name.toLowerCase(), 'name')),
  incentives: incentivesInputSchema,
  successFees: successFeesInputSchema,
  contacts: z.array(contactPersonInputSchema).max(100),
  /** Managers who work for it. */
  managerIds: z.array(idSchema).max(200),
});

/** Everything of a new client but its policies, checked. */
export type NewClient = z.output<typeof newClientSchema>;
