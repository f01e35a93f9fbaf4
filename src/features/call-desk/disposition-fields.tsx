import { useWatch } from 'react-hook-form';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { knownLeft } from '../../../contract/loan.ts';
import type { Loan } from '../../../contract/loan.ts';
import { PAYMENT_MODES } from '../../../contract/receipt.ts';
import { FieldRow } from '../../components/form.tsx';
import {
  AmountField,
  DayField,
  TextAreaField,
  TextField,
  TimeField,
} from '../../components/form-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { amountKind, askedWhen, isExcess } from './contact-form.ts';
import type { ContactValues } from './contact-form.ts';
import classes from './call-desk.module.css';

/** What a loan owes. */
type Owed = Pick<Loan, 'Total_Due_Amount' | 'Unverified_Amount'>;

/**
 * What the chosen code asks for: amount, day and time, who answered. `loan` null: a correction, which is not held against what
 * is due now; `from` is the first day that may be named.
 */
export function DispositionFields({
  code,
  loan,
  from,
}: {
  code: DispositionCode | null;
  loan: Owed | null;
  from?: string;
}) {
  const t = useText();
  const amount = amountKind(code);
  const asked = askedWhen(code);
  return (
    <>
      {amount !== null && (
        <AmountField
          name="amount"
          label={t(
            amount === 'collected' ? 'callDesk.amountClaimed' : 'fieldLoan.visit.amountPromised',
          )}
          isRequired
          help={<AmountHint due={loan?.Total_Due_Amount ?? null} />}
        />
      )}
      {loan !== null && <ExcessReason code={code} loan={loan} />}
      {amount === 'collected' && <ToldPayment />}
      {asked.date && (
        <FieldRow>
          <DayField name="date" text="fieldNames.date" isRequired min={from ?? today()} />
          {asked.time && <TimeField name="time" text="words.time" isRequired />}
        </FieldRow>
      )}
      {code?.needsPersonMet === true && (
        <TextField name="personMet" text="callDesk.personMet" isRequired />
      )}
    </>
  );
}

/** How, when and under which number the borrower says that it was paid: a claim until the bank confirms it. */
function ToldPayment() {
  const t = useText();
  const modes = PAYMENT_MODES.map((mode) => ({ value: mode, label: t(`receipts.paid.${mode}`) }));
  return (
    <>
      <FieldRow>
        <DayField name="paidOn" text="words.paidOn" isRequired max={today()} />
        <SelectField name="paymentMode" text="callDesk.paymentMode" options={modes} isRequired />
      </FieldRow>
      <TextField
        name="paymentReference"
        text="fieldLoan.receipt.transactionNumber"
        help={t('callDesk.claimNote')}
      />
    </>
  );
}

/** More than is left is told knowingly only: it asks why. */
function ExcessReason({ code, loan }: { code: DispositionCode | null; loan: Owed }) {
  const t = useText();
  const { amount = null } = useWatch<ContactValues>();
  const left = knownLeft(loan);
  if (!isExcess(code, amount, left)) return null;
  const said = left === 0 ? 'excess-nothing-left' : 'excess-reason-missing';
  return (
    <TextAreaField
      name="excessReason"
      text="fieldLoan.visit.excessReason"
      help={t(`problems.${said}`, { left: formatRupees(left) })}
      isRequired
      maxLength={300}
    />
  );
}

/** Warns of an amount above what is due; it may be right, so it is not refused. */
function AmountHint({ due }: { due: number | null }) {
  const t = useText();
  const amount: unknown = useWatch({ name: 'amount' });
  if (due === null || typeof amount !== 'number' || !(amount > due)) {
    return `${t('loanFields.Total_Due_Amount')}: ${formatRupees(due)}`;
  }
  return <span className={classes.warn}>{t('callDesk.tooMuch', { due: formatRupees(due) })}</span>;
}
