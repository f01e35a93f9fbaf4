import { plainSigns } from '../../contract/amount-text.ts';
import { FILE_WORDS } from '../../contract/file-words.ts';
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

const notAPhone = new Refusal(FILE_WORDS['not-a-phone']);
const severalPhones = new Refusal(FILE_WORDS['several-phones']);
const badPhoneStart = new Refusal(FILE_WORDS['phone-start']);
const notAnEmail = new Refusal(FILE_WORDS['not-an-email']);
const notAPincode = new Refusal(FILE_WORDS['not-a-pincode']);

const plainMobile = /^[6-9]\d{9}$/;
const email = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"()]{2,}$/;

/** A phone number as its ten digits; `+91`, a leading 0 and separators are dropped. */
export function checkPhone(given: string): CheckedValue {
  if (plainMobile.test(given)) return given;
  const text = withAllDigits(plainSigns(given));
  if (text === '' || isPlaceholder(text)) return null;
  if (isFormulaError(text)) return formulaError;
  if (isShortenedNumber(text)) return shortenedNumber;
  if (/\d{5,}\s*[,/;&|]\s*\+?\d/.test(text)) return severalPhones;
  const bare = text.replace(/\.0+$/, '').replace(/[\s().-]/g, '');
  const match = /^(?:\+91|0091|91(?=\d{10}$)|0(?=\d{10}$))?0?(\d{10})$/.exec(bare);
  if (!match) return notAPhone;
  const digits = match[1] ?? '';
  return /^[01]/.test(digits) ? badPhoneStart : digits;
}

/** An e-mail address. */
export function checkEmail(text: string): CheckedValue {
  if (text === '' || isPlaceholder(text)) return null;
  if (isFormulaError(text)) return formulaError;
  return email.test(text) ? text : notAnEmail;
}

/** A pincode as its six digits; spaces are dropped. */
export function checkPincode(text: string): CheckedValue {
  if (text === '' || isPlaceholder(text)) return null;
  if (isFormulaError(text)) return formulaError;
  const bare = text.replace(/\.0+$/, '').replace(/[\s-]/g, '');
  return /^[1-9]\d{5}$/.test(bare) ? bare : notAPincode;
}

/** What stands between the phone numbers of one cell, and around them. */
const phoneSeparators = /[,;/&|\n]+|\s(?:or|and|या|और)\s/iu;

/**
 * The phone numbers of a cell that may hold several ("98…/98…", "98… (wife) 97…"), each once, or why there is none. Null:
 * an empty cell. `isWhole`: nothing else stands in the cell that a person might miss.
 */
export function checkPhones(text: string): {
  readonly phones: readonly string[];
  readonly isWhole: boolean;
  readonly refusal: Refusal | null;
} {
  const one = checkPhone(text);
  if (typeof one === 'string') return { phones: [one], isWhole: true, refusal: null };
  if (one === null) return { phones: [], isWhole: true, refusal: null };
  const pieces = text.split(phoneSeparators).flatMap((piece) => {
    const digits = piece.replace(/\(.*?\)|\p{L}+[.:]?/gu, ' ').trim();
    // Two numbers with nothing but a space between them.
    const bare = digits.replace(/[\s-]/g, '');
    const pair = /^([6-9]\d{9})([6-9]\d{9})$/.exec(bare);
    return pair ? [pair[1] ?? '', pair[2] ?? ''] : [digits];
  });
  const checked = pieces.filter((piece) => piece !== '').map(checkPhone);
  const phones = [...new Set(checked.filter((value) => typeof value === 'string'))];
  const isWhole = checked.every((value) => typeof value === 'string') && !/\p{L}|\(/u.test(text);
  return { phones, isWhole, refusal: phones.length === 0 ? one : null };
}
