import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** PostgreSQL's text of an instant (or any date text) as ISO 8601 in UTC. */
export function isoInstant(text: string): string {
  return new Date(text).toISOString();
}

/** The same, null staying null. */
export function isoInstantOrNull(text: string | null): string | null {
  return text === null ? null : isoInstant(text);
}

/** The calendar day (`YYYY-MM-DD`) of an instant in the business time zone. */
export function businessDay(zone: string, at: Date = new Date()): string {
  return dayjs(at).tz(zone).format('YYYY-MM-DD');
}

/** The day `days` after a day (`YYYY-MM-DD`); negative goes back. */
export function addDays(day: string, days: number): string {
  return dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');
}

/** The instant at which a day (and time of day, `HH:mm`) begins in the business time zone. */
export function instantOf(zone: string, day: string, time = '00:00'): string {
  return dayjs.tz(`${day} ${time}`, 'YYYY-MM-DD HH:mm', zone).toISOString();
}

/** The half-open range of instants that the days `from` to `to` (both included) span. */
export function dayRange(zone: string, from: string, to: string): { start: string; end: string } {
  return { start: instantOf(zone, from), end: instantOf(zone, addDays(to, 1)) };
}

/** `DD-MM-YYYY` and `hh:mm A` of an instant in the business time zone (spec 9). */
export function shownDateTime(zone: string, instant: string): { date: string; time: string } {
  const local = dayjs(instant).tz(zone);
  return { date: local.format('DD-MM-YYYY'), time: local.format('hh:mm A') };
}
