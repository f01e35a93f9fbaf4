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

/** The same of a label whose code is not told. */
export function labelWords(t: TFunction, label: string): string {
  const known = Object.entries({ ...contacts.code, ...fieldLoan.code });
  const code = known.find(([, words]) => words === label)?.[0];
  return code === undefined ? label : dispositionWords(t, code, label);
}

/**
 * The same where calls and visits stand side by side: a visit's outcome that is named like a call's says so.
 */
export function outcomeWords(t: TFunction, code: string, label: string): string {
  const words = dispositionWords(t, code, label);
  if (!isFieldCode(code)) return words;
  const ofCalls = Object.keys(contacts.code).filter(isCallCode);
  return ofCalls.some((call) => t(`contacts.code.${call}`) === words)
    ? t('contacts.onVisit', { outcome: words })
    : words;
}

function isCallCode(code: string): code is CallCode {
  return Object.hasOwn(contacts.code, code);
}

function isFieldCode(code: string): code is FieldCode {
  return Object.hasOwn(fieldLoan.code, code);
}
