import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { ADMINS } from './roles.ts';
import {
  amountInputSchema,
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  percentInputSchema,
  seenRevisionSchema,
  textSchema,
} from './values.ts';

/** The mode of a rate for payments under a settlement, beside the modes that files of payments name. */
export const SETTLEMENT_MODE = 'SETTLEMENT';

const part = textSchema(60)
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null);
const feeSchema = amountInputSchema.max(1_000_000_000, says('not-an-amount'));
const ageSchema = z.int(says('not-whole')).min(0).max(10_000).nullable().default(null);

const slabSchema = z.object({
  /** Verified in the month under this rate, whole rupees, at least. */
  fromAmount: amountInputSchema,
  percent: percentInputSchema,
});

/** What is taken of payments of a kind; null is any. The first rate of an agreement that fits a payment is its rate. */
const rateSchema = z
  .object({
    product: part,
    bucket: part,
    /** How it was paid, as the file of payments says, or SETTLEMENT: under a settlement whose letter came. */
    mode: part,
    /** Days past due, both included. */
    ageFrom: ageSchema,
    ageTo: ageSchema,
    slabs: z
      .array(slabSchema)
      .min(1, says('slab-missing'))
      .max(20)
      .superRefine((slabs, context) => {
        const seen = new Set<number>();
        for (const [at, { fromAmount }] of slabs.entries()) {
          if (seen.has(fromAmount))
            context.addIssue({
              code: 'custom',
              path: [at, 'fromAmount'],
              message: says('twice').error,
            });
          seen.add(fromAmount);
        }
      }),
  })
  .refine(({ ageFrom, ageTo }) => ageFrom === null || ageTo === null || ageFrom <= ageTo, {
    path: ['ageTo'],
    ...says('end-before-start'),
  });

/** What a lender pays: shares of what is collected, fixed fees, taxes. */
export const feeTermsSchema = z.object({
  rates: z.array(rateSchema).max(50),
  /** At least so much a month; null: no least. */
  minimumFee: feeSchema.nullable().default(null),
  /** For each loan and day with a visit, and for each settlement that was paid. */
  visitFee: feeSchema.default(0),
  settlementFee: feeSchema.default(0),
  gstPercent: percentInputSchema,
  tdsPercent: percentInputSchema,
});

/** What a lender pays. */
export type FeeTerms = z.output<typeof feeTermsSchema>;

/** The same as it is stored: percentages as whole hundredths of a percent. */
export interface StoredTerms extends Omit<FeeTerms, 'rates' | 'gstPercent' | 'tdsPercent'> {
  readonly rates: (Omit<FeeTerms['rates'][number], 'slabs'> & {
    readonly slabs: { readonly fromAmount: number; readonly basisPoints: number }[];
  })[];
  readonly gstBasisPoints: number;
  readonly tdsBasisPoints: number;
}

/** An agreement as it is set. */
export const feeAgreementInputSchema = z
  .object({
    validFrom: dayInputSchema,
    validTo: z
      .union([z.literal('').transform(() => null), dayInputSchema], says('not-a-day'))
      .nullable()
      .default(null),
    terms: feeTermsSchema,
    revision: seenRevisionSchema,
  })
  .refine(({ validFrom, validTo }) => validTo === null || validFrom <= validTo, {
    path: ['validTo'],
    ...says('day-order'),
  });

/** An agreement, checked. */
export type FeeAgreementInput = z.output<typeof feeAgreementInputSchema>;

const agreementSchema = z.object({
  _id: idSchema,
  validFrom: daySchema,
  validTo: daySchema.nullable(),
  terms: feeTermsSchema,
  setBy: z.string().nullable(),
  setAt: instantSchema,
});

/** An agreement. */
export type FeeAgreement = z.output<typeof agreementSchema>;

const clientAgreementsSchema = z.object({
  clientId: idSchema,
  Client_Name: z.string(),
  /** The newest first. */
  agreements: z.array(agreementSchema),
  /** Of them all. */
  revision: z.int(),
  /** The first day that an agreement may still change: behind the last month whose invoice was sent; null: any. */
  openFrom: daySchema.nullable(),
  /** What the client's contract says, for the first agreement. */
  contractFees: z.array(
    z.object({
      product: z.string().nullable(),
      bucket: z.string().nullable(),
      feePercent: z.number(),
      minimumFee: z.int().nullable(),
    }),
  ),
});

/** A lender's agreements. */
export type ClientAgreements = z.output<typeof clientAgreementsSchema>;

const session = { roles: [...ADMINS] } as const;
const ofClient = z.object({ clientId: idSchema });

/** Fee agreements: what lenders pay for what is collected (spec 2.2 `/success-fees`; the calls are ours). */
export const feeAgreementCalls = callsOf('fee-agreements', {
  listFeeAgreements: {
    ...session,
    method: 'GET',
    path: '/fee-agreements',
    summary: 'What each lender pays, with what it paid before.',
    answer: z.object({ data: z.array(clientAgreementsSchema) }),
  },
  readFeeAgreements: {
    ...session,
    method: 'GET',
    path: '/fee-agreements/:clientId',
    summary: 'What a lender pays, with what it paid before.',
    params: ofClient,
    answer: clientAgreementsSchema,
  },
  setFeeAgreement: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/fee-agreements/:clientId',
    summary: 'Set what a lender pays from a day on, behind the months whose invoices were sent.',
    params: ofClient,
    body: feeAgreementInputSchema,
    answer: clientAgreementsSchema,
  },
  endFeeAgreement: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/fee-agreements/:clientId/end',
    summary: 'Give an agreement its last day, or take it away.',
    params: ofClient,
    body: z.object({ agreementId: idSchema, validTo: dayInputSchema.nullable() }),
    answer: clientAgreementsSchema,
  },
});
