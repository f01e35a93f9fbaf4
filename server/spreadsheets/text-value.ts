import { fileSentence } from '../../contract/file-words.ts';
import {
  formulaError,
  isFormulaError,
  isPlaceholder,
  isShortenedNumber,
  Refusal,
  shortenedNumber,
  withAllDigits,
} from './refusal.ts';
import type { CheckedValue } from './refusal.ts';

/** Checks one cell's trimmed text for the field it feeds. */
export type ValueCheck = (text: string) => CheckedValue;

/** The check of a text of at most so many characters. */
export function textCheck(max: number): ValueCheck {
  const tooLong = new Refusal(fileSentence('text-too-long', { most: max }));
  return (text) => {
    if (text === '' || text === '#N/A') return null;
    if (isFormulaError(text)) return formulaError;
    return text.length > max ? tooLong : text;
  };
}

/** The check of a loan number: a text, but one that a spreadsheet program has shortened (`1.23E+15`) is refused. */
export function loanNumberCheck(max: number): ValueCheck {
  const isText = textCheck(max);
  return (given) => {
    // Programs that take a column of numbers for decimals write 1001.0.
    const text = withAllDigits(given).replace(/^(\d+)\.0$/, '$1');
    if (isShortenedNumber(text)) return shortenedNumber;
    return isPlaceholder(text) ? null : isText(text);
  };
}
