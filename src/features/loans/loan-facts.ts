import type { ReactNode } from 'react';
import type { LoanDetail } from '../../../contract/loan.ts';
import type { Fact } from '../../components/facts.tsx';
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

/** A loan's facts in labelled groups: what is owed, who, the loan, the people, the lender's other columns. */
export function useLoanFacts(loan: LoanDetail): LoanFactGroup[] {
  const t = useText();
  const fact = (key: keyof Catalogue['loanFields'], value: ReactNode, isWide = false): Fact => ({
    label: t(`loanFields.${key}`),
    value: value === '' ? null : value,
    isWide,
  });
  const money = (
    key:
      | 'Total_Due_Amount'
      | 'Principal_Outstanding'
      | 'Interest_Outstanding'
      | 'Penalty_Amount'
      | 'EMI_Amount'
      | 'Loan_Amount'
      | 'Last_Payment_Amount',
  ) => fact(key, formatRupees(loan[key]));
  const day = (key: 'Due_Date' | 'Disbursal_Date' | 'Last_Payment_Date' | 'visitDate') =>
    fact(key, formatDay(loan[key]));
  const others = Object.entries(loan.otherColumns).map(([label, value]) => ({ label, value }));
  const groups = [
    {
      title: t('loans.owed'),
      facts: [
        money('Total_Due_Amount'),
        money('Principal_Outstanding'),
        money('Interest_Outstanding'),
        money('Penalty_Amount'),
        fact('DPD', loan.DPD),
        fact('Bucket', loan.Bucket),
      ],
    },
    {
      title: t('loans.borrower'),
      facts: [
        fact('Mobile_Number', formatPhone(loan.Mobile_Number)),
        fact('Alternate_Mobile_Number', formatPhone(loan.Alternate_Mobile_Number)),
        fact('Email', loan.Email),
        fact('Address', addressOf(loan), true),
      ],
    },
    {
      title: t('loans.terms'),
      facts: [
        fact('Product', loan.Product),
        money('Loan_Amount'),
        money('EMI_Amount'),
        day('Due_Date'),
        day('Disbursal_Date'),
        day('Last_Payment_Date'),
        money('Last_Payment_Amount'),
        fact('Branch', loan.Branch),
        fact('Region', loan.Region),
      ],
    },
    {
      title: t('loans.people'),
      facts: [
        fact('managerName', loan.managerName),
        fact('collectorName', loan.collectorName),
        fact('fieldAgentName', loan.fieldAgentName),
        day('visitDate'),
        fact('batchNo', loan.batchNo),
      ],
    },
    { title: t('loans.fromFile'), facts: others },
  ];
  return groups.filter((group) => group.facts.length > 0);
}

function addressOf(loan: LoanDetail): string {
  return [loan.Address, loan.City, loan.State, loan.Pincode].filter(Boolean).join(', ');
}
