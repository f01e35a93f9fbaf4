import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Loan } from '../../contract/loan.ts';
import type { Role } from '../../contract/roles.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';

/**
 * What `toLoan` reads, to stand behind `select`; goes with `loanJoins`. Column names are the wire's, so that a row needs
 * next to no mapping.
 */
export const loanColumns = sql`l.id as "_id", l.loan_number as "Loan_ID", lc.name as "Client_Name",
  l.customer_name as "Customer_Name", l.mobile_number as "Mobile_Number",
  l.alternate_mobile_number as "Alternate_Mobile_Number", l.email as "Email", l.address as "Address", l.city as "City",
  l.state as "State", l.pincode as "Pincode", l.region as "Region", l.branch as "Branch", l.product as "Product",
  l.bucket as "Bucket", l.dpd as "DPD", l.loan_amount as "Loan_Amount", l.emi_amount as "EMI_Amount",
  l.principal_outstanding as "Principal_Outstanding", l.interest_outstanding as "Interest_Outstanding",
  l.penalty_amount as "Penalty_Amount", l.total_due_amount as "Total_Due_Amount",
  l.disbursal_date as "Disbursal_Date", l.due_date as "Due_Date", l.last_payment_date as "Last_Payment_Date",
  l.last_payment_amount as "Last_Payment_Amount", l.latitude as "Latitude", l.longitude as "Longitude",
  l.collector_id as "collectorId", l.manager_id as "managerId", l.field_agent_id as "fieldAgentId",
  lco.full_name as "collectorName", lma.full_name as "managerName", lfa.full_name as "fieldAgentName",
  l.visit_date as "visitDate", l.disposition, l.disposition_class, l.disposition_at as "disCreatedAt",
  l.promise_date as "promiseDate", l.promise_amount as "promiseAmount",
  l.promise_broken_on as "promiseBrokenOn", l.settlement_id as "settlementId",
  l.settlement_state as "settlementStatus", l.settlement_due_on as "settlementDueOn",
  case when l.settlement_state in ('LETTER_ISSUED', 'ACTIVE') and l.settlement_amount > l.total_due_amount
    then l.total_due_amount else l.settlement_amount end as "settlementAmount", l.convoxid, l.dialled_number as "dialledNumber",
  l.batch_no as "batchNo", l.status, l.period_ends_on as "periodEndsOn", l.paid_amount as "Paid_Amount",
  l.unverified_amount as "Unverified_Amount", l.revision, l.created_at as "createdAt", l.updated_at as "updatedAt"`;

/** The joins that `loanColumns` needs behind `loans l`: the lender and the names of the people who have the loan. */
export const loanJoins = sql`join clients lc on lc.id = l.client_id
  left join users lco on lco.id = l.collector_id
  left join users lma on lma.id = l.manager_id
  left join users lfa on lfa.id = l.field_agent_id`;

/** A row of `loanColumns`: a loan whose instants are still PostgreSQL's text. */
export interface LoanRow extends Loan, Record<string, unknown> {}

/** A phone number of which only the last four digits are told: `••••••1234`. Null and the empty text stay as they are. */
export function maskedPhone(phone: string | null): string | null {
  if (phone === null || phone === '') return phone;
  const hidden = Math.max(0, phone.length - 4);
  return '•'.repeat(hidden) + phone.slice(hidden);
}

/** Whether a role sees phone numbers masked: the lender's own viewers have no need to call (security: data by role). */
export function seesMaskedPhones(role: Role): boolean {
  return role === 'CUSTOMER' || role === 'CLIENT';
}

/** A digit, Devanagari too, what may stand between groups of them (a phone's keyboard makes two of a blank, and a dash of a hyphen), what may stand right before them, and how people write the ten of a mobile in groups. */
const DIGIT = '[0-9\\u0966-\\u096f]';
const BETWEEN = '[ ./()_\\u00a0\\u2010-\\u2015-]';
const TRUNK = '(?:[0\\u0966]|(?:[0\\u0966]{2})?[9\\u096f][1\\u0967])';
const GAP = `${BETWEEN}{1,3}`;
const GROUPED = [
  '55',
  '46',
  '64',
  '37',
  '73',
  '28',
  '433',
  '343',
  '334',
  '244',
  '424',
  '442',
  '523',
  '532',
  '22222',
]
  .map((groups) =>
    groups
      .split('')
      .map((length) => `${DIGIT}{${length}}`)
      .join(GAP),
  )
  .join('|');
/** What is masked of the numbers in a text: all but the last four of 10 to 14 digits, or of a mobile in groups. JavaScript's and PostgreSQL's. */
const NUMBERS = [
  `\\+?${DIGIT}{6,10}(?=${DIGIT}{4}(?!${DIGIT}))`,
  `(?<!${DIGIT})${TRUNK}?(?=[6-9\\u096c-\\u096f])(?=(?:${GROUPED})(?!${DIGIT}))(?:${DIGIT}${BETWEEN}{0,3}){6}`,
].join('|');
const NUMBERS_FOUND = new RegExp(NUMBERS, 'g');

/** A text with its numbers masked by `sign`. */
export const numbersMasked = (text: string, sign: string): string =>
  text.replace(NUMBERS_FOUND, sign.repeat(6));

/** A text in which phone numbers may stand, such as a cell of a lender's file, as a reader of this role sees it. */
export const textFor = (readerRole: Role, text: string): string =>
  seesMaskedPhones(readerRole) ? numbersMasked(text, '•') : text;

/** The same of a text in SQL. */
export const sqlNumbersMasked = (text: SQL, sign: string): SQL =>
  sql`regexp_replace(${text}, ${NUMBERS}::text, ${sign.repeat(6)}::text, 'g')`;

/** `textFor` in SQL. */
export const sqlTextFor = (readerRole: Role, text: SQL): SQL =>
  seesMaskedPhones(readerRole) ? sqlNumbersMasked(text, '•') : text;

/** The lender's own columns for a reader of this role: phone numbers stand in them too. */
export function otherColumnsFor(
  readerRole: Role,
  columns: Record<string, string>,
): Record<string, string> {
  if (!seesMaskedPhones(readerRole)) return columns;
  const entries = Object.entries(columns).map(([header, text]): [string, string] => [
    header,
    textFor(readerRole, text),
  ]);
  return Object.fromEntries(entries);
}

/** A loan as it leaves the server to a reader of this role: instants as ISO, phone numbers masked where the role asks. */
export function toLoan(row: LoanRow, readerRole: Role): Loan {
  const loan: Loan = {
    ...row,
    disCreatedAt: isoInstantOrNull(row.disCreatedAt),
    createdAt: isoInstant(row.createdAt),
    updatedAt: isoInstant(row.updatedAt),
  };
  if (!seesMaskedPhones(readerRole)) return loan;
  return {
    ...loan,
    Mobile_Number: maskedPhone(loan.Mobile_Number),
    Alternate_Mobile_Number: maskedPhone(loan.Alternate_Mobile_Number),
    dialledNumber: maskedPhone(loan.dialledNumber),
  };
}
