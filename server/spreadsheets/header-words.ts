import { withoutAddition } from './header-brackets.ts';

/** Abbreviations as whole words. */
const spelled: Readonly<Record<string, string>> = {
  ac: 'account',
  acc: 'account',
  acct: 'account',
  no: 'number',
  nbr: 'number',
  num: 'number',
  nos: 'number',
  numb: 'number',
  amt: 'amount',
  amnt: 'amount',
  cust: 'customer',
  mob: 'mobile',
  mo: 'mobile',
  ph: 'phone',
  telephone: 'phone',
  tel: 'phone',
  alt: 'alternate',
  alternative: 'alternate',
  addr: 'address',
  add: 'address',
  dt: 'date',
  os: 'outstanding',
  outs: 'outstanding',
  prin: 'principal',
  princ: 'principal',
  int: 'interest',
  intt: 'interest',
  tot: 'total',
  od: 'overdue',
  disb: 'disbursal',
  pymt: 'payment',
  recd: 'received',
  rcd: 'received',
  rcvd: 'received',
  recvd: 'received',
  pmt: 'payment',
  prod: 'product',
  br: 'branch',
  agmt: 'agreement',
  agr: 'agreement',
  ref: 'reference',
  res: 'residence',
  resi: 'residence',
  inst: 'installment',
  instl: 'installment',
  instalment: 'installment',
  instt: 'installment',
  bal: 'balance',
  mbl: 'mobile',
  cell: 'mobile',
  cellphone: 'mobile',
  nm: 'name',
  brw: 'borrower',
  borr: 'borrower',
  mem: 'member',
  ovd: 'overdue',
  odue: 'overdue',
  arrear: 'arrears',
  arr: 'arrears',
  sanc: 'sanction',
  pd: 'paid',
  lst: 'last',
  chrgs: 'charges',
  chg: 'charges',
  chgs: 'charges',
  curr: 'current',
  dist: 'district',
  pmnt: 'payment',
  outstg: 'outstanding',
  outstd: 'outstanding',
  ostd: 'outstanding',
  identification: 'id',
  सं: 'संख्या',
  नं: 'संख्या',
  नंबर: 'संख्या',
  नम्बर: 'संख्या',
  क्रमांक: 'संख्या',
  धनराशि: 'राशि',
  रकम: 'राशि',
  रक्कम: 'राशि',
  थकबाकी: 'बकाया',
  एकूण: 'कुल',
  नाव: 'नाम',
  कर्ज: 'ऋण',
  पत्ता: 'पता',
  गाव: 'गाँव',
  मुद्दल: 'मूलधन',
  हप्ता: 'किस्त',
  व्याज: 'ब्याज',
  rakam: 'amount',
  raqam: 'amount',
  rashi: 'amount',
  baki: 'due',
  bakaya: 'due',
  naam: 'name',
  grahak: 'customer',
  khata: 'account',
  kist: 'emi',
  kisht: 'emi',
  karzdar: 'borrower',
  karjdar: 'borrower',
  pata: 'address',
  gaon: 'village',
  shakha: 'branch',
  भ्रमणध्वनी: 'मोबाइल',
  मो: 'मोबाइल',
  lmt: 'limit',
  खाते: 'खाता',
  मोबाईल: 'मोबाइल',
  फोन: 'फ़ोन',
  तारीख: 'तिथि',
  तारीख़: 'तिथि',
  दिनांक: 'तिथि',
};
/** What lenders write in one word with others: `MOBILENO`, `ACCTNO`, `CUSTNAME`. */
const runTogether: Readonly<Record<string, readonly string[]>> = {
  number: ['no', 'num'],
  account: ['acc', 'acct', 'ac'],
  amount: ['amt'],
  customer: ['cust'],
  mobile: ['mob'],
  phone: ['ph'],
  outstanding: ['os'],
  overdue: ['od'],
  principal: ['prin', 'princ'],
  arrears: ['arr', 'arrear'],
  interest: ['int'],
  total: ['tot'],
  date: ['dt'],
  payment: ['pmt'],
  disbursal: ['disb'],
  alternate: ['alt'],
  address: ['addr', 'add'],
  balance: ['bal'],
  branch: ['br'],
  product: ['prod'],
  agreement: ['agr', 'agmt'],
};
const fillers = new Set([
  'of',
  'the',
  'in',
  'rs',
  'inr',
  'rupees',
  'a',
  'current',
  'का',
  'की',
  'के',
  'ka',
  'ki',
  'ke',
  'रु',
  'रुपये',
  'रुपए',
  'में',
]);
/** Parts of a merged header that name somebody or something else: the words below alone would be taken for the borrower's. */
const otherParties =
  /\b(co|joint|guarantors?|nominee|references?|alternate|office|employer|father|mother|spouse|husband|wife|agent|agency|dealer|insurance)\b/i;

/** The words of a header: case, punctuation, camel case, units and "as on" dates don't matter, abbreviations are spelt out. */
function wordsOf(header: string): string[] {
  return (
    header
      .replace(/\bas\s+(on|of)\b.*$/i, '')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replaceAll('#', ' number ')
      .replace(/\ba\s*[/.]\s*c\b\.?/g, ' account ')
      .replace(/\bo\s*[/.]\s*s\b\.?/g, ' outstanding ')
      .replace(/\be[-\s]?mail\b/g, 'email')
      .replace(/([a-z])(\d)/g, '$1 $2')
      // One spelling of letters that Unicode writes in two ways (फ़).
      .normalize('NFC')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
      .map((word) => spelled[word] ?? word)
  );
}

/** Every way to write the words in one, with up to three of them shortened. */
function writtenTogether(words: readonly string[]): string[] {
  return words.slice(0, 6).reduce<string[]>(
    (begun, word) => {
      const ways = [word, ...(runTogether[word] ?? [])];
      return begun.flatMap((start) => ways.map((way) => start + way));
    },
    [''],
  );
}

/** Two ways to compare: the same words in any order, and the same letters whatever the spaces. */
function keysOf(text: string): string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !fillers.has(word));
  const kept = telling.length > 0 ? telling : words;
  if (kept.length === 0) return [];
  const sorted = [...kept].sort().join(' ');
  return [
    sorted,
    `=${words.join('')}`,
    `=${kept.join('')}`,
    `=${text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')}`,
  ];
}

/** The keys by which a phrase of ours is found: also as one word with parts of it shortened. */
function phraseKeys(phrase: string): string[] {
  const words = wordsOf(phrase);
  return [...keysOf(phrase), ...writtenTogether(words).map((word) => `=${word}`)];
}

interface Meaning<Field extends string> {
  readonly field: Field;
  /** 0 is best. */
  readonly rank: number;
}

/** The name of a column, and of a merged header (two rows) the words of the lower row alone. */
export interface ColumnName {
  readonly name: string;
  readonly below?: string | undefined;
  /** What stands in the column's first rows, where that is known: it tells a date from an amount. */
  readonly values?: readonly string[] | undefined;
}

/** Whether what stands in a column may be a field's values; true where nothing stands there. */
export type ValueJudge<Field extends string> = (field: Field, values: readonly string[]) => boolean;

/** Which column feeds which field, by the fields' names. */
export type ColumnMatch<Field extends string> = Partial<Record<Field, string>>;

function meaningsOf<Field extends string>(
  fields: readonly Field[],
  synonyms: Readonly<Record<Field, readonly string[]>>,
): Map<string, Meaning<Field>> {
  const meanings = new Map<string, Meaning<Field>>();
  for (const field of fields)
    for (const [rank, phrase] of [field, ...synonyms[field]].entries())
      for (const key of phraseKeys(phrase)) {
        const known = meanings.get(key);
        // What an earlier field already means stays; its own name beats any synonym.
        if (known === undefined || (rank === 0 && known.rank > 0))
          meanings.set(key, { field, rank });
      }
  return meanings;
}

const monthOfYear = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?[-\s/.]*)?(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*[-\s/.'’]*(?:20)?\d{2}`;
const dayOfYear = String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:20)?\d{2}`;
/** The day or month of which a column tells: "Total Overdue (Nov-26)". */
const dated = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${monthOfYear}|${dayOfYear})(?![\p{L}\d])`,
  'giu',
);

/** Words of the lower row alone are a weaker sign than any whole header. */
const belowRank = 4000;
/** What a column's values make of its name is weaker than a name that fits. */
const insteadRank = 2000;
/** A name that means something without its date is weaker than one that says none. */
const datedRank = 1000;
/** And one without what stands in brackets: "Total Overdue (EMI+LPP)". */
const bracketRank = 500;
const isDated = (rank: number): boolean => rank >= datedRank && rank < insteadRank;

/**
 * Makes a matcher of headers to the fields of any kind of sheet: by synonyms in plain words (best first; the field's own
 * name is always one), whatever the case, spaces and abbreviations. Each column and field is used once, the better name wins.
 * A column whose values a field can't take (`mayBe`) feeds the field that is named beside it (`insteadOf`), or none.
 */
export function headerMatcher<Field extends string>(
  fields: readonly Field[],
  synonyms: Readonly<Record<Field, readonly string[]>>,
  mayBe: ValueJudge<Field> = () => true,
  insteadOf: { readonly [Name in Field]?: Field | undefined } = {},
): (columns: readonly ColumnName[]) => ColumnMatch<Field> {
  const meanings = meaningsOf(fields, synonyms);
  const find = (text: string, values: readonly string[]): Meaning<Field> | undefined => {
    for (const key of keysOf(text)) {
      const meaning = meanings.get(key);
      if (meaning === undefined) continue;
      if (mayBe(meaning.field, values)) return meaning;
      // "Last payment" with dates below it: the day is meant, not the amount.
      const other = insteadOf[meaning.field];
      if (other !== undefined && mayBe(other, values))
        return { field: other, rank: meaning.rank + insteadRank };
      return undefined;
    }
    return undefined;
  };
  const findUndated = (name: string, values: readonly string[]): Meaning<Field> | undefined => {
    const undated = name.replace(dated, ' ');
    const found = undated === name ? undefined : find(undated, values);
    return found && { field: found.field, rank: found.rank + datedRank };
  };
  const findUnbracketed = (name: string, values: readonly string[]): Meaning<Field> | undefined => {
    const bare = withoutAddition(name);
    const found = bare === null ? undefined : find(bare, values);
    return found && { field: found.field, rank: found.rank + bracketRank };
  };
  const meaningOf = ({ name, below, values = [] }: ColumnName): Meaning<Field> | undefined => {
    const whole = find(name, values) ?? findUndated(name, values) ?? findUnbracketed(name, values);
    if (whole !== undefined || below === undefined || otherParties.test(name)) return whole;
    const part = find(below, values);
    return part && { field: part.field, rank: part.rank + belowRank };
  };
  return (columns) => {
    const best = new Map<Field, { name: string; rank: number; isOneOfMany: boolean }>();
    for (const column of columns) {
      const meaning = meaningOf(column);
      if (!meaning) continue;
      const known = best.get(meaning.field);
      if (known === undefined || meaning.rank < known.rank)
        best.set(meaning.field, { name: column.name, rank: meaning.rank, isOneOfMany: false });
      // The same of two months: which is meant nobody but a person knows.
      else if (meaning.rank === known.rank && isDated(meaning.rank)) known.isOneOfMany = true;
    }
    return Object.fromEntries(
      [...best].flatMap(([field, { name, isOneOfMany }]) => (isOneOfMany ? [] : [[field, name]])),
    ) as ColumnMatch<Field>;
  };
}
