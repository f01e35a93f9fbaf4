import { useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { DayInput } from './day-input.tsx';
import classes from './day-range.module.css';

interface Days {
  readonly gte: string;
  readonly lte: string;
}

interface DayRangeProps {
  label: string;
  days: Days;
  onChange: (change: Partial<Days>) => void;
  /** What chooses both days at once. */
  before?: ReactNode;
  after?: ReactNode;
}

/** The days that a screen is of. Both are needed: an emptied one says so, and what is shown stays that of the days before. */
export function DayRange({ label, days, onChange, before, after }: DayRangeProps) {
  const t = useText();
  const [emptied, setEmptied] = useState<(Days & { key: keyof Days }) | null>(null);
  // Days that came from elsewhere take the place of an emptied one.
  const isSame = emptied?.gte === days.gte && emptied.lte === days.lte;
  const missing = isSame ? emptied.key : null;
  const dayOf = (key: keyof Days) => ({
    className: classes.day ?? '',
    value: missing === key ? null : days[key],
    isClearable: true,
    hasClearButton: false,
    ...(missing === key && { error: t('problems.date-missing') }),
    onChange: (day: string | null) => {
      setEmptied(day === null ? { ...days, key } : null);
      if (day !== null) onChange({ [key]: day });
    },
  });
  return (
    <fieldset className={classes.range} aria-label={label}>
      {before}
      <DayInput label={t('common.from')} max={days.lte} {...dayOf('gte')} />
      <DayInput label={t('common.to')} min={days.gte} {...dayOf('lte')} />
      {after}
    </fieldset>
  );
}
