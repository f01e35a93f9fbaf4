import { date, doublePrecision, integer, text } from 'drizzle-orm/pg-core';
import { rupees } from './columns.ts';

/**
 * What a lender's file may say of a loan, beside its number and the borrower's name: the same columns stand in `loans` and
 * in the pending list, so that comparing and saving is plain SQL.
 */
export const lenderColumns = () => ({
  mobileNumber: text('mobile_number'),
  alternateMobileNumber: text('alternate_mobile_number'),
  email: text('email'),
  address: text('address'),
  city: text('city'),
  state: text('state'),
  pincode: text('pincode'),
  region: text('region'),
  branch: text('branch'),
  product: text('product'),
  bucket: text('bucket'),
  dpd: integer('dpd'),
  loanAmount: rupees('loan_amount'),
  emiAmount: rupees('emi_amount'),
  principalOutstanding: rupees('principal_outstanding'),
  interestOutstanding: rupees('interest_outstanding'),
  penaltyAmount: rupees('penalty_amount'),
  totalDueAmount: rupees('total_due_amount'),
  disbursalDate: date('disbursal_date', { mode: 'string' }),
  dueDate: date('due_date', { mode: 'string' }),
  lastPaymentDate: date('last_payment_date', { mode: 'string' }),
  lastPaymentAmount: rupees('last_payment_amount'),
  latitude: doublePrecision('latitude'),
  longitude: doublePrecision('longitude'),
});
