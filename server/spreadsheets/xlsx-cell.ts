import { withoutGuard } from './cell-safety.ts';

/** What is needed to know a cell's text: the workbook's shared texts, date styles and calendar. */
export interface CellFacts {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly isDate1904: boolean;
}

const dayMs = 86_400_000;
/** Day 0 of the 1900 calendar, its wrong leap day included. */
const epochMs = Date.UTC(1899, 11, 30);
const daysBetweenCalendars = 1462;

/** A day number of a spreadsheet as `YYYY-MM-DD`, with ` HH:mm` when it has a time; the number itself when it is none. */
export function serialToText(serial: number, isDate1904: boolean): string {
  const days = serial + (isDate1904 ? daysBetweenCalendars : 0);
  if (!(days >= 1 && days < 2_958_466)) return String(serial);
  const iso = new Date(epochMs + Math.round((days * dayMs) / 60_000) * 60_000).toISOString();
  return iso.slice(11, 16) === '00:00'
    ? iso.slice(0, 10)
    : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

function numberText(raw: string): string {
  if (raw.length < 16 && /^-?\d+$/.test(raw)) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  // Fifteen digits is what a spreadsheet shows: it hides the noise of binary fractions.
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));
}

const escaped = /_x([0-9a-f]{4})_/gi;

function plainText(raw: string): string {
  const text = raw.includes('_x')
    ? raw.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : raw;
  return withoutGuard((text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).trim());
}

/** A cell as text: `type` and `style` are its `t` and `s`, `raw` its value. */
export function cellText(
  facts: CellFacts,
  type: string | null,
  style: string | null,
  raw: string,
): string {
  if (raw === '') return '';
  if (type === 's') return plainText(facts.strings[Number(raw)] ?? '');
  if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
  if (type === 'str' || type === 'inlineStr' || type === 'e') return plainText(raw);
  if (type === 'd') return raw.slice(0, 10);
  const isDate = style !== null && facts.dateStyles[Number(style)] === true;
  return isDate ? serialToText(Number(raw), facts.isDate1904) : numberText(raw.trim());
}
