import type { TFunction } from 'i18next';
import { contacts } from '../lib/texts/en/contacts.ts';
import { fieldLoan } from '../lib/texts/en/field-loan.ts';

type CallCode = keyof typeof contacts.code;
type FieldCode = keyof typeof fieldLoan.code;

/** A disposition's words in the reader's language; for a code of the agency's own, its label. */
export function dispositionWords(t: TFunction, code: string, label: string): string {
  if (isCallCode(code)) return t(`contacts.code.${code}`);
  return isFieldCode(code) ? t(`fieldLoan.code.${code}`) : label;
}

function isCallCode(code: string): code is CallCode {
  return Object.hasOwn(contacts.code, code);
}

function isFieldCode(code: string): code is FieldCode {
  return Object.hasOwn(fieldLoan.code, code);
}
