import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { monthEnd } from '../../contract/pace.ts';
import { plainSigns } from '../../contract/amount-text.ts';
import { businessZone } from './business-zone.ts';
import { clockNow } from './clock.ts';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(customParseFormat);

/** How days are shown and typed (spec 9). */
const DAY_FORMAT = 'DD-MM-YYYY';
/** How times are shown (spec 9). */
const TIME_FORMAT = 'hh:mm A';

const ISO_DAY = 'YYYY-MM-DD';
const ISO_DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/** A time value: an instant (ISO text, epoch ms, Date) or a calendar day (`YYYY-MM-DD`). */
export type TimeValue = string | number | Date;

/** An instant, or a calendar day's first moment, in the business time zone. */
export function inBusinessZone(value: TimeValue): Dayjs {
  if (typeof value === 'string' && ISO_DAY_ONLY.test(value)) return dayjs.tz(value, businessZone());
  return dayjs(value).tz(businessZone());
}

/** A value as DD-MM-YYYY; a missing or unreadable one as a dash. */
export function formatDay(value: TimeValue | null | undefined): string {
  return format(value, DAY_FORMAT);
}

/** An instant as hh:mm A; a missing or unreadable one as a dash. */
export function formatTime(value: TimeValue | null | undefined): string {
  return format(value, TIME_FORMAT);
}

/** An instant as DD-MM-YYYY hh:mm A; a missing or unreadable one as a dash. */
export function formatDayTime(value: TimeValue | null | undefined): string {
  return format(value, `${DAY_FORMAT} ${TIME_FORMAT}`);
}

/** A clock time `HH:mm` as hh:mm A; anything else as it is. */
export function formatClock(clock: string): string {
  const time = dayjs(clock, 'HH:mm', true);
  return time.isValid() ? time.format(TIME_FORMAT) : clock;
}

function format(value: TimeValue | null | undefined, pattern: string): string {
  if (value === null || value === undefined || value === '') return '–';
  // A calendar day is the same day in every zone.
  if (typeof value === 'string' && ISO_DAY_ONLY.test(value))
    return write(dayjs.utc(value), pattern);
  const instant = new Date(value).getTime();
  return write(
    Number.isNaN(instant) ? inBusinessZone(value) : dayjs.utc(writeClock(instant)),
    pattern,
  );
}

function write(time: Dayjs, pattern: string): string {
  return time.isValid() ? time.format(pattern) : '–';
}

let clockWriter: { zone: string; format: Intl.DateTimeFormat } | null = null;

/**
 * An instant as `YYYY-MM-DD HH:mm:ss` of the business time zone. Screens of cards ask for hundreds: the browser's own
 * formatter, kept, is some twenty times faster than dayjs, which makes one each time.
 */
function writeClock(instant: number): string {
  const zone = businessZone();
  if (clockWriter?.zone !== zone) {
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    const clock = {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    } as const;
    // Swedish writes days as ISO does.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...day, ...clock });
    clockWriter = { zone, format };
  }
  return clockWriter.format.format(instant);
}

/** Today in the business time zone, `YYYY-MM-DD`. */
export function today(now: TimeValue = clockNow()): string {
  if (typeof now === 'string' && ISO_DAY_ONLY.test(now)) return now;
  const instant = new Date(now).getTime();
  return Number.isNaN(instant)
    ? inBusinessZone(now).format(ISO_DAY)
    : writeClock(instant).slice(0, 10);
}

/** The day so many days after another, `YYYY-MM-DD`; negative goes back. */
export function addDays(day: string, days: number): string {
  return dayjs.utc(day).add(days, 'day').format(ISO_DAY);
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayjs.utc(to).diff(dayjs.utc(from), 'day');
}

/** The current month in the business time zone, the default range of reports (spec 9). */
export function currentMonth(now: TimeValue = clockNow()): { from: string; to: string } {
  // Of the calendar alone: in a zone whose clocks change, dayjs' end of October is 1 November.
  const day = today(now);
  return { from: `${day.slice(0, 8)}01`, to: monthEnd(day) };
}

/** A day typed as DD-MM-YYYY, D/M/YYYY or YYYY-MM-DD, in Indian digits too, as `YYYY-MM-DD`; null when it is none. */
export function parseDay(text: string): string | null {
  const typed = plainSigns(text);
  const indian = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(typed.trim());
  const iso = indian
    ? `${indian[3]}-${indian[2]?.padStart(2, '0')}-${indian[1]?.padStart(2, '0')}`
    : typed.trim();
  return dayjs.utc(iso, ISO_DAY, true).isValid() ? iso : null;
}

/** The instant of a business day and clock time (`HH:mm`), as ISO text in UTC. */
export function instantOf(day: string, clock: string): string {
  return dayjs.tz(`${day} ${clock}`, `${ISO_DAY} HH:mm`, businessZone()).toISOString();
}
