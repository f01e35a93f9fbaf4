import type { ReactNode } from 'react';
import type { LoanDetail } from '../../../contract/loan.ts';
import type { Fact } from '../../components/facts.tsx';
import { addressLine } from '../../lib/address.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPhone } from '../../lib/phone.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Facts of a loan under one heading. */
export interface LoanFactGroup {
  title: string;
  facts: readonly Fact[];
}

type Field = keyof Catalogue['loanFields'];
type FieldValue = readonly [Field, ReactNode];

const GROUPS = [
  { title: 'words.whatIsOwed', values: owedValues },
  { title: 'words.borrower', values: borrowerValues },
  { title: 'words.loan', values: termValues },
  { title: 'loans.people', values: peopleValues },
] as const;

function owedValues(loan: LoanDetail): FieldValue[] {
  return [
    ['Total_Due_Amount', formatRupees(loan.Total_Due_Amount)],
    ...unverified(loan),
    ['Principal_Outstanding', formatRupees(loan.Principal_Outstanding)],
    ['Interest_Outstanding', formatRupees(loan.Interest_Outstanding)],
    ['Penalty_Amount', formatRupees(loan.Penalty_Amount)],
    ['Paid_Amount', formatRupees(loan.Paid_Amount)],
    ['DPD', loan.DPD],
    ['Bucket', loan.Bucket],
  ];
}

/** What agents collected and no payment confirms yet, where there is any. */
function unverified({ Unverified_Amount: amount = 0 }: LoanDetail): FieldValue[] {
  return amount === 0 ? [] : [['Unverified_Amount', formatRupees(amount)]];
}

function borrowerValues(loan: LoanDetail): FieldValue[] {
  const address = addressLine([loan.Address, loan.City, loan.State, loan.Pincode]);
  return [
    ['Mobile_Number', formatPhone(loan.Mobile_Number)],
    ['Alternate_Mobile_Number', formatPhone(loan.Alternate_Mobile_Number)],
    ['Email', loan.Email],
    ['Address', address === '' ? null : address],
  ];
}

function termValues(loan: LoanDetail): FieldValue[] {
  return [
    ['Product', loan.Product],
    ['Loan_Amount', formatRupees(loan.Loan_Amount)],
    ['EMI_Amount', formatRupees(loan.EMI_Amount)],
    ['Due_Date', formatDay(loan.Due_Date)],
    ['Disbursal_Date', formatDay(loan.Disbursal_Date)],
    ['Last_Payment_Date', formatDay(loan.Last_Payment_Date)],
    ['Last_Payment_Amount', formatRupees(loan.Last_Payment_Amount)],
    ['Branch', loan.Branch],
    ['Region', loan.Region],
  ];
}

function peopleValues(loan: LoanDetail): FieldValue[] {
  return [
    ['managerName', loan.managerName],
    ['collectorName', loan.collectorName],
    ['fieldAgentName', loan.fieldAgentName],
    ['visitDate', formatDay(loan.visitDate)],
    ['periodEndsOn', formatDay(loan.periodEndsOn)],
    ['batchNo', loan.batchNo],
  ];
}

/** A loan's facts in labelled groups: what is owed, who, the loan, the people, the lender's other columns. */
export function useLoanFacts(loan: LoanDetail): LoanFactGroup[] {
  const t = useText();
  const known = GROUPS.map(({ title, values }) => ({
    title: t(title),
    facts: values(loan).map(([field, value]) => ({
      label: t(`loanFields.${field}`),
      value,
      isWide: field === 'Address',
    })),
  }));
  const others = Object.entries(loan.otherColumns).map(([label, value]) => ({ label, value }));
  return others.length === 0
    ? known
    : [...known, { title: t('fieldLoan.group.lender'), facts: others }];
}
