import { UNSEEN } from '../../contract/amount-text.ts';
import { fileSentence } from '../../contract/file-words.ts';
import { trimmed } from '../../contract/trimmed.ts';
import {
  formulaError,
  isFormulaError,
  isPlaceholder,
  isShortenedNumber,
  Refusal,
  shortenedNumber,
  UNSEEN_AROUND,
  withAllDigits,
} from './refusal.ts';
import type { CheckedValue } from './refusal.ts';

/** Checks one cell's trimmed text for the field it feeds. */
export type ValueCheck = (text: string) => CheckedValue;

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** The check of a text of at most so many characters; characters that nobody sees around it, or that mislead, do not count. */
export function textCheck(max: number): ValueCheck {
  const tooLong = new Refusal(fileSentence('text-too-long', { most: max }));
  return (given) => {
    // As calls take it: a word that is stored otherwise would be found by none that names it.
    const text = isPlain(given) ? given : trimmed(given.replace(UNSEEN_AROUND, ''));
    if (text === '' || text === '#N/A') return null;
    if (isFormulaError(text)) return formulaError;
    return text.length > max ? tooLong : text;
  };
}

/** A number as it looks: without characters that nobody sees, with plain spaces. */
const asItLooks = (text: string): string =>
  isPlain(text) ? text : text.replace(UNSEEN, '').replaceAll('\u00a0', ' ').trim();

/**
 * The check of a loan number: a text without characters that nobody sees, so that equal looks are equal numbers. One that a
 * spreadsheet program has shortened (`1.23E+15`) is refused.
 */
export function loanNumberCheck(max: number): ValueCheck {
  const isText = textCheck(max);
  return (given) => {
    // Programs that take a column of numbers for decimals write 1001.0.
    const text = withAllDigits(asItLooks(given)).replace(/^(\d+)\.0$/, '$1');
    if (isShortenedNumber(text)) return shortenedNumber;
    return isPlaceholder(text) ? null : isText(text);
  };
}
