import {
  formulaError,
  isFormulaError,
  isPlaceholder,
  isShortenedNumber,
  Refusal,
  shortenedNumber,
} from './refusal.ts';
import type { CheckedValue } from './refusal.ts';

const notAPhone = new Refusal('Write one phone number of ten digits, such as 9812345678.');
const severalPhones = new Refusal(
  'There are several phone numbers in the cell. Keep one here and put the other into its own column.',
);
const badPhoneStart = new Refusal(
  'A phone number of ten digits does not start with 0 or 1. Correct it or leave the cell empty.',
);
const notAnEmail = new Refusal('Write one e-mail address, such as name@example.com.');
const notAPincode = new Refusal('Write the pincode with its six digits, such as 560001.');

const plainMobile = /^[6-9]\d{9}$/;
const email = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"()]{2,}$/;

/** A phone number as its ten digits; `+91`, a leading 0 and separators are dropped. */
export function checkPhone(text: string): CheckedValue {
  if (plainMobile.test(text)) return text;
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
