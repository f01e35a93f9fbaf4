import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** As PostgreSQL writes an instant while its time zone is UTC. */
const UTC_INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** PostgreSQL's text of an instant (or any date text) as ISO 8601 in UTC, cut to milliseconds. */
export function isoInstant(text: string): string {
  // A page of a pull has thousands of them, and reading such a text as a date is slow.
  const [, day, time, fraction = ''] = UTC_INSTANT.exec(text) ?? [];
  if (day === undefined || time === undefined) return new Date(text).toISOString();
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

/** The same, null staying null. */
export function isoInstantOrNull(text: string | null): string | null {
  return text === null ? null : isoInstant(text);
}

/** What is written of an instant. Swedish writes both as ISO does. */
const PARTS = {
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const;
const writers = new Map<string, Intl.DateTimeFormat>();

/** A kept formatter is some twenty times faster than making a date of the zone. */
function writer(zone: string, what: keyof typeof PARTS): Intl.DateTimeFormat {
  const name = `${what} ${zone}`;
  const known = writers.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...PARTS[what] });
  writers.set(name, made);
  return made;
}

/** The calendar day (`YYYY-MM-DD`) of an instant in the business time zone. Throws a RangeError for an invalid date. */
export function businessDay(zone: string, at: Date = new Date()): string {
  return writer(zone, 'day').format(at);
}

/** The day `days` after a day (`YYYY-MM-DD`); negative goes back. */
export function addDays(day: string, days: number): string {
  return dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');
}

/** The time of day (`HH:mm`) of an instant in the business time zone. */
export function businessTime(zone: string, at: Date): string {
  return writer(zone, 'time').format(at);
}

/** The instant at which a day (and time of day, `HH:mm`) begins in the business time zone. */
export function instantOf(zone: string, day: string, time = '00:00'): string {
  return dayjs.tz(`${day} ${time}`, 'YYYY-MM-DD HH:mm', zone).toISOString();
}

/** The half-open range of instants that the days `from` to `to` (both included) span. */
export function dayRange(zone: string, from: string, to: string): { start: string; end: string } {
  return { start: instantOf(zone, from), end: instantOf(zone, addDays(to, 1)) };
}

/** The instant at which the business day of now began. */
export function startOfToday(zone: string): string {
  return instantOf(zone, businessDay(zone));
}

/** `DD-MM-YYYY` and `hh:mm A` of an instant in the business time zone (spec 9). */
export function shownDateTime(zone: string, instant: string): { date: string; time: string } {
  const local = dayjs(instant).tz(zone);
  return { date: local.format('DD-MM-YYYY'), time: local.format('hh:mm A') };
}
