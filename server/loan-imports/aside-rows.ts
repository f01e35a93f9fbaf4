import { isTotalLabel } from '../spreadsheets/total-rows.ts';

/*
 * Rows between and below the loans that are none: footers ("*** End of report ***", "Page 1 of 3"), names of sections
 * ("Branch: Pune"), and the row that numbers the columns ("1 2 3 4", "(a) (b) (c)") below a header.
 */

const asideWords =
  /^[^\p{L}\p{N}]*(?:note|notes|nb|disclaimer|generated|printed|prepared|run date|report|end of|page|this is a|system generated|computer generated|confidential|authori[sz]ed|signature|checked by|for internal|source|legend|continued|contd|count|no\.? of (?:records|accounts|loans)|total (?:records|accounts|loans)|as on|as at|dated?|printed on|downloaded|user|branch|region|state|zone|cluster|product|bucket|center|centre|group|e\s*&\s*o\.?\s*e|end|नोट|टिप्पणी|सूचना|शाखा|रिपोर्ट)(?![\p{L}\p{N}])/iu;
/** So many cells may a footer have. */
const mostCells = 3;

/** Whether a row numbers the columns. A loan might look so: only the first row below a header is one. */
export function isNumbering(cells: readonly string[]): boolean {
  const given = cells.filter((cell) => cell !== '');
  if (given.length < 4) return false;
  const numbers = given.map((cell) => {
    const text = /^\(?(\d{1,3}|[a-z])\)?$/i.exec(cell)?.[1] ?? '';
    return /^\d/.test(text) ? Number(text) : text.toLowerCase().charCodeAt(0);
  });
  return numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
}

/**
 * Whether a row that can't be a loan says itself that it is none. `first` is the place of the table's first column,
 * `names` where the loan's number and the borrower's name stand.
 */
export function isAsideRow(
  cells: readonly string[],
  first: number,
  names: { readonly number: number; readonly customer: number },
): boolean {
  const places = cells.flatMap((cell, at) => (cell === '' ? [] : [at]));
  if (places.length === 0 || places.length > mostCells) return false;
  const at = places[0] ?? 0;
  const text = cells[at] ?? '';
  if (asideWords.test(text) || /^[\s*=_.~-]{3,}/.test(text)) return true;
  // A sentence, or the name of a section: no loan number has spaces and no digits.
  const isAlone = places.length === 1 || places.every((place) => cells[place] === text);
  if (!isAlone || at !== first || at === names.customer) return false;
  return text.length > 60 || (/\s/.test(text) && !/\d/.test(text)) || isTotalLabel(text);
}
