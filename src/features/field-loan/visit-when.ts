import { addDays } from '../../lib/dates.ts';
import { QUICK_DAYS, QUICK_TIMES } from './visit-choices.ts';

/** The days offered for an appointment, `YYYY-MM-DD` with how far each is from today. */
export function quickDays(today: string): { day: string; inDays: number }[] {
  return QUICK_DAYS.map((inDays) => ({ day: addDays(today, inDays), inDays }));
}

/** The clock times offered for a day; today's that have passed are left out. Times `HH:mm`. */
export function quickTimes(day: string | null, today: string, clock: string): string[] {
  return QUICK_TIMES.filter((time) => day !== today || time > clock);
}
