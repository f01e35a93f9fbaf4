import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { ADMINS } from './roles.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  seenRevisionSchema,
} from './values.ts';

/**
 * Whose a payment is. CREDITED: whom its file names, else whose receipt it confirms, else who had the loan on the day of
 * payment. HOLDER: who had the loan on that day, whatever file and receipt say. LAST_CONTACT: whose outcome was the last
 * within some days up to it. PROMISE: who took the promise that was open then or ended within some days before. SETTLEMENT:
 * who proposed the settlement that it pays.
 */
export const ATTRIBUTION_BASES = [
  'CREDITED',
  'HOLDER',
  'LAST_CONTACT',
  'PROMISE',
  'SETTLEMENT',
] as const;

/** One way to say whose a payment is. */
export type AttributionBasis = (typeof ATTRIBUTION_BASES)[number];

/** One share of each payment. Where its basis finds nobody, it goes to whom the payment is credited to. */
export const attributionPartSchema = z.object({
  basis: z.enum(ATTRIBUTION_BASES, says('not-chosen')),
  percent: z.int(says('not-a-whole-percentage')).min(1).max(100),
  /** For LAST_CONTACT and PROMISE: so many days before the payment still count. */
  withinDays: z.int().min(0).max(180),
});

/** One share of each payment. */
export type AttributionPart = z.infer<typeof attributionPartSchema>;

/** The rule of a lender without one of its own. */
export const DEFAULT_ATTRIBUTION: readonly AttributionPart[] = [
  { basis: 'CREDITED', percent: 100, withinDays: 0 },
];

/** A lender's rule from a day on. */
const attributionRuleSchema = z.object({
  /** The first day of payment for which it holds; null: the default, which has always been there. */
  validFrom: daySchema.nullable(),
  parts: z.array(attributionPartSchema),
  setBy: z.string().nullable(),
  setAt: instantSchema.nullable(),
});

const clientAttributionSchema = z.object({
  clientId: idSchema,
  Client_Name: z.string(),
  /** The newest first; the default is the last. */
  rules: z.array(attributionRuleSchema).min(1),
  /** Of them all. */
  revision: z.int(),
});

/** A lender's rules of attribution. */
export type ClientAttribution = z.infer<typeof clientAttributionSchema>;

/** A rule as an admin sets it. */
export const attributionInputSchema = z.object({
  validFrom: dayInputSchema,
  parts: z
    .array(attributionPartSchema)
    .min(1)
    .max(5)
    .refine(
      (parts) => parts.reduce((sum, { percent }) => sum + percent, 0) === 100,
      says('shares-not-whole'),
    ),
  revision: seenRevisionSchema,
});

/** Why a share of a payment is somebody's: a basis, or what CREDITED came to. */
export const SHARE_REASONS = [
  'FILE',
  'RECEIPT',
  'HOLDER',
  'LAST_CONTACT',
  'PROMISE',
  'SETTLEMENT',
  'NOBODY',
] as const;

/** Why a share is somebody's. */
export type ShareReason = (typeof SHARE_REASONS)[number];

/** Whose a part of a payment is, and why. The parts of a payment come to its amount. */
export const paymentShareSchema = z.object({
  personId: idSchema.nullable(),
  name: z.string().nullable(),
  amount: rupeesSchema,
  reason: z.enum(SHARE_REASONS),
});

/** Rules of attribution. */
export const attributionCalls = callsOf('payments', {
  listAttributionRules: {
    method: 'GET',
    path: '/attribution-rules',
    summary: 'Whose each payment is, lender by lender, with the rules that held before.',
    roles: ADMINS,
    answer: z.object({ data: z.array(clientAttributionSchema) }),
  },
  setAttributionRule: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/attribution-rules/:clientId',
    summary: "Set a lender's rule for payments from a day of the current month or a later one on.",
    roles: ADMINS,
    params: z.object({ clientId: idSchema }),
    body: attributionInputSchema,
    answer: clientAttributionSchema,
  },
});
