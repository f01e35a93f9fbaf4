import { useWatch } from 'react-hook-form';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { PAYMENT_MODES } from '../../../contract/receipt.ts';
import { FieldRow } from '../../components/form.tsx';
import { AmountField, DayField, TextField, TimeField } from '../../components/form-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { amountKind, askedWhen } from './contact-form.ts';
import classes from './call-desk.module.css';

/** What the chosen code asks for: amount, day and time, who answered. `due` is the loan's total due; `from` the first day. */
export function DispositionFields({
  code,
  due,
  from,
}: {
  code: DispositionCode | null;
  due: number | null;
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
          label={t(amount === 'collected' ? 'callDesk.amountClaimed' : 'callDesk.promiseAmount')}
          isRequired
          help={<AmountHint due={due} />}
        />
      )}
      {amount === 'collected' && <ToldPayment />}
      {asked.date && (
        <FieldRow>
          <DayField name="date" label={t('callDesk.date')} isRequired min={from ?? today()} />
          {asked.time && <TimeField name="time" label={t('callDesk.time')} isRequired />}
        </FieldRow>
      )}
      {code?.needsPersonMet === true && (
        <TextField name="personMet" label={t('callDesk.personMet')} isRequired />
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
        <DayField name="paidOn" label={t('callDesk.paidOn')} isRequired max={today()} />
        <SelectField
          name="paymentMode"
          label={t('callDesk.paymentMode')}
          options={modes}
          isRequired
        />
      </FieldRow>
      <TextField
        name="paymentReference"
        label={t('callDesk.paymentReference')}
        help={t('callDesk.claimNote')}
      />
    </>
  );
}

/** Warns of an amount above what is due; it may be right, so it is not refused. */
function AmountHint({ due }: { due: number | null }) {
  const t = useText();
  const amount: unknown = useWatch({ name: 'amount' });
  if (due === null || typeof amount !== 'number' || amount <= due) {
    return `${t('loanFields.Total_Due_Amount')}: ${formatRupees(due)}`;
  }
  return <span className={classes.warn}>{t('callDesk.tooMuch', { due: formatRupees(due) })}</span>;
}
