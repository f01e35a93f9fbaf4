import { withoutGuard } from './cell-safety.ts';
import { wholeCharacters } from './whole-characters.ts';

/** How a style shows numbers: as a date, or with at least so many digits (0: as they are). */
export interface CellStyle {
  readonly isDate: boolean;
  readonly digits: number;
}

/** What is needed to know a cell's text: the workbook's shared texts, styles and calendar. */
export interface CellFacts {
  readonly strings: readonly string[];
  readonly styles: readonly CellStyle[];
  readonly isDate1904: boolean;
}

/** Spreadsheet programs hold 32,767 characters in a cell; what is longer is cut. */
export const maxCellCharacters = 40_000;
/** The text of a cell with a formula whose result was never stored. */
export const FORMULA_WITHOUT_RESULT = '#FORMULA!';

const dayMs = 86_400_000;
/** Day 0 of the 1900 calendar, its wrong leap day included. */
const epochMs = Date.UTC(1899, 11, 30);
const daysBetweenCalendars = 1462;
/** Whole numbers from here on have more digits than a spreadsheet program keeps. */
const keptDigits = 1e15;

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** A day number of a spreadsheet as `YYYY-MM-DD`, with ` HH:mm` when it has a time; the number itself when it is none. */
export function serialToText(serial: number, isDate1904: boolean): string {
  const days = serial + (isDate1904 ? daysBetweenCalendars : 0);
  if (!(days >= 1 && days < 2_958_466)) return String(serial);
  const milliseconds = Math.round(days * dayMs);
  const instant = new Date(epochMs + milliseconds);
  const year = String(instant.getUTCFullYear()).padStart(4, '0');
  const day = `${year}-${two(instant.getUTCMonth() + 1)}-${two(instant.getUTCDate())}`;
  // A day's last half minute is still of that day.
  const minutes = Math.min(1439, Math.round((milliseconds % dayMs) / 60_000));
  return minutes === 0 ? day : `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Whether a number of up to 15 characters stands there as a spreadsheet shows it: digits, at most one point, a minus. */
function isPlainNumber(raw: string): boolean {
  if (raw.length > 15) return false;
  let points = 0;
  for (let at = raw.charCodeAt(0) === 45 ? 1 : 0; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at);
    if (code === 46) points += 1;
    else if (code < 48 || code > 57) return false;
  }
  return points < 2;
}

/** Whether a text of up to 15 characters is nothing but digits. */
function isShortWhole(raw: string): boolean {
  if (raw.length > 15) return false;
  for (let at = 0; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function numberText(raw: string): string {
  if (isPlainNumber(raw)) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  // Of 16 digits and more a spreadsheet program keeps 15 and makes the rest zeros: shown so that they are refused.
  if (Math.abs(value) >= keptDigits && (value % 10 === 0 || !Number.isSafeInteger(value)))
    return value.toExponential(14).toUpperCase();
  // Fifteen digits is what a spreadsheet shows: it hides the noise of binary fractions.
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));
}

const escaped = /_x([0-9a-f]{4})_/gi;

/** The text of a cell as it is kept: without a guard, NULs and halves of characters, trimmed. */
export function plainText(raw: string): string {
  let text = raw;
  if (raw.includes('_x'))
    text = wholeCharacters(
      raw.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    );
  return withoutGuard((text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).trim());
}

/** A number as text: a day where it is shown as one, with leading zeros where it is shown with them. */
export function styledNumber(
  shown: CellStyle | undefined,
  raw: string,
  isDate1904: boolean,
): string {
  if (shown === undefined) return numberText(raw);
  if (shown.isDate) return serialToText(Number(raw), isDate1904);
  const text = numberText(raw);
  return shown.digits > 0 && isShortWhole(text) ? text.padStart(shown.digits, '0') : text;
}

/** A cell as text: `type` and `style` are its `t` and `s`, `raw` its value. Shared texts are plain already. */
export function cellText(
  facts: CellFacts,
  type: string | null,
  style: string | null,
  raw: string,
): string {
  if (raw === '') return '';
  if (type === null || type === 'n') {
    const shown = style === null ? undefined : facts.styles[Number(style)];
    return styledNumber(shown, raw.trim(), facts.isDate1904);
  }
  if (type === 's') return facts.strings[Number(raw)] ?? '';
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return raw.slice(0, 10);
  return plainText(raw);
}
