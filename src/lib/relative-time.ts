import { clockNow } from './clock.ts';
import { daysBetween, inBusinessZone, today } from './dates.ts';
import type { TimeValue } from './dates.ts';

/** A relative time as a catalogue key's last part and its count: `{ key: 'inMinutes', count: 20 }`. */
export interface RelativeTime {
  key:
    | 'now'
    | 'inMinutes'
    | 'minutesAgo'
    | 'inHours'
    | 'hoursAgo'
    | 'today'
    | 'tomorrow'
    | 'yesterday'
    | 'inDays'
    | 'daysAgo';
  count: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How far an instant is from now, in the words of `time.*`: minutes, hours, then calendar days. */
export function relativeTime(value: TimeValue, now: number = clockNow()): RelativeTime {
  const gapMs = inBusinessZone(value).valueOf() - now;
  const size = Math.abs(gapMs);
  if (size < MINUTE_MS) return { key: 'now', count: 0 };
  if (size < HOUR_MS) {
    return { key: gapMs > 0 ? 'inMinutes' : 'minutesAgo', count: Math.round(size / MINUTE_MS) };
  }
  const day = relativeDay(today(value), now);
  if (day.key !== 'today' && size >= 12 * HOUR_MS) return day;
  return { key: gapMs > 0 ? 'inHours' : 'hoursAgo', count: Math.round(size / HOUR_MS) };
}

/** How far a calendar day (`YYYY-MM-DD`) is from today, in the words of `time.*`. */
export function relativeDay(day: string, now: number = clockNow()): RelativeTime {
  const days = daysBetween(today(now), day);
  if (days === 0) return { key: 'today', count: 0 };
  if (days === 1) return { key: 'tomorrow', count: 1 };
  if (days === -1) return { key: 'yesterday', count: 1 };
  return { key: days > 0 ? 'inDays' : 'daysAgo', count: Math.abs(days) };
}

/** How a due day stands on another (`YYYY-MM-DD`): overdue (with days), due today, or to come. */
export function dueState(
  day: string,
  on: string = today(),
): {
  state: 'overdue' | 'today' | 'ahead';
  days: number;
} {
  const days = daysBetween(on, day);
  if (days < 0) return { state: 'overdue', days: -days };
  return { state: days === 0 ? 'today' : 'ahead', days };
}
