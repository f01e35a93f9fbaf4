import { useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import type { LoanDetail } from '../../../contract/loan.ts';
import { FactGroup } from '../../components/facts.tsx';
import type { Fact } from '../../components/facts.tsx';
import { Due } from '../../components/due.tsx';
import { DayText, Money } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatPhone, telLink } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import { isShutNumber } from './field-gate-queries.ts';
import { AddressLink } from './loan-head.tsx';
import classes from './loan-facts.module.css';

/**
 * Everything known of a loan, in labelled groups; what nobody knows is left out. What is owed is drawn first: a tap on a phone
 * shows it sooner, and the rest, which stands below the window, in the next moment.
 */
export function LoanFacts({ cached }: { cached: CachedLoan }) {
  const t = useText();
  const isFirst = useDeferredValue(false, true);
  return (
    <>
      <FactGroup title={t('words.whatIsOwed')} facts={useOwedFacts(cached.loan)} />
      {isFirst ? <div className={classes.later} /> : <LaterFacts cached={cached} />}
    </>
  );
}

function LaterFacts({ cached }: { cached: CachedLoan }) {
  const t = useText();
  const { loan } = cached;
  const lender = Object.entries(loan.otherColumns).filter(([, value]) => value.trim() !== '');
  return (
    <>
      <FactGroup title={t('fieldLoan.group.where')} facts={useWhereFacts(cached)} />
      <FactGroup title={t('fieldLoan.group.who')} facts={useWhoFacts(cached)} />
      <FactGroup title={t('fieldLoan.group.loan')} facts={useLoanFacts(loan)} />
      {lender.length > 0 && (
        <FactGroup
          title={t('fieldLoan.group.lender')}
          facts={lender.map(([label, value]) => ({ label, value }))}
        />
      )}
    </>
  );
}

/** Facts without those that have no value: an empty label tells an agent nothing. */
function known(facts: readonly (Fact & { raw: unknown })[]): Fact[] {
  return facts
    .filter(({ raw }) => raw !== null && raw !== '')
    .map(({ raw: _raw, ...fact }) => fact);
}

function money(label: string, amount: number | null) {
  return { label, raw: amount, value: <Money amount={amount} /> };
}

function day(label: string, value: string | null) {
  return { label, raw: value, value: <DayText value={value} /> };
}

function useOwedFacts(loan: LoanDetail): Fact[] {
  const t = useText();
  return known([
    {
      label: t('words.totalDue'),
      raw: loan.Total_Due_Amount,
      value: <Due loan={loan} />,
    },
    money(t('loanFields.EMI_Amount'), loan.EMI_Amount),
    money(t('words.principalOutstanding'), loan.Principal_Outstanding),
    money(t('words.interestOutstanding'), loan.Interest_Outstanding),
    money(t('loanFields.Penalty_Amount'), loan.Penalty_Amount),
    day(t('words.dueDate'), loan.Due_Date),
    money(t('loanFields.Last_Payment_Amount'), loan.Last_Payment_Amount),
    day(t('fieldLoan.fact.lastPaymentDay'), loan.Last_Payment_Date),
    money(t('words.loanAmount'), loan.Loan_Amount),
    day(t('fieldLoan.fact.disbursed'), loan.Disbursal_Date),
  ]);
}

const ADDRESS_FIELDS = ['Address', 'City', 'State', 'Pincode'] as const;

function useWhereFacts({ loan, pendingEdits }: CachedLoan): Fact[] {
  const t = useText();
  const isEdited = ADDRESS_FIELDS.some((field) => pendingEdits[field] !== undefined);
  const address = (
    <>
      {isEdited && <WaitingMark />}
      <AddressLink loan={loan} />
    </>
  );
  return [
    { label: t('words.address'), value: address, isWide: true },
    ...known([
      { label: t('loanFields.Region'), raw: loan.Region, value: loan.Region },
      { label: t('loanFields.Branch'), raw: loan.Branch, value: loan.Branch },
    ]),
  ];
}

function useWhoFacts({ loan, pendingEdits }: CachedLoan): Fact[] {
  const t = useText();
  const phone = (label: string, field: 'Mobile_Number' | 'Alternate_Mobile_Number') => ({
    label,
    raw: loan[field],
    value: (
      <>
        {isShutNumber(loan, loan[field]) ? (
          <WrongNumber loan={loan} field={field} />
        ) : (
          <PhoneLink phone={loan[field]} />
        )}
        {pendingEdits[field] !== undefined && <WaitingMark />}
      </>
    ),
  });
  const email = (
    <>
      <a href={`mailto:${loan.Email ?? ''}`}>{loan.Email}</a>
      {pendingEdits.Email !== undefined && <WaitingMark />}
    </>
  );
  return known([
    phone(t('fieldLoan.fact.mobile'), 'Mobile_Number'),
    phone(t('fieldLoan.fact.alternate'), 'Alternate_Mobile_Number'),
    { label: t('loanFields.Email'), raw: loan.Email, value: email, isWide: true },
    { label: t('words.client'), raw: loan.Client_Name, value: loan.Client_Name },
    { label: t('words.loanNumber'), raw: loan.Loan_ID, value: loan.Loan_ID },
  ]);
}

function useLoanFacts(loan: LoanDetail): Fact[] {
  const t = useText();
  return known([
    { label: t('words.product'), raw: loan.Product, value: loan.Product },
    { label: t('words.bucket'), raw: loan.Bucket, value: loan.Bucket },
    { label: t('loanFields.DPD'), raw: loan.DPD, value: loan.DPD },
    {
      label: t('fieldLoan.fact.visitDay'),
      raw: loan.visitDate,
      value: <DayText value={loan.visitDate} />,
    },
  ]);
}

/** Not the borrower's: it is not called, and can be corrected. */
function WrongNumber(props: {
  loan: LoanDetail;
  field: 'Mobile_Number' | 'Alternate_Mobile_Number';
}) {
  const t = useText();
  return (
    <>
      {formatPhone(props.loan[props.field])}
      <span className={classes.mark}>
        <StatusChip tone="danger" label={t('words.wrongNumber')} />
      </span>
      <Link className={classes.phone} to={`/field-agent/loan/edit?id=${props.loan._id}`}>
        {t('fieldLoan.correctNumber')}
      </Link>
    </>
  );
}

function PhoneLink({ phone }: { phone: string | null }) {
  const t = useText();
  const tel = telLink(phone);
  const number = formatPhone(phone);
  if (tel === null) return <>{number}</>;
  return (
    <a className={classes.phone} href={tel} aria-label={t('fieldLoan.callNumber', { number })}>
      {number}
    </a>
  );
}

function WaitingMark() {
  const t = useText();
  return (
    <span className={classes.mark}>
      <StatusChip tone="info" label={t('fieldDay.waiting')} />
    </span>
  );
}
