import { fileSentence } from '../../contract/file-words.ts';
import { IMPORT_FIELDS } from '../../contract/import-mapping.ts';
import type { ImportField } from '../../contract/import-mapping.ts';
import { checkAmount, checkPaidAmount } from '../spreadsheets/amount-value.ts';
import { checkEmail, checkPhone, checkPincode } from '../spreadsheets/contact-value.ts';
import { checkDay } from '../spreadsheets/day-value.ts';
import { isPlaceholder, Refusal } from '../spreadsheets/refusal.ts';
import { loanNumberCheck, textCheck } from '../spreadsheets/text-value.ts';
import type { ValueCheck } from '../spreadsheets/text-value.ts';

function countCheck(max: number): ValueCheck {
  const notACount = new Refusal(fileSentence('not-a-count', { most: max }));
  return (text) => {
    if (text === '' || isPlaceholder(text)) return null;
    const digits = /^(\d{1,9})(?:\.0+)?(?:\s*days?)?$/i.exec(text)?.[1];
    return digits === undefined || Number(digits) > max ? notACount : String(Number(digits));
  };
}

function degreesCheck(max: number): ValueCheck {
  const notDegrees = new Refusal(fileSentence('not-degrees', { least: max, most: max }));
  return (text) => {
    if (text === '' || isPlaceholder(text)) return null;
    const isNumber = /^[+-]?\d{1,3}(\.\d+)?$/.test(text);
    return isNumber && Math.abs(Number(text)) <= max ? String(Number(text)) : notDegrees;
  };
}

/** The check of a field, by the kind of value that it takes. Days by themselves: a column of them has `dayColumn`. */
export function valueCheck(field: ImportField): ValueCheck {
  const { kind, max } = IMPORT_FIELDS[field];
  if (field === 'Loan_ID') return loanNumberCheck(max);
  // A payment stands on the credit side.
  if (field === 'Last_Payment_Amount') return checkPaidAmount;
  switch (kind) {
    case 'text':
      return textCheck(max);
    case 'phone':
      return checkPhone;
    case 'email':
      return checkEmail;
    case 'pincode':
      return checkPincode;
    case 'count':
      return countCheck(max);
    case 'rupees':
      return checkAmount;
    case 'day':
      return checkDay;
    case 'degrees':
      return degreesCheck(max);
  }
}
