import type { ReportColumn } from './report-columns.ts';
import { LOAN_DETAILS } from './report-details.ts';

type Field = Pick<ReportColumn, 'kind' | 'title'>;

const text = (title: string): Field => ({ kind: 'text', title });
const money = (title: string): Field => ({ kind: 'money', title });
const count = (title: string): Field => ({ kind: 'count', title });
const day = (title: string): Field => ({ kind: 'day', title });
const instant = (title: string): Field => ({ kind: 'instant', title });

/**
 * What a lender's own format can have in a column: everything of the loan, its last contact (of whichever channel), last call
 * and last visit, its last payment, and what came in the days.
 */
export const LENDER_FIELDS = {
  ...LOAN_DETAILS,
  fieldAgent: text('Field agent'),
  receivedOn: day('Received on'),
  periodEndsOn: day('Allocated until'),
  unverified: money('Collected, not verified'),
  latitude: text('Latitude'),
  longitude: text('Longitude'),
  brokenOn: day('Promise broken on'),
  lastCode: text('Last code'),
  lastClass: text('Last class'),
  lastChannel: text('Last channel'),
  lastRemarks: text('Last remarks'),
  lastPersonMet: text('Last person met'),
  lastDuration: count('Last call, seconds'),
  lastAmountTold: money('Last amount told'),
  lastNextOn: day('Next action on'),
  callAt: instant('Last call'),
  callOutcome: text('Last call outcome'),
  callRemarks: text('Last call remarks'),
  visitAt: instant('Last visit'),
  visitOutcome: text('Last visit outcome'),
  visitRemarks: text('Last visit remarks'),
  visitBy: text('Last visit by'),
  calls: count('Calls in these days'),
  visits: count('Visits in these days'),
  paymentOn: day('Last verified payment on'),
  paymentAmount: money('Last verified payment'),
  paymentMode: text('Last payment mode'),
  paymentReference: text('Last payment reference'),
  paidInDays: money('Verified in these days'),
  collectedInDays: money('Collected in these days'),
  /** A column of the lender's own file. */
  other: text('Column of the client’s file'),
  /** The same text in every row. */
  fixed: text('Fixed text'),
} as const satisfies Readonly<Record<string, Field>>;

/** What a lender's own format can have in a column. */
export type LenderField = keyof typeof LENDER_FIELDS;
