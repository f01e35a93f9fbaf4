import { z } from 'zod';
import { idSchema, rupeesSchema } from './values.ts';

/** What becomes of a row of a lender's file. */
export const ROW_OUTCOMES = [
  'NEW',
  'UPDATE',
  'UNCHANGED',
  'DUPLICATE',
  'FAILED',
  'SKIPPED',
] as const;

/** What a pending list comes to, to be compared with what the lender wrote; all of the file's own figures. */
export const importSummarySchema = z.object({
  /** Loans that would be stored (new, updates, unchanged) by the file's bucket; null: none is told. */
  buckets: z.array(
    z.object({ bucket: z.string().nullable(), loans: z.int(), dueAmount: rupeesSchema }),
  ),
  /** What is wrong with rows and what was left out of loans, each reason once, the most frequent first. */
  reasons: z.array(
    z.object({
      outcome: z.enum(ROW_OUTCOMES),
      column: z.string(),
      reason: z.string(),
      count: z.int(),
      /** The first rows that it is about. */
      rows: z.array(z.int()),
    }),
  ),
  /** Active loans of the client that the file does not name: how many, what is due, and how many agents have or worked. */
  absentLoans: z.int(),
  absentDueAmount: rupeesSchema,
  absentHeld: z.int(),
  absentWorked: z.int(),
});

/** What a pending list comes to. */
export type ImportSummary = z.infer<typeof importSummarySchema>;

/** An active loan of the client that a pending list does not name. */
export const absentLoanSchema = z.object({
  _id: idSchema,
  Loan_ID: z.string(),
  Customer_Name: z.string(),
  Bucket: z.string().nullable(),
  Total_Due_Amount: rupeesSchema.nullable(),
  /** Who has it, agents first. */
  holderName: z.string().nullable(),
});

/** An active loan of the client that a pending list does not name. */
export type AbsentLoan = z.infer<typeof absentLoanSchema>;
