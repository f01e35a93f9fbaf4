import { z } from 'zod';
import { contactFactsSchema } from './contact-rules.ts';
import { SETTLEMENT_STATES } from './settlement.ts';
import { daySchema, idSchema, instantSchema, rupeesSchema } from './values.ts';

const text = z.string().nullable();

/**
 * Where a loan stands: ACTIVE is worked; PAID, SETTLED (its settlement is paid, the rest written off), WITHDRAWN (recalled
 * by the lender) and EXPIRED (its allocation period is over) are not, and stay to be seen; DELETED ones are in no list and
 * can be brought back.
 */
export const LOAN_STATUSES = [
  'ACTIVE',
  'PAID',
  'SETTLED',
  'WITHDRAWN',
  'EXPIRED',
  'DELETED',
] as const;

/** Where a loan stands. */
export type LoanStatus = (typeof LOAN_STATUSES)[number];

/** Where a loan stands, in the words of files. */
export const LOAN_STATUS_TITLES = {
  ACTIVE: 'Active',
  PAID: 'Paid',
  SETTLED: 'Settled',
  WITHDRAWN: 'Recalled',
  EXPIRED: 'Period over',
  DELETED: 'Deleted',
} as const satisfies Readonly<Record<LoanStatus, string>>;

/** A loan as every list and page shows it (spec 3: Loan). Amounts in whole rupees, days as `YYYY-MM-DD`. */
export const loanSchema = z.object({
  _id: idSchema,
  /** The lender's loan number. Unique within a client. */
  Loan_ID: z.string(),
  Client_Name: z.string(),
  Customer_Name: z.string(),
  Mobile_Number: text,
  Alternate_Mobile_Number: text,
  Email: text,
  Address: text,
  City: text,
  State: text,
  Pincode: text,
  Region: text,
  Branch: text,
  Product: text,
  /** Days-past-due band as the lender names it: `0`, `1`, ... or `30-60`. */
  Bucket: text,
  /** Days past due. */
  DPD: z.int().nullable(),
  Loan_Amount: rupeesSchema.nullable(),
  EMI_Amount: rupeesSchema.nullable(),
  Principal_Outstanding: rupeesSchema.nullable(),
  Interest_Outstanding: rupeesSchema.nullable(),
  Penalty_Amount: rupeesSchema.nullable(),
  Total_Due_Amount: rupeesSchema.nullable(),
  Disbursal_Date: daySchema.nullable(),
  Due_Date: daySchema.nullable(),
  Last_Payment_Date: daySchema.nullable(),
  Last_Payment_Amount: rupeesSchema.nullable(),
  /** Where the borrower lives, when the lender or an earlier visit told; degrees. */
  Latitude: z.number().nullable(),
  Longitude: z.number().nullable(),
  collectorId: idSchema.nullable(),
  managerId: idSchema.nullable(),
  fieldAgentId: idSchema.nullable(),
  collectorName: text,
  managerName: text,
  fieldAgentName: text,
  /** The day of the planned visit. */
  visitDate: daySchema.nullable(),
  /** Code of the newest disposition, call or field; null while nobody worked the loan. */
  disposition: text,
  /** Class of the newest disposition (PTP, CALLBACK, ...). */
  disposition_class: text,
  disCreatedAt: instantSchema.nullable(),
  /** The last promise to pay, while it is open or broken. */
  promiseDate: daySchema.nullable(),
  promiseAmount: rupeesSchema.nullable(),
  /** The day it was broken, while nothing came of it since; null: it is not. Absent in what older servers gave. */
  promiseBrokenOn: daySchema.nullable().optional(),
  /** Its open settlement: where it stands, and what is to be collected when. Absent from older servers. */
  settlementId: idSchema.nullable().optional(),
  settlementStatus: z.enum(SETTLEMENT_STATES).nullable().optional(),
  /** While it is being paid: the day of what comes next. */
  settlementDueOn: daySchema.nullable().optional(),
  /** What comes next, else the offer; whole rupees. */
  settlementAmount: rupeesSchema.nullable().optional(),
  /** Dialer's call id and number dialled (spec 3). */
  convoxid: text,
  dialledNumber: text,
  batchNo: z.int().nullable(),
  /** Only ACTIVE ones are worked. */
  status: z.enum(LOAN_STATUSES),
  /** Last day of the lender's allocation to the agency; null: until recalled. */
  periodEndsOn: daySchema.nullable(),
  /** Sum of its posted payments, whole rupees. */
  Paid_Amount: rupeesSchema,
  /** What agents collected that no payment confirms yet, whole rupees: it stands beside the due. Absent from older servers. */
  Unverified_Amount: rupeesSchema.optional(),
  /** Counts up with every change of the loan; edits and allocations name the one they were made on. */
  revision: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});

/** A loan as every list and page shows it. */
export type Loan = z.infer<typeof loanSchema>;

/** What is left to collect: the due less what agents collected and no payment confirms yet, never below 0. Whole rupees. */
export const leftToCollect = (loan: Pick<Loan, 'Total_Due_Amount' | 'Unverified_Amount'>): number =>
  Math.max((loan.Total_Due_Amount ?? 0) - (loan.Unverified_Amount ?? 0), 0);

/** What is left to collect, null while the lender told no due. */
export const knownLeft = (loan: Parameters<typeof leftToCollect>[0]): number | null =>
  loan.Total_Due_Amount === null ? null : leftToCollect(loan);

/** Whether an amount that was paid is more than is left: then whoever records it says why. `left` null: not known, or not asked. */
export const isMoreThanLeft = (amount: number | null | undefined, left: number | null): boolean =>
  left !== null && (amount ?? 0) > left;

/**
 * Whether money that is to be all that is due is less than that: mostly a mistyped amount, or an outcome chosen for another.
 * Whoever records it is asked once. `left` null: not known, or not asked; `settlement`: what its open settlement asks for next.
 */
export const isShortOfAll = (
  amount: number | null | undefined,
  left: number | null,
  settlement: number | null | undefined,
): boolean =>
  left !== null && (amount ?? 0) > 0 && (amount ?? 0) < Math.min(left, settlement ?? left);

/** A loan with the columns of the lender's file that we have no field for, as `{header: text}`. */
export const loanDetailSchema = loanSchema.extend({
  otherColumns: z.record(z.string(), z.string()),
  /** What decides whether its borrower may be contacted, for those who work it; absent from older servers. */
  contactFacts: contactFactsSchema.optional(),
  /** The reader lost it in the midst of this call and may record its outcome under its id, nothing else; absent otherwise. */
  owedCall: z.object({ _id: idSchema, dialledNumber: z.string().nullable() }).optional(),
});

/** A loan's page. */
export type LoanDetail = z.infer<typeof loanDetailSchema>;

/** The loan fields an agent may correct in the field or at the desk. */
export const LOAN_EDITABLE_FIELDS = [
  'Mobile_Number',
  'Alternate_Mobile_Number',
  'Email',
  'Address',
  'City',
  'State',
  'Pincode',
] as const satisfies readonly (keyof Loan)[];

/** A loan field an agent may correct. */
export type LoanEditableField = (typeof LOAN_EDITABLE_FIELDS)[number];
