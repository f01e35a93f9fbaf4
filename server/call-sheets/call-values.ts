import { plainSigns } from '../../contract/amount-text.ts';
import type { CallResult } from '../../contract/call-recording.ts';
import { ROW_WORDS } from '../../contract/row-words.ts';
import type { DayColumn } from '../spreadsheets/day-value.ts';
import type { CheckedValue } from '../spreadsheets/refusal.ts';
import {
  isPlaceholder,
  isShortenedNumber,
  Refusal,
  shortenedNumber,
  withAllDigits,
} from '../spreadsheets/refusal.ts';

const notATime = new Refusal(ROW_WORDS['not-an-instant']);
const notANumber = new Refusal(ROW_WORDS['not-dialled']);
const notALength = new Refusal(ROW_WORDS['not-talk-time']);
const notALink = new Refusal(ROW_WORDS['not-a-recording']);

const clock =
  /(?:^|[T\s])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?\s*(z|[+-]\d{2}:?\d{2})?$/i;
/** Seconds or milliseconds since 1970, of the years 2001 to 2286. */
const epoch = /^(\d{10})(\d{3})?$/;
/** A workbook's time of day: the part of a day that has passed. */
const partOfDay = /^0?\.\d+$/;
const daySeconds = 86_400;
/** A length below this is a workbook's part of a day (up to 2 h 24 min), not a tenth of a second. */
const longestPart = 0.1;

/** `HH:MM:SS` of so many seconds since midnight; the last half second of a day is still of that day. */
function timeOfSeconds(seconds: number): string {
  const whole = Math.min(daySeconds - 1, Math.round(seconds));
  const parts = [whole / 3600, (whole / 60) % 60, whole % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}

function timeOf(match: RegExpExecArray): string | null {
  const [, hourText = '', minute = '', second = '00', half = '', offset = ''] = match;
  let hour = Number(hourText);
  if (/pm/i.test(half) && hour < 12) hour += 12;
  if (/am/i.test(half) && hour === 12) hour = 0;
  if (hour > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minute}:${second}${offset.toUpperCase()}`;
}

/**
 * An instant as PostgreSQL reads it: date and time in the forms of day-value.ts, or seconds since 1970. Without an offset
 * it is of the business zone: the reader of the text sets it. `day` (YYYY-MM-DD) is for cells with a time alone, which a
 * workbook keeps as a part of a day.
 */
export function checkInstant(given: string, day: string | null, dates: DayColumn): CheckedValue {
  const text = plainSigns(given);
  if (text === '' || isPlaceholder(text)) return null;
  if (partOfDay.test(text))
    return day === null ? notATime : `${day} ${timeOfSeconds(Number(text) * daySeconds)}`;
  const seconds = epoch.exec(text);
  if (seconds) return new Date(Number(seconds[1]) * 1000).toISOString();
  const match = clock.exec(text);
  const time = match === null ? null : timeOf(match);
  if (match === null || time === null) return notATime;
  const before = text.slice(0, match.index).trim();
  if (before === '') return day === null ? notATime : `${day} ${time}`;
  const checked = dates.check(before);
  return typeof checked === 'string' ? `${checked} ${time}` : (checked ?? notATime);
}

/** A dialled number as its digits, without the country's prefix: the last ten. */
export function checkNumber(given: string): CheckedValue {
  const text = withAllDigits(plainSigns(given));
  if (text === '' || isPlaceholder(text)) return null;
  if (isShortenedNumber(text)) return shortenedNumber;
  const digits = text.replace(/\.0+$/, '').replace(/\D/g, '');
  return digits.length < 10 || digits.length > 15 ? notANumber : digits.slice(-10);
}

/** A length of time as whole seconds; a workbook keeps `00:01:10` as a part of a day. */
export function checkSeconds(given: string): CheckedValue {
  const text = plainSigns(given);
  if (text === '' || isPlaceholder(text)) return null;
  if (/^\d{1,6}(\.\d+)?$/.test(text)) {
    const length = Number(text);
    return String(Math.round(length < longestPart ? length * daySeconds : length));
  }
  const parts = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(text);
  if (!parts) return notALength;
  return String(Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]));
}

/** A recording's address. Whether its host may be asked is decided when it is played. */
export function checkLink(text: string): CheckedValue {
  if (text === '' || isPlaceholder(text)) return null;
  if (text.length > 2000 || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return notALink;
  return text;
}

const RESULT_WORDS: readonly (readonly [CallResult, RegExp])[] = [
  ['ABANDONED', /abandon|drop|\baban\b|xdrop/i],
  ['MACHINE', /machine|voice ?mail|\bam\b|\bamd\b|\bvm\b|answering/i],
  ['BUSY', /busy|user_busy|\bb\b/i],
  [
    'NO_ANSWER',
    /no[\s_-]?answer|not[\s_-]?answer|noans|ring|un ?answered|no[\s_-]?response|\bna\b|missed|timeout/i,
  ],
  ['CANCELLED', /cancel|originator/i],
  [
    'FAILED',
    /fail|congest|invalid|unalloc|error|not[\s_-]?connect|disconnect|switch(ed)? ?off|unreach|not[\s_-]?reach|chanunavail/i,
  ],
  [
    'ANSWERED',
    /answer|connect|human|complete|success|talk|normal_clearing|sale|ptp|callback|contact/i,
  ],
];

/** What a dialer's word for a result means to us; null when it says nothing that we know. */
export function resultOf(text: string): CallResult | null {
  if (text === '') return null;
  return RESULT_WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
}
