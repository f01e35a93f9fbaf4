import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

/*
 * When two references of money (a bank's, a wallet's, a slip's) are the same, in one place, for files, receipts and claims:
 * "UTR No. N123-456" of one list is "n123456" of the next. Letter case, what stands between, a word that says what the number
 * is, and zeros in front, which spreadsheet programs drop from plain numbers, do not count. A reference without a digit
 * ("By hand") numbers nothing: it is compared as a text. `sameReference` and `sameReferenceOf` say the same.
 */

/** Only before a sign or a digit: "UTRX5" is a number of its own. */
const WORDS =
  '^(?:(?:utr|rrn|ref|reference|txn|transaction|cheque|chq|no|number|id|neft|imps|rtgs|upi)(?:[ -/:-@[-`{-~]+|(?=[0-9])))+';
const BETWEEN = '[ -/:-@[-`{-~]';
const ZEROS = '^0+(?=[0-9]+$)';

const words = new RegExp(WORDS);
const between = new RegExp(BETWEEN, 'g');
const zeros = new RegExp(ZEROS);

/** What two spellings of a reference have in common. */
export function sameReference(reference: string): string {
  const text = reference.trim().toLowerCase();
  if (!/[0-9]/.test(text)) return text;
  return text.replace(words, '').replace(between, '').replace(zeros, '');
}

/** The same in SQL. */
export const sameReferenceOf = (reference: SQL): SQL => sql`case when ${reference} ~ '[0-9]'
  then regexp_replace(regexp_replace(regexp_replace(lower(btrim(${reference})), ${sql.raw(`'${WORDS}'`)}, ''),
    ${sql.raw(`'${BETWEEN}'`)}, '', 'g'), ${sql.raw(`'${ZEROS}'`)}, '')
  else lower(btrim(${reference})) end`;
