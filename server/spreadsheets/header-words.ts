/** Abbreviations as whole words. */
const spelled: Readonly<Record<string, string>> = {
  ac: 'account',
  acc: 'account',
  acct: 'account',
  no: 'number',
  nbr: 'number',
  num: 'number',
  nos: 'number',
  amt: 'amount',
  amnt: 'amount',
  cust: 'customer',
  mob: 'mobile',
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
  inst: 'installment',
};
const fillers = new Set(['of', 'the', 'in', 'rs', 'inr', 'rupees', 'a', 'current']);
/** Parts of a merged header that name somebody or something else: the words below alone would be taken for the borrower's. */
const otherParties =
  /\b(co|joint|guarantors?|nominee|references?|alternate|office|employer|father|mother|spouse|husband|wife|agent|agency|dealer|insurance)\b/i;

/** The words of a header: case, punctuation, camel case, units and "as on" dates don't matter, abbreviations are spelt out. */
function wordsOf(header: string): string[] {
  return header
    .replace(/\bas\s+(on|of)\b.*$/i, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\ba\s*[/.]\s*c\b\.?/g, ' account ')
    .replace(/\bo\s*[/.]\s*s\b\.?/g, ' outstanding ')
    .replace(/\be[-\s]?mail\b/g, 'email')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => spelled[word] ?? word);
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
    `=${text.toLowerCase().replace(/[^a-z0-9]/g, '')}`,
  ];
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
}

/** Which column feeds which field, by the fields' names. */
export type ColumnMatch<Field extends string> = Partial<Record<Field, string>>;

function meaningsOf<Field extends string>(
  fields: readonly Field[],
  synonyms: Readonly<Record<Field, readonly string[]>>,
): Map<string, Meaning<Field>> {
  const meanings = new Map<string, Meaning<Field>>();
  for (const field of fields)
    for (const [rank, phrase] of [field, ...synonyms[field]].entries())
      for (const key of keysOf(phrase)) {
        const known = meanings.get(key);
        // What an earlier field already means stays; its own name beats any synonym.
        if (known === undefined || (rank === 0 && known.rank > 0))
          meanings.set(key, { field, rank });
      }
  return meanings;
}

/** Words of the lower row alone are a weaker sign than any whole header. */
const belowRank = 1000;

/**
 * Makes a matcher of headers to the fields of any kind of sheet: by synonyms in plain words (best first; the field's own
 * name is always one), whatever the case, spaces and abbreviations. Each column and field is used once, the better name wins.
 */
export function headerMatcher<Field extends string>(
  fields: readonly Field[],
  synonyms: Readonly<Record<Field, readonly string[]>>,
): (columns: readonly ColumnName[]) => ColumnMatch<Field> {
  const meanings = meaningsOf(fields, synonyms);
  const find = (text: string): Meaning<Field> | undefined => {
    for (const key of keysOf(text)) {
      const meaning = meanings.get(key);
      if (meaning) return meaning;
    }
    return undefined;
  };
  const meaningOf = ({ name, below }: ColumnName): Meaning<Field> | undefined => {
    const whole = find(name);
    if (whole !== undefined || below === undefined || otherParties.test(name)) return whole;
    const part = find(below);
    return part && { field: part.field, rank: part.rank + belowRank };
  };
  return (columns) => {
    const best = new Map<Field, { name: string; rank: number }>();
    for (const column of columns) {
      const meaning = meaningOf(column);
      if (!meaning) continue;
      const known = best.get(meaning.field);
      if (known === undefined || meaning.rank < known.rank)
        best.set(meaning.field, { name: column.name, rank: meaning.rank });
    }
    return Object.fromEntries(
      [...best].map(([field, { name }]) => [field, name]),
    ) as ColumnMatch<Field>;
  };
}
