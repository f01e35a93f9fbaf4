import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { OTHER_FIELD } from '../../contract/allocation-rule.ts';
import type { RULE_FIELDS } from '../../contract/allocation-rule.ts';
import { chancePercent } from '../predictions/score-order-service.ts';

/** How a field's values compare. */
type FieldKind =
  /** Whatever its case; a range compares values that are numbers. */
  | 'text'
  /** As it is written: phone numbers, codes. */
  | 'code'
  /** By beginnings too. */
  | 'pincode'
  | 'number'
  | 'day'
  /** Whole business days since an instant. */
  | 'daysSince'
  | 'client'
  | 'pastResult';

/** What a condition asks of: a value of the loan `l`, and how it compares. */
export interface RuleField {
  readonly kind: FieldKind;
  readonly value: SQL;
  /** Of numbers: the column's type. */
  readonly type?: 'bigint' | 'double precision';
  /** Of numbers: they lie between 0 and this. */
  readonly most?: number;
}

const text = (value: SQL): RuleField => ({ kind: 'text', value });
const code = (value: SQL): RuleField => ({ kind: 'code', value });
const whole = (value: SQL): RuleField => ({ kind: 'number', value, type: 'bigint' });
const degrees = (value: SQL): RuleField => ({ kind: 'number', value, type: 'double precision' });
const day = (value: SQL): RuleField => ({ kind: 'day', value });
const since = (value: SQL): RuleField => ({ kind: 'daysSince', value });

/** Whose past results are a loan's: everyone with its mobile number; a loan without one has only its own. */
export const borrowerOf = (alias: 'l' | 'pl'): SQL =>
  alias === 'l'
    ? sql`coalesce(nullif(l.mobile_number, ''), l.id::text)`
    : sql`coalesce(nullif(pl.mobile_number, ''), pl.id::text)`;

const FIELDS: Readonly<Record<string, RuleField>> = {
  Loan_ID: text(sql`l.loan_number`),
  Customer_Name: text(sql`l.customer_name`),
  Mobile_Number: code(sql`l.mobile_number`),
  Alternate_Mobile_Number: code(sql`l.alternate_mobile_number`),
  Email: text(sql`l.email`),
  Address: text(sql`l.address`),
  City: text(sql`l.city`),
  State: text(sql`l.state`),
  Pincode: { kind: 'pincode', value: sql`l.pincode` },
  Region: text(sql`l.region`),
  Branch: text(sql`l.branch`),
  Product: text(sql`l.product`),
  Bucket: text(sql`l.bucket`),
  DPD: whole(sql`l.dpd`),
  Loan_Amount: whole(sql`l.loan_amount`),
  EMI_Amount: whole(sql`l.emi_amount`),
  Principal_Outstanding: whole(sql`l.principal_outstanding`),
  Interest_Outstanding: whole(sql`l.interest_outstanding`),
  Penalty_Amount: whole(sql`l.penalty_amount`),
  Total_Due_Amount: whole(sql`l.total_due_amount`),
  Disbursal_Date: day(sql`l.disbursal_date`),
  Due_Date: day(sql`l.due_date`),
  Last_Payment_Date: day(sql`l.last_payment_date`),
  Last_Payment_Amount: whole(sql`l.last_payment_amount`),
  Latitude: degrees(sql`l.latitude`),
  Longitude: degrees(sql`l.longitude`),
  Client_Name: {
    kind: 'client',
    value: sql`(select kc.name from clients kc where kc.id = l.client_id)`,
  },
  disposition: code(sql`l.disposition`),
  disposition_class: code(sql`l.disposition_class`),
  daysSinceContact: since(sql`l.disposition_at`),
  pastResult: { kind: 'pastResult', value: borrowerOf('l') },
  age: since(sql`l.created_at`),
  chanceToPay: { ...whole(chancePercent), most: 100 },
} satisfies Record<(typeof RULE_FIELDS)[number], RuleField>;

/** How a condition's field is read from the loan `l`. A header is a bound value like any other. */
export function ruleField(name: string): RuleField {
  const known = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  return known ?? text(sql`(l.other_columns ->> ${name.slice(OTHER_FIELD.length)}::text)`);
}
