import { FILE_WORDS } from '../../contract/file-words.ts';

/** Why a value is refused: a sentence that says what to do. */
export class Refusal {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A checked value as PostgreSQL reads it, null for an empty cell, or why it is refused. */
export type CheckedValue = string | null | Refusal;

const placeholder = /^(n\.?\/?a\.?|null|nil|none|nan|nat|-+|#n\/a)$/i;

/** What people and programs write into a cell that has no value: "not available" is one of them, also from a formula. */
export function isPlaceholder(text: string): boolean {
  return text.length <= 7 && placeholder.test(text);
}

/** A formula that failed (`#REF!`), or one whose result was never stored. */
export function isFormulaError(text: string): boolean {
  return (
    text.charCodeAt(0) === 35 &&
    /^#(ref|value|div\/0|name|num|null|spill|calc|formula|getting_data|field|blocked|connect|busy|unknown)[!?]?$/i.test(
      text,
    )
  );
}

/** What to say about a formula without a value. */
export const formulaError = new Refusal(FILE_WORDS['formula-error']);

/** `9.19E+11`: a spreadsheet program has cut the number's last digits. */
export function isShortenedNumber(text: string): boolean {
  return /^[+-]?\d(\.\d+)?e\+?\d{1,3}$/i.test(text);
}

/** `9.19812345678E+11` still has all its digits: the number in full; the text itself when it is none of these. */
export function withAllDigits(text: string): string {
  const match = /^(\d)\.(\d+)e\+?(\d{1,2})$/i.exec(text);
  if (!match) return text;
  const [, first = '', rest = '', power = ''] = match;
  return rest.length === Number(power) ? first + rest : text;
}

/** Characters that nobody sees (`UNSEEN`) at a text's ends: within Indian words joiners shape the letters. */
export const UNSEEN_AROUND =
  /^[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+$/g;

/** What to say about a number that a spreadsheet program has shortened. */
export const shortenedNumber = new Refusal(FILE_WORDS['shortened-number']);
