import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportField, ImportMapping } from '../../contract/import-mapping.ts';
import { HEADER_SYNONYMS } from './header-synonyms.ts';

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

interface Meaning {
  readonly field: ImportField;
  /** 0 is best. */
  readonly rank: number;
}

function buildMeanings(): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const field of IMPORT_FIELD_NAMES)
    for (const [rank, phrase] of [field, ...HEADER_SYNONYMS[field]].entries())
      for (const key of keysOf(phrase)) {
        const known = meanings.get(key);
        // What an earlier field already means stays; its own name beats any synonym.
        if (known === undefined || (rank === 0 && known.rank > 0))
          meanings.set(key, { field, rank });
      }
  return meanings;
}

const meanings = buildMeanings();

/** The field that a header means, or null. */
function meaningOf(header: string): Meaning | null {
  for (const key of keysOf(header)) {
    const meaning = meanings.get(key);
    if (meaning) return meaning;
  }
  return null;
}

/** Matches headers to loan fields by themselves: synonyms, case, spaces, abbreviations. Each column and field once. */
export function suggestMapping(headers: readonly string[]): ImportMapping {
  const best = new Map<ImportField, { header: string; rank: number }>();
  for (const header of headers) {
    const meaning = meaningOf(header);
    if (!meaning) continue;
    const known = best.get(meaning.field);
    if (known === undefined || meaning.rank < known.rank)
      best.set(meaning.field, { header, rank: meaning.rank });
  }
  return Object.fromEntries(
    [...best].map(([field, { header }]) => [field, header]),
  ) as ImportMapping;
}
