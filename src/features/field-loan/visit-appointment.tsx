import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useRightNow, useToday } from '../../components/figure.tsx';
import { DayField, TimeField } from '../../components/form-field.tsx';
import { formatClock, inBusinessZone, today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ChoiceChips } from './choice-chips.tsx';
import type { VisitValues } from './visit-form.ts';
import { quickDays, quickTimes } from './visit-when.ts';

const OTHER = 'other';

/** The day of a promise or callback: today, tomorrow, some days on, or one picked. */
export function VisitDay({ label, isRequired }: { label: string; isRequired: boolean }) {
  const t = useText();
  const { field, fieldState } = useController<VisitValues, 'date'>({ name: 'date' });
  const now = useToday();
  const days = quickDays(now);
  const isQuick = days.some(({ day }) => day === field.value);
  const [isOtherAsked, setOther] = useState(field.value !== null && !isQuick);
  // Over midnight a day in three days becomes one that has no chip of its own.
  const isOther = isOtherAsked || (field.value !== null && !isQuick);
  const words = (inDays: number) => {
    if (inDays === 0) return t('time.today');
    return inDays === 1 ? t('time.tomorrow') : t('fieldLoan.visit.inDays', { count: inDays });
  };
  return (
    <ChoiceChips
      label={label}
      isRequired={isRequired}
      choices={[
        ...days.map(({ day, inDays }) => ({ value: day, label: sentence(words(inDays)) })),
        { value: OTHER, label: t('fieldLoan.visit.otherDay') },
      ]}
      focusRef={field.ref}
      value={isOther ? OTHER : field.value}
      error={isOther ? undefined : fieldState.error?.message}
      onChange={(value) => {
        setOther(value === OTHER);
        field.onChange(value === OTHER ? null : value);
      }}
    >
      {isOther && <DayField name="date" text="fieldLoan.visit.otherDay" min={now} />}
    </ChoiceChips>
  );
}

/** The time of a promise or callback: the usual ones, or one picked. */
export function VisitTime({ isRequired }: { isRequired: boolean }) {
  const t = useText();
  const { field, fieldState } = useController<VisitValues, 'time'>({ name: 'time' });
  const day = useController<VisitValues, 'date'>({ name: 'date' }).field.value;
  const now = useRightNow(60_000);
  const times = quickTimes(day, today(now), inBusinessZone(now).format('HH:mm'));
  const [isOther, setOther] = useState(field.value !== '' && !times.includes(field.value));
  return (
    <ChoiceChips
      label={
        isRequired
          ? t('fieldLoan.visit.time')
          : `${t('fieldLoan.visit.time')} (${t('common.optional')})`
      }
      isRequired={isRequired}
      choices={[
        ...times.map((time) => ({ value: time, label: formatClock(time) })),
        { value: OTHER, label: t('fieldLoan.visit.otherTime') },
      ]}
      focusRef={field.ref}
      value={isOther ? OTHER : field.value}
      error={isOther ? undefined : fieldState.error?.message}
      onChange={(value) => {
        setOther(value === OTHER);
        field.onChange(value === OTHER || value === null ? '' : value);
      }}
    >
      {isOther && <TimeField name="time" text="fieldLoan.visit.otherTime" />}
    </ChoiceChips>
  );
}

/** The first letter large: words of a sentence as a button's label. Scripts without case stay as they are. */
function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
