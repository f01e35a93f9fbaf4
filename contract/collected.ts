import { z } from 'zod';
import { rupeesSchema } from './values.ts';

/**
 * The measures of money of some days, whole rupees, each with one definition (`server/payments/collected-service.ts`) and
 * one name on every screen. A lender's people see what is verified: the others are null, collected is verified.
 */
export const moneySchema = z.object({
  /** Borrowers say by phone that they paid it, and no payment confirms it yet; on the day on which they said so. */
  claimed: rupeesSchema.nullable(),
  /** Agents took it in and its receipt stands, verified or not; on the day of the receipt. */
  receipted: rupeesSchema.nullable(),
  /** Payments of the bank's and lenders' files that stand; on the day of payment. */
  verified: rupeesSchema,
  /** Receipted or verified, each rupee once: what a receipt is about counts with the receipt. Claims are not collected. */
  collected: rupeesSchema,
});

/** The measures of money of some days. */
export type Money = z.infer<typeof moneySchema>;

/** No money. */
export const NO_MONEY: Money = { claimed: 0, receipted: 0, verified: 0, collected: 0 };
