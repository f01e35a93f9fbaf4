import { TextInput } from '@mantine/core';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { isMoreThanLeft, knownLeft, leftToCollect } from '../../../contract/loan.ts';
import { AppointmentHint } from '../../components/appointment-hint.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { AmountField, TextAreaField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { VisitDay, VisitTime } from './visit-appointment.tsx';
import { PERSONS, PERSON_NAMES, amountOf, asksPerson, asksWhen } from './visit-choices.ts';
import { EMPTY_VISIT, isExcess, isShort } from './visit-form.ts';
import type { VisitValues } from './visit-form.ts';
import { VisitPayment } from './visit-payment.tsx';
import type { VisitedLoan } from './visited-loan.ts';
import classes from './visit-fields.module.css';

/** The fields that the chosen outcome asks for, then remarks. */
export function VisitFields({ code, loan }: { code: DispositionCode; loan: VisitedLoan }) {
  const t = useText();
  const amount = amountOf(code);
  const asks = asksWhen(code);
  return (
    <>
      {amount !== null && <VisitAmount kind={amount} loan={loan} />}
      {amount === 'promised' && <PromisedTooMuch loan={loan} />}
      {amount === 'collected' && <ExcessReason code={code} loan={loan} />}
      {amount === 'collected' && <ShortOfAll code={code} loan={loan} />}
      {amount === 'collected' && <VisitPayment />}
      {asks.day && (
        <VisitDay
          isRequired={code.needsDate}
          label={
            amount === 'promised' ? t('fieldLoan.visit.day') : t('fieldLoan.visit.dayAppointment')
          }
        />
      )}
      {asks.time && <VisitTime isRequired={code.needsTime} />}
      {code.disposition_class === 'CALLBACK' && <ForbiddenThen loan={loan} />}
      {asksPerson(code) && <VisitPerson isRequired={code.needsPersonMet} />}
      <TextAreaField name="remarks" text="fieldLoan.visit.remarks" maxLength={4000} />
    </>
  );
}

function VisitAmount({ kind, loan }: { kind: 'collected' | 'promised'; loan: VisitedLoan }) {
  const t = useText();
  const { setValue } = useFormContext<VisitValues>();
  const label = kind === 'collected' ? 'amountCollected' : 'amountPromised';
  const take = (amount: number) =>
    setValue('amount', amount, { shouldDirty: true, shouldValidate: true });
  const offers = [
    { words: 'oneEmi' as const, amount: loan.EMI_Amount ?? 0 },
    (loan.Unverified_Amount ?? 0) > 0
      ? { words: 'allLeft' as const, amount: leftToCollect(loan) }
      : { words: 'allDue' as const, amount: loan.Total_Due_Amount ?? 0 },
  ].filter((offer) => offer.amount > 0);
  return (
    <div className="rc-stack-8">
      <AmountField name="amount" label={t(`fieldLoan.visit.${label}`)} isRequired />
      <div className="rc-row-8">
        {offers.map(({ words, amount }) => (
          <button key={words} type="button" className={classes.offer} onClick={() => take(amount)}>
            {t(`fieldLoan.visit.${words}`, { amount: formatRupees(amount) })}
          </button>
        ))}
      </div>
    </div>
  );
}

/** A promise of more than is left is mostly a digit too many; it may be right, so it is not refused. */
function PromisedTooMuch({ loan }: { loan: VisitedLoan }) {
  const t = useText();
  const { amount } = useWatch<VisitValues>();
  const left = knownLeft(loan);
  if (!isMoreThanLeft(amount, left)) return null;
  return (
    <Notice
      tone="warn"
      title={t('fieldLoan.visit.promisedTooMuch', { amount: formatRupees(left) })}
    />
  );
}

function ForbiddenThen({ loan }: { loan: VisitedLoan }) {
  const { date = null, time = '' } = useWatch<VisitValues>();
  return <AppointmentHint facts={loan.contactFacts} channel="VISIT" day={date} time={time} />;
}

/** More than is left is taken knowingly only: it asks why. */
function ExcessReason({ code, loan }: { code: DispositionCode; loan: VisitedLoan }) {
  const t = useText();
  const visit = useWatch<VisitValues>();
  const left = knownLeft(loan);
  if (!isExcess({ ...EMPTY_VISIT, ...visit }, code, left)) return null;
  return (
    <>
      <Notice
        tone="warn"
        title={
          (left ?? 0) > 0
            ? t('fieldLoan.visit.onlyLeft', { amount: formatRupees(left) })
            : t('fieldLoan.visit.nothingLeft')
        }
      />
      <TextAreaField
        name="excessReason"
        text="fieldLoan.visit.excessReason"
        help={t('fieldLoan.visit.excessHelp')}
        isRequired
        maxLength={300}
      />
    </>
  );
}

/** Less than is left, recorded as all of it, is mostly a digit too few: it is asked once. */
function ShortOfAll({ code, loan }: { code: DispositionCode; loan: VisitedLoan }) {
  const t = useText();
  const visit = useWatch<VisitValues>();
  const left = knownLeft(loan);
  const owed = { left, settlement: loan.settlementAmount ?? null };
  if (!isShort({ ...EMPTY_VISIT, ...visit }, code, owed)) return null;
  return (
    <>
      <Notice tone="warn" title={t('fieldLoan.visit.shortOfAll', { amount: formatRupees(left) })} />
      <CheckField
        name="isAll"
        label={t('fieldLoan.visit.isAll', { amount: formatRupees(visit.amount) })}
      />
    </>
  );
}

function VisitPerson({ isRequired }: { isRequired: boolean }) {
  const t = useText();
  const { field, fieldState } = useController<VisitValues, 'personMet'>({ name: 'personMet' });
  // Kept in one language, whatever the agent reads: managers count by it.
  const usual = PERSONS.find((person) => PERSON_NAMES[person] === field.value) ?? null;
  return (
    <ChoiceChips
      label={t('fieldLoan.visit.personMet')}
      choices={PERSONS.map((person) => ({ value: person, label: t(`fieldLoan.person.${person}`) }))}
      value={usual}
      focusRef={field.ref}
      isRequired={isRequired}
      error={fieldState.error?.message}
      onChange={(person) => field.onChange(person === null ? '' : PERSON_NAMES[person])}
    >
      <TextInput
        label={t('fieldLoan.visit.otherPerson')}
        value={usual === null ? field.value : ''}
        error={fieldState.invalid}
        maxLength={120}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
    </ChoiceChips>
  );
}
