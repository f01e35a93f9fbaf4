import { z } from 'zod';

/**
 * The one error body of every call (spec 8): `message` is a sentence fit for a toast that says what to do,
 * `code` is stable for programs, `details` names fields or rows.
 */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
});

/** The one error body of every call. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** One wrong field of an input: its path (`loans.0.collectorId`) and what to do. */
export const fieldProblemSchema = z.object({ path: z.string(), message: z.string() });

/** One wrong field of an input. */
export type FieldProblem = z.infer<typeof fieldProblemSchema>;
