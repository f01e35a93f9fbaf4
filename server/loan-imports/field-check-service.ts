import { fileSentence } from '../../contract/file-words.ts';
import { IMPORT_FIELDS } from '../../contract/import-mapping.ts';
import type { ImportField } from '../../contract/import-mapping.ts';
import type { ProblemCode } from '../../contract/problem-words.ts';
import { Refusal } from '../spreadsheets/refusal.ts';
import { valueCheck } from './cell-value.ts';
import { fieldLabel } from './field-label.ts';
import { columnOf } from './import-columns.ts';

/** A field of a loan whose typed value was checked as a file's cell is. */
export interface CheckedField {
  readonly field: ImportField;
  /** Its column of `loans`. */
  readonly column: string;
  /** As PostgreSQL reads it; null: nothing. */
  readonly value: string | null;
}

/** What is wrong with a typed value. */
interface WrongField {
  readonly field: ImportField;
  readonly code: ProblemCode;
  readonly reason: string;
}

const CODES: Readonly<Record<(typeof IMPORT_FIELDS)[ImportField]['kind'], ProblemCode>> = {
  rupees: 'not-an-amount',
  day: 'not-a-day',
  phone: 'not-a-phone',
  email: 'not-an-email',
  pincode: 'not-a-pincode',
  count: 'not-whole',
  text: 'not-valid',
  degrees: 'not-a-number',
};

/** Checks typed values by the rules of an import row; a required field must not be empty. */
export function checkLoanFields(typed: readonly (readonly [ImportField, string])[]): {
  checked: CheckedField[];
  problems: WrongField[];
} {
  const checked: CheckedField[] = [];
  const problems: WrongField[] = [];
  for (const [field, text] of typed) {
    const value = valueCheck(field)(text.trim());
    if (value instanceof Refusal)
      problems.push({ field, code: CODES[IMPORT_FIELDS[field].kind], reason: value.reason });
    else if (value === null && IMPORT_FIELDS[field].required)
      problems.push({
        field,
        code: 'required',
        reason: fileSentence('field-missing', { field: fieldLabel(field) }),
      });
    else checked.push({ field, column: columnOf(field), value });
  }
  return { checked, problems };
}
