import { useState } from 'react';
import { formatDay, parseDay } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';
import { isWithin, readTypedDay } from '../lib/typed-day.ts';
import type { DayBounds } from '../lib/typed-day.ts';

/** What a form holds where what is typed is no day that its field takes; no schema takes it. */
export const NO_DAY = 'no day';

interface TypedDay extends DayBounds {
  value: string | null;
  onChange: (day: string | null) => void;
  isClearable?: boolean;
  noDay?: string | null;
}

/**
 * The text of a day input. A whole day counts while it is typed. When the input is left its text is read as people mean
 * it; what is no day, or none that the input takes, stays where it was typed and says so.
 */
export function useTypedDay({ value, onChange, isClearable, noDay, ...bounds }: TypedDay) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  // A day that came from elsewhere takes the place of what was typed; what was given from here may come back late.
  const [given, setGiven] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== given) setTyped(null);
  }
  const give = (day: string | null, text: string) => {
    setTyped(text);
    setGiven(day);
    if (day !== value) onChange(day);
  };
  const day = value === NO_DAY ? null : value;
  const mayBeEmpty = isClearable === true || noDay !== undefined;

  const problem = (): string | null => {
    if (typed === null) return value === NO_DAY ? t('problems.not-a-day') : null;
    if (typed.trim() === '' || !isLeft) return null;
    const read = readTypedDay(typed, bounds);
    if (read === null) return t('problems.not-a-day');
    if (bounds.min !== undefined && read < bounds.min)
      return t('widgets.dayFrom', { day: formatDay(bounds.min) });
    if (bounds.max !== undefined && read > bounds.max)
      return t('widgets.dayUntil', { day: formatDay(bounds.max) });
    return null;
  };
  return {
    /** The day that counts, `YYYY-MM-DD`. */
    day,
    text: typed ?? (day === null ? '' : formatDay(day)),
    problem: problem(),
    choose: (chosen: string | null) => give(chosen, chosen === null ? '' : formatDay(chosen)),
    type: (text: string) => {
      setIsLeft(false);
      const whole = parseDay(text);
      if (whole !== null && isWithin(whole, bounds)) give(whole, text);
      else if (text.trim() === '' && mayBeEmpty) give(null, text);
      else give(noDay === undefined || text.trim() === '' ? value : noDay, text);
    },
    leave: (text: string) => {
      setIsLeft(true);
      const read = readTypedDay(text, bounds);
      if (read !== null && isWithin(read, bounds)) give(read, formatDay(read));
      else if (text.trim() === '' && mayBeEmpty) give(null, '');
      else if (text.trim() === '') setTyped(null);
    },
  };
}
