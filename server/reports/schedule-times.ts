import type { ScheduleTime } from '../../contract/report-schedule.ts';
import { weekdayOf } from '../../contract/zone-time.ts';
import { addDays, businessDay, instantOf } from '../clock.ts';

/** A schedule comes at least once in so many days. */
const LONGEST_WAIT_DAYS = 33;

function isItsDay(time: ScheduleTime, day: string): boolean {
  if (time.rhythm === 'DAILY') return true;
  if (time.rhythm === 'WEEKLY') return weekdayOf(day) === time.weekday % 7;
  const date = Number(day.slice(8));
  const isLast = addDays(day, 1).slice(8) === '01';
  return date === time.monthDay || (isLast && date < time.monthDay);
}

/** The first instant later than `after` at which a schedule sends. */
export function nextTime(time: ScheduleTime, zone: string, after: Date): Date {
  const today = businessDay(zone, after);
  for (let days = 0; days <= LONGEST_WAIT_DAYS; days += 1) {
    const day = addDays(today, days);
    const at = new Date(instantOf(zone, day, time.at));
    if (at > after && isItsDay(time, day)) return at;
  }
  throw new Error(`The schedule ${JSON.stringify(time)} never comes.`);
}

/** The newest time of a schedule that has come: what was missed while no server ran is sent once. */
export function latestTime(time: ScheduleTime, zone: string, first: Date, now: Date): Date {
  let latest = first;
  for (;;) {
    const next = nextTime(time, zone, latest);
    if (next > now) return latest;
    latest = next;
  }
}
