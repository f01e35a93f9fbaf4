import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/** What the lists of rules and orders show of the loan `l` (and its lender `c`), named as on the wire. */
export const loanFacts: SQL = sql`l.id as "_id", l.loan_number as "Loan_ID", c.name as "Client_Name",
  l.customer_name as "Customer_Name", l.city as "City", l.pincode as "Pincode", l.product as "Product",
  l.bucket as "Bucket", l.dpd as "DPD", l.total_due_amount as "Total_Due_Amount", l.unverified_amount as "Unverified_Amount"`;

/** The same, as a row has them. */
export interface LoanFacts {
  _id: string;
  Loan_ID: string;
  Client_Name: string;
  Customer_Name: string;
  City: string | null;
  Pincode: string | null;
  Product: string | null;
  Bucket: string | null;
  DPD: number | null;
  Total_Due_Amount: number | null;
}
