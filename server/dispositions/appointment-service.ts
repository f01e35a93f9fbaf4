import { fieldProblem } from '../../contract/errors.ts';
import type { FieldProblem } from '../../contract/errors.ts';
import { addDays, businessDay, businessTime } from '../clock.ts';

/** A promise or callback may lie this many days ahead. */
export const MOST_DAYS_AHEAD = 366;

/** A promise or callback of the same day lies after the contact; clocks may differ by a minute or so. */
const CLOCK_MINUTES = 10;

/** When something was recorded, in the business time zone: `YYYY-MM-DD` and the earliest `HH:mm` that is not over. */
export interface Moment {
  readonly day: string;
  readonly time: string;
}

/** That instant as the rules of appointments ask for it. */
export function momentOf(recordedAt: Date, businessTz: string): Moment {
  const day = businessDay(businessTz, recordedAt);
  const earliest = new Date(recordedAt.getTime() - CLOCK_MINUTES * 60_000);
  // Shortly after midnight no time of the day is over.
  const isOfDay = businessDay(businessTz, earliest) === day;
  return { day, time: isOfDay ? businessTime(businessTz, earliest) : '00:00' };
}

/** The same day before any of its times is over: clocks of devices differ by more than ours, and filling a form takes a while. */
export const wholeDay = ({ day }: Moment): Moment => ({ day, time: '00:00' });

/** What is wrong with the day and time of a promise, callback or reminder: it is over, or a year ahead. */
export function appointmentProblems(
  { date, time }: { readonly date?: string | undefined; readonly time?: string | undefined },
  moment: Moment,
  paths = { date: 'date', time: 'time' },
): FieldProblem[] {
  if (date === undefined) return [];
  if (date === moment.day && time !== undefined && time < moment.time)
    return [fieldProblem(paths.time, 'time-is-over')];
  if (date < moment.day)
    return [fieldProblem(paths.date, 'day-is-over', {}, 'Choose a date that is not in the past.')];
  if (date > addDays(moment.day, MOST_DAYS_AHEAD)) return [fieldProblem(paths.date, 'day-too-far')];
  return [];
}
