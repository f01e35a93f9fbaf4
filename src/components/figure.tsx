import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { clockNow, clockOffset } from '../lib/clock.ts';
import { formatDay, formatDayTime, formatTime, today } from '../lib/dates.ts';
import type { TimeValue } from '../lib/dates.ts';
import { formatRupees } from '../lib/money.ts';
import { formatPhone } from '../lib/phone.ts';
import { dueState, relativeTime } from '../lib/relative-time.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './figure.module.css';
import { StatusChip } from './status-chip.tsx';

/** An amount in whole rupees, ₹1,23,456; `size="large"` for the head of a record. */
export function Money({
  amount,
  size = 'text',
  isOverdue = false,
}: {
  amount: number | null | undefined;
  size?: 'text' | 'large';
  isOverdue?: boolean;
}) {
  return (
    <span className={classes.money} data-size={size} data-overdue={isOverdue || undefined}>
      {formatRupees(amount)}
    </span>
  );
}

/** A day or instant as DD-MM-YYYY, `with` its time, or the time alone; a dash when missing. */
export function DayText({
  value,
  show = 'day',
}: {
  value: TimeValue | null | undefined;
  show?: 'day' | 'time' | 'both';
}) {
  const format = { day: formatDay, time: formatTime, both: formatDayTime }[show];
  return <span className={classes.nowrap}>{format(value)}</span>;
}

const DAY_IN_WORDS = /^(.*?)(\d{2}-\d{2}-\d{4})(.*)$/s;

/** A sentence in which no day is broken at its hyphens. */
export function Sentence({ words }: { words: string }): ReactNode {
  const [, before, day, after] = DAY_IN_WORDS.exec(words) ?? [];
  if (day === undefined || after === undefined) return words;
  return (
    <>
      {before}
      <span className={classes.nowrap}>{day}</span>
      <Sentence words={after} />
    </>
  );
}

/** What names something, and smaller under it what tells it from others; the second line may be missing. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className={classes.lines}>
      {first}
      {second !== undefined && second !== null && second !== false && second !== '' && (
        <span className={classes.small}>{second}</span>
      )}
    </span>
  );
}

/** A phone number as "98765 43210", never broken between lines; a dash when missing. */
export function PhoneText({ value }: { value: string | null | undefined }) {
  return <span className={classes.nowrap}>{formatPhone(value)}</span>;
}

/** An instant in words that go on by themselves ("in 20 min", "3 days ago"); the exact time on hover. */
export function RelativeTimeText({ value }: { value: TimeValue }) {
  const t = useText();
  const now = useRightNow(30_000);
  const { key, count } = relativeTime(value, now);
  return (
    <span className={classes.nowrap} title={formatDayTime(value)}>
      {t(`time.${key}`, { count })}
    </span>
  );
}

/** A due day (`YYYY-MM-DD`) as a chip: red when overdue, amber today, plain ahead. */
export function DueChip({ day }: { day: string }) {
  const t = useText();
  const { state, days } = dueState(day, useToday());
  if (state === 'overdue') {
    return <StatusChip tone="danger" label={t('time.overdue', { count: days })} />;
  }
  if (state === 'today') return <StatusChip tone="warn" label={t('time.dueToday')} />;
  return <StatusChip tone="quiet" label={formatDay(day)} />;
}

/** The time now by this device's clock (epoch ms), renewed every so often while the component is on screen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** As useNow, but right on a device whose clock is wrong: for what the server dated. */
export const useRightNow = (everyMs: number): number => useNow(everyMs) + clockOffset();

/** How often an open screen looks whether the day is another one, milliseconds. */
const LOOK_MS = 30_000;

let lookedAt = -Infinity;
let seenDay = '';

/** Today, looked for once for all that a screen draws: a time zone's day takes a slow phone a while. */
function dayOfLook(): string {
  const now = clockNow();
  if (Math.abs(now - lookedAt) < LOOK_MS) return seenDay;
  lookedAt = now;
  seenDay = today(now);
  return seenDay;
}

/** Today in the business time zone; a screen that is open over midnight, or that a phone kept asleep, follows it. */
export function useToday(): string {
  return useSyncExternalStore(watchDay, dayOfLook);
}

/** The first day of this month, looked for as today is: what a list of a month asks for and what its dialogs change. */
export const useThisMonth = (): string => `${useToday().slice(0, 8)}01`;

function watchDay(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
