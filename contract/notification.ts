import { z } from 'zod';

/** What makes a notification. The settlement's steps are made by the settlements themselves. */
export const NOTIFICATION_KINDS = [
  'ALLOCATION',
  'FIELD_DISPOSITION',
  'SETTLEMENT_PROPOSED',
  'SETTLEMENT_APPROVED',
  'SETTLEMENT_REJECTED',
  'SETTLEMENT_LETTER',
  'IMPORT_FINISHED',
  'IMPORT_FAILED',
] as const;

/** What makes a notification. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What the words of a notification are made of; which are there depends on its kind. */
export const notificationFactsSchema = z.object({
  /** Loans allocated, rows stored. */
  count: z.int().optional(),
  /** Rows refused. */
  failedCount: z.int().optional(),
  /** Whole rupees. */
  amount: z.int().optional(),
  loanNumber: z.string().optional(),
  /** The disposition's code. */
  disposition: z.string().optional(),
  /** Who did it. */
  personName: z.string().optional(),
  fileName: z.string().optional(),
});

/** What the words of a notification are made of. */
export type NotificationFacts = z.infer<typeof notificationFactsSchema>;
