import type { TFunction } from 'i18next';
import { fieldLoan } from '../../lib/texts/en/field-loan.ts';

type KnownCode = keyof typeof fieldLoan.code;

/** A code's words in the reader's language; for a code of the agency's own, the server's. */
export function codeWords(t: TFunction, { code, label }: { code: string; label: string }): string {
  return isKnown(code) ? t(`fieldLoan.code.${code}`) : label;
}

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(fieldLoan.code, code);
}
