import { z } from 'zod';
import { says } from './errors.ts';

/** What a sheet about loans that exist says: payments, who gets which loan, loans paid at the bank, the lender's own list. */
export const SHEET_KINDS = ['PAYMENT', 'ALLOCATION', 'BANK_PAID', 'SYSTEM_EXPORT'] as const;

/** What a sheet about loans that exist says. */
export type SheetKind = (typeof SHEET_KINDS)[number];

/**
 * The fields of each kind with the kind of value they take. `required` ones need a column. `person` is a user name or an
 * e-mail address.
 */
export const SHEET_FIELDS = {
  PAYMENT: {
    Loan_ID: { takes: 'loanNumber', required: true },
    Amount: { takes: 'amount', required: true },
    Payment_Date: { takes: 'day', required: true },
    Payment_Mode: { takes: 'text', required: false },
    Reference: { takes: 'reference', required: false },
    Collector: { takes: 'person', required: false },
  },
  BANK_PAID: {
    Loan_ID: { takes: 'loanNumber', required: true },
    Amount: { takes: 'amount', required: false },
    Payment_Date: { takes: 'day', required: false },
    Payment_Mode: { takes: 'text', required: false },
    Reference: { takes: 'reference', required: false },
  },
  ALLOCATION: {
    Loan_ID: { takes: 'loanNumber', required: true },
    Collector: { takes: 'person', required: false },
    Field_Agent: { takes: 'person', required: false },
    Manager: { takes: 'person', required: false },
    Visit_Date: { takes: 'day', required: false },
  },
  SYSTEM_EXPORT: {
    Loan_ID: { takes: 'loanNumber', required: true },
    Total_Due_Amount: { takes: 'dues', required: false },
    Bucket: { takes: 'text', required: false },
    Status: { takes: 'text', required: false },
  },
} as const satisfies Record<
  SheetKind,
  Record<
    string,
    {
      takes: 'loanNumber' | 'amount' | 'dues' | 'day' | 'text' | 'reference' | 'person';
      required: boolean;
    }
  >
>;

/** A field that a sheet's column can feed. */
export type SheetField = {
  [Kind in SheetKind]: keyof (typeof SHEET_FIELDS)[Kind];
}[SheetKind];

/** What is asked of a field's column. */
export interface SheetFieldRule {
  readonly takes: 'loanNumber' | 'amount' | 'dues' | 'day' | 'text' | 'reference' | 'person';
  readonly required: boolean;
}

/** The fields of a kind of sheet with their rules, in order. */
export function sheetFields(kind: SheetKind): readonly (readonly [SheetField, SheetFieldRule])[] {
  return Object.entries(SHEET_FIELDS[kind]) as [SheetField, SheetFieldRule][];
}

/** Which number of `05/11/2026` is the day, where a file can't tell it itself. */
export const dayOrderSchema = z.enum(['DAY_FIRST', 'MONTH_FIRST']);

/** Which number of a date is the day. */
export type DayOrder = z.infer<typeof dayOrderSchema>;

/** Which column feeds which field: `{Loan_ID: "LAN", Amount: "Amt Rcvd"}`. A column is used once. */
export const sheetMappingSchema = z
  .record(z.string().max(40), z.string().max(500))
  .refine(
    (mapping) => new Set(Object.values(mapping)).size === Object.values(mapping).length,
    says('twice'),
  );

/** Which column feeds which field. */
export type SheetMapping = z.infer<typeof sheetMappingSchema>;
