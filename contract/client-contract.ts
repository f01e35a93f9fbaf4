import { z } from 'zod';
import { rupeesSchema } from './values.ts';

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
