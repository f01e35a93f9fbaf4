import type { LETTER_FINDINGS } from '../../contract/settlement.ts';
import { numbersIn, saidOfLoan } from './letter-loans.ts';
import { readPdfText } from './pdf-reader.ts';

/** What a letter must say. */
export interface ApprovedTerms {
  readonly loanNumber: string;
  /** Whole rupees. */
  readonly offeredAmount: number;
  /** `YYYY-MM-DD`. */
  readonly validUntil: string;
}

/** Which of these are numbers of other loans of the same lender, as its books have them. */
export type OtherLoans = (numbers: readonly string[]) => Promise<readonly string[]>;

type Finding = (typeof LETTER_FINDINGS)[number];

/** How a letter compares with what was approved; `others` are the other loans that it names. */
export type LetterJudgement =
  | {
      readonly check: 'AGREES' | 'DIFFERS';
      readonly findings: Finding[];
      readonly others: string[];
    }
  | { readonly check: 'UNREAD'; readonly findings: 'LIMITS'[]; readonly others: [] };

const DEVANAGARI_ZERO = 0x0966;

/** Devanagari digits as ASCII ones. */
const plainDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? 0) - DEVANAGARI_ZERO));

/** The amounts that a text names, however they are grouped: 1,23,456 and 123456.00 are both 123456. */
function amountsOf(text: string): Set<number> {
  const found = text.match(/\d[\d,]*(?:\.\d{1,2})?(?!\d)/g) ?? [];
  return new Set(found.map((one) => Math.round(Number(one.replaceAll(',', '')))));
}

/** How months are named, by what they begin with: in English, in Hindi with its spellings. */
const MONTHS: readonly RegExp[] = [
  /^(jan|जन)/,
  /^(feb|फ)/,
  /^(mar|मार्च)/,
  /^(apr|अप्रै)/,
  /^(may|मई)/,
  /^(jun|जून)/,
  /^(jul|जुल)/,
  /^(aug|अग)/,
  /^(sep|सित)/,
  /^(oct|अक्|अक)/,
  /^(nov|नव)/,
  /^(dec|दिस)/,
];

const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => month.test(name.toLowerCase())) + 1;

/** Words of months: Latin letters, or Devanagari ones with their signs. */
const WORD = String.raw`[A-Za-z\u0900-\u0963]{2,12}`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;

const NUMERIC = /\b(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d{2})(?!\d)/g;
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const DAY_FIRST = new RegExp(String.raw`\b${DAY}[\s-]+(${WORD})[\s,.-]+(\d{4})\b`, 'g');
const MONTH_FIRST = new RegExp(String.raw`(${WORD})\s+${DAY}[\s,.]+(\d{4})\b`, 'g');

/**
 * The days that a text names, as `YYYY-MM-DD`: 05-12-2026, 5/12/26, 2026-12-05, 5th December 2026, December 5, 2026,
 * 5 दिसंबर 2026.
 */
function daysOf(text: string): Set<string> {
  const days = new Set<string>();
  const add = (year: string, month: number, day: string) =>
    days.add(`${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`);
  for (const [, day = '', month = '', year = ''] of text.matchAll(NUMERIC))
    add(year, Number(month), day);
  for (const [, year = '', month = '', day = ''] of text.matchAll(ISO))
    add(year, Number(month), day);
  for (const [, day = '', name = '', year = ''] of text.matchAll(DAY_FIRST))
    add(year, monthOf(name), day);
  for (const [, name = '', day = '', year = ''] of text.matchAll(MONTH_FIRST))
    add(year, monthOf(name), day);
  return days;
}

/** A blank for a day, what was found for anything else: "12 INR 9000" is no day. */
const blankOf = (found: string, month: string): string => (monthOf(month) > 0 ? ' ' : found);

/** The digits of days are no amounts. */
const withoutDays = (text: string): string =>
  text
    .replace(NUMERIC, ' ')
    .replace(ISO, ' ')
    .replace(DAY_FIRST, (found, _day, month: string) => blankOf(found, month))
    .replace(MONTH_FIRST, (found, month: string) => blankOf(found, month));

/** A page with fewer letters and digits is a picture, with at most the name of the program that scanned it. */
const FEWEST = 30;

const isPicture = (page: string): boolean => page.replace(/[^\p{L}\p{N}]/gu, '').length < FEWEST;

/** Whether a text names an amount: days are none. */
const hasAmount = (text: string): boolean => amountsOf(withoutDays(text)).size > 0;

/** A letter's text as it is compared. */
const plain = (pages: readonly string[]): string => plainDigits(pages.join('\n').normalize('NFKC'));

const UNREAD = { check: 'UNREAD', findings: [], others: [] } as const satisfies LetterJudgement;

/**
 * What of the approved terms a letter's text does not say; pages without text were not read. Where it names other loans,
 * too, the amount is to be said of this one, and the last day of this one or, where it says none, anywhere.
 */
export function judgeLetterText(
  pages: readonly string[],
  { loanNumber, offeredAmount, validUntil }: ApprovedTerms,
  others: readonly string[] = [],
): LetterJudgement {
  if (pages.every(isPicture)) return UNREAD;
  const said = saidOfLoan(plain(pages), { loanNumber, others }, hasAmount);
  const days = daysOf(said.own);
  const findings: Finding[] = [];
  if (!said.isNamed) findings.push('LOAN_NUMBER');
  if (!amountsOf(withoutDays(said.own)).has(offeredAmount)) findings.push('AMOUNT');
  if (!(days.size > 0 ? days : daysOf(said.whole)).has(validUntil)) findings.push('VALIDITY');
  return {
    check: findings.length === 0 ? 'AGREES' : 'DIFFERS',
    findings,
    others: [...others],
  };
}

/**
 * Compares a letter with what was approved. Pictures and scans without text are not read; null: a PDF that nobody can open,
 * since it is damaged or locked with a password. A PDF of which the limits left something unread is checked only when what
 * was read says it all.
 */
export async function judgeLetter(
  path: string,
  contentType: string,
  terms: ApprovedTerms,
  othersOf: OtherLoans,
): Promise<LetterJudgement | null> {
  if (contentType !== 'application/pdf') return UNREAD;
  const text = await readPdfText(path);
  if (text === null) return null;
  const others = await othersOf(numbersIn(plain(text.pages)));
  const judged = judgeLetterText(text.pages, terms, others);
  return text.isCut && judged.check !== 'AGREES'
    ? { check: 'UNREAD', findings: ['LIMITS'], others: [] }
    : judged;
}
