/*
 * Which loans a letter names, and what it says of which. A lender writes one letter for several loans of a borrower: each
 * settlement is compared with what is said of its own loan.
 */

/** Letters and digits alone, so that a number broken over two lines is the same number. */
const bare = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Words that stand joined before a number and are none of it: Loan No/2024-0077, A/C-2024-0077. */
const LABELS = String.raw`(?:LOAN|ACCOUNT|ACCT|A\/C|AC|NUMBER|NO|ID|REF)`;

/**
 * Where a loan's number stands in a text by itself, not inside a longer one; written with blanks or over a line's end, too.
 * What is joined to it is of the number: 2024-0077 is not LN/2024-0077, LN12 is neither LN12/3 nor LN12-B. Null: it has
 * neither letters nor digits.
 */
function placesOf(loanNumber: string): RegExp | null {
  const wanted = bare(loanNumber);
  if (wanted === '') return null;
  const spaced = wanted.split('').join(String.raw`[\s/_.-]*`);
  const joined = String.raw`(?<!(?<![A-Z0-9])[A-Z0-9]{1,20}[/_-])`;
  const labelled = String.raw`(?<=(?<![A-Z0-9][/_.-]?)${LABELS}[/_-])`;
  const before = String.raw`(?<![A-Z0-9])(?<!\d\.)(?:${joined}|${labelled})`;
  const after = String.raw`(?![A-Z0-9])(?!\.\d)(?![/_-](?:[A-Z0-9]{0,20}\d|[A-Z]{1,3}(?![A-Z0-9])))`;
  return new RegExp(`${before}${spaced}${after}`, 'gi');
}

/** What may be a loan's number in a text: with a digit, and neither a year nor a small amount. */
const TOKEN = /[A-Z0-9][A-Z0-9/_.-]{2,39}/g;
const LABELLED = new RegExp(`^${LABELS}[/_.-]+`);
/** A letter has hardly any more: what is beyond is not looked up. */
const MOST_TOKENS = 5000;

/** What may be loans' numbers in a letter, in capitals, as its lender's books are asked for them. */
export function numbersIn(text: string): string[] {
  const found = new Set<string>();
  for (const [word] of text.toUpperCase().matchAll(TOKEN)) {
    if (found.size >= MOST_TOKENS) break;
    const token = word.replace(/[/_.-]+$/, '');
    for (const one of [token, token.replace(LABELLED, '')])
      if (/\d/.test(one) && !/^\d{1,5}$/.test(one)) found.add(one);
  }
  return [...found];
}

/** Placeholders of the loans' numbers: what stands in a text for its own loan, and for another one. */
const OWN = '\uE000';
const OTHER = '\uE001';
const MARK = /[\uE000\uE001]/;

/** What a letter says of one loan, and all that it says; the digits of loans' numbers are in neither. */
export interface SaidOfLoan {
  readonly isNamed: boolean;
  /** Said of this loan; all of it where the letter names no other one. */
  readonly own: string;
  readonly whole: string;
}

const lastSentenceEnd = (text: string): number => {
  const ends = [...text.matchAll(/[.;।]\s/g)];
  return (ends.at(-1)?.index ?? -1) + 1;
};

/** Collects what is said of whom. */
interface Parts {
  own: string;
  isOwn: boolean;
}

const say = (parts: Parts, text: string): void => {
  if (parts.isOwn) parts.own += `${text}\n`;
};

/**
 * A line that names loans: what stands behind a number is said of it, what stands before the first of them too, from its
 * sentence on. Where amounts stand before the numbers ("₹9,000 for LN12 and ₹8,000 for LN13") that is the order throughout.
 */
function divideLine(parts: Parts, line: string, hasFigure: (text: string) => boolean): void {
  const pieces = line.split(/([\uE000\uE001])/);
  const marks = pieces.filter((piece) => MARK.test(piece));
  const texts = pieces.filter((piece) => !MARK.test(piece));
  const [first = ''] = texts;
  const cut = lastSentenceEnd(first);
  say(parts, first.slice(0, cut));
  const isBefore =
    marks.length > 1 && hasFigure(first.slice(cut)) && !hasFigure(texts.at(-1) ?? '');
  for (const [at, mark] of marks.entries()) {
    parts.isOwn = mark === OWN;
    if (at === 0) say(parts, first.slice(cut));
    else if (isBefore) say(parts, texts[at] ?? '');
    if (!isBefore) say(parts, texts[at + 1] ?? '');
  }
  if (isBefore) say(parts, texts.at(-1) ?? '');
}

/**
 * What a letter says of a loan, when it names these others too. Lines that name no loan go with the one named above them.
 * `hasFigure` tells whether a piece of text names an amount.
 */
export function saidOfLoan(
  text: string,
  { loanNumber, others }: { readonly loanNumber: string; readonly others: readonly string[] },
  hasFigure: (text: string) => boolean,
): SaidOfLoan {
  const places = placesOf(loanNumber);
  let marked = places === null ? text : text.replace(places, OWN);
  for (const other of others) marked = marked.replace(placesOf(other) ?? /(?!)/, OTHER);
  const whole = marked.replaceAll(new RegExp(MARK, 'g'), ' ');
  const isNamed = marked.includes(OWN);
  if (!isNamed || !marked.includes(OTHER)) return { isNamed, own: whole, whole };
  const parts: Parts = { own: '', isOwn: false };
  for (const line of marked.split('\n'))
    if (MARK.test(line)) divideLine(parts, line, hasFigure);
    else say(parts, line);
  return { isNamed, own: parts.own, whole };
}
