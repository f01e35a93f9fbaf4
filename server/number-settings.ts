import { z } from 'zod';

/** A setting of a whole number. Digits only: "0x1F", "1e3" and "80.0" are slips, and no numbers that somebody meant. */
export const wholeNumber = (
  least: number,
  most: number,
  fallback: number,
  error = `must be a whole number from ${least} to ${most}`,
) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((number) => number >= least && number <= most, { error })
    .default(fallback);
