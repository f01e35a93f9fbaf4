import { extractText, getDocumentProxy } from 'unpdf';
import type { LETTER_CHECKS, LETTER_FINDINGS } from '../../contract/settlement.ts';

/** What a letter must say. */
export interface ApprovedTerms {
  readonly loanNumber: string;
  /** Whole rupees. */
  readonly offeredAmount: number;
  /** `YYYY-MM-DD`. */
  readonly validUntil: string;
}

/** How a letter compares with what was approved. */
export interface LetterJudgement {
  readonly check: (typeof LETTER_CHECKS)[number];
  readonly findings: (typeof LETTER_FINDINGS)[number][];
}

const DEVANAGARI_ZERO = 0x0966;

/** Devanagari digits as ASCII ones. */
const plainDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? 0) - DEVANAGARI_ZERO));

/** The amounts that a text names, however they are grouped: 1,23,456 and 123456.00 are both 123456. */
function amountsOf(text: string): Set<number> {
  const found = text.match(/\d[\d,]*(?:\.\d{1,2})?(?!\d)/g) ?? [];
  return new Set(found.map((one) => Math.round(Number(one.replaceAll(',', '')))));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The days that a text names, as `YYYY-MM-DD`: 05-12-2026, 5/12/2026, 2026-12-05, 5th December 2026, December 5, 2026. */
function daysOf(text: string): Set<string> {
  const days = new Set<string>();
  const add = (year: string, month: number, day: string) =>
    days.add(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`);
  for (const [, day = '', month = '', year = ''] of text.matchAll(
    /\b(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4})\b/g,
  ))
    add(year, Number(month), day);
  for (const [, year = '', month = '', day = ''] of text.matchAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g))
    add(year, Number(month), day);
  for (const [, day = '', name = '', year = ''] of text.matchAll(
    /\b(\d{1,2})(?:st|nd|rd|th)?[\s-]+([A-Za-z]{3,9})[\s,.-]+(\d{4})\b/g,
  ))
    add(year, monthOf(name), day);
  for (const [, name = '', day = '', year = ''] of text.matchAll(
    /\b([A-Za-z]{3,9})\s+(\d{1,2})(?:st|nd|rd|th)?[\s,.]+(\d{4})\b/g,
  ))
    add(year, monthOf(name), day);
  return days;
}

/** Letters and digits alone, so that a number broken over two lines is the same number. */
const bare = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The loan's number stands in the text by itself, not inside a longer one. */
function namesLoan(text: string, loanNumber: string): boolean {
  const wanted = bare(loanNumber);
  if (wanted === '') return false;
  const parts = text.toUpperCase().split(/[^A-Z0-9/_-]+/);
  if (parts.some((part) => bare(part) === wanted)) return true;
  // Written with blanks, or broken over a line's end.
  const spaced = wanted.split('').join('[\\s/_-]*');
  return new RegExp(`(?<![A-Z0-9])${spaced}(?![A-Z0-9])`).test(text.toUpperCase());
}

/** What of the approved terms a letter's text does not say; a text of nothing was not read. */
export function judgeLetterText(given: string, terms: ApprovedTerms): LetterJudgement {
  const text = plainDigits(given.normalize('NFKC'));
  if (bare(text).length < 20) return { check: 'UNREAD', findings: [] };
  const findings: LetterJudgement['findings'] = [];
  if (!namesLoan(text, terms.loanNumber)) findings.push('LOAN_NUMBER');
  if (!amountsOf(text).has(terms.offeredAmount)) findings.push('AMOUNT');
  if (!daysOf(text).has(terms.validUntil)) findings.push('VALIDITY');
  return { check: findings.length === 0 ? 'AGREES' : 'DIFFERS', findings };
}

/** More pages than this no letter has. */
const MOST_PAGES = 30;

/** The text of a PDF; empty for a scan, and for one that can't be read (locked, damaged). */
async function textOfPdf(bytes: Uint8Array): Promise<string> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    if (pdf.numPages > MOST_PAGES) return '';
    const { text } = await extractText(pdf, { mergePages: true });
    return text;
  } catch {
    return '';
  }
}

/** Compares a letter with what was approved. Pictures and scans without text are not read. */
export async function judgeLetter(
  bytes: Uint8Array,
  contentType: string,
  terms: ApprovedTerms,
): Promise<LetterJudgement> {
  if (contentType !== 'application/pdf') return { check: 'UNREAD', findings: [] };
  return judgeLetterText(await textOfPdf(bytes), terms);
}
