import { z } from 'zod';
import type { LoanEditInput } from '../../../contract/loan-edit.ts';
import { LOAN_EDITABLE_FIELDS } from '../../../contract/loan.ts';
import type { LoanDetail, LoanEditableField } from '../../../contract/loan.ts';

/** The form of a correction: every field as text, '' for none. */
export type LoanEditValues = Record<LoanEditableField, string>;

/** The sentences under wrong fields; keys of `fieldLoan.editing`. */
export type EditProblem = 'badPhone' | 'badEmail' | 'badPincode' | 'tooLong';

/** A loan's contact fields as the form shows them, waiting corrections included. */
export function editValues(loan: LoanDetail): LoanEditValues {
  return {
    Mobile_Number: loan.Mobile_Number ?? '',
    Alternate_Mobile_Number: loan.Alternate_Mobile_Number ?? '',
    Email: loan.Email ?? '',
    Address: loan.Address ?? '',
    City: loan.City ?? '',
    State: loan.State ?? '',
    Pincode: loan.Pincode ?? '',
  };
}

/**
 * The rules of a correction. A value that stands as the lender gave it passes, odd as it may be: only what the agent
 * changes must be right.
 */
export function editSchema(given: LoanEditValues, words: (problem: EditProblem) => string) {
  const field = (
    name: LoanEditableField,
    limit: number,
    pattern: RegExp | null,
    problem: EditProblem,
  ) =>
    z
      .string()
      .trim()
      .refine((text) => text === given[name] || text.length <= limit, { error: words('tooLong') })
      .refine((text) => text === given[name] || pattern === null || pattern.test(text), {
        error: words(problem),
      });
  const phone = /^(\+?\d[\d -]{5,18})?$/;
  return z.object({
    Mobile_Number: field('Mobile_Number', 20, phone, 'badPhone'),
    Alternate_Mobile_Number: field('Alternate_Mobile_Number', 20, phone, 'badPhone'),
    Email: field('Email', 254, /^([^\s@]+@[^\s@]+\.[^\s@]+)?$/, 'badEmail'),
    Address: field('Address', 1000, null, 'tooLong'),
    City: field('City', 120, null, 'tooLong'),
    State: field('State', 120, null, 'tooLong'),
    Pincode: field('Pincode', 10, /^(\d{6})?$/, 'badPincode'),
  });
}

/** What a correction changes, on the revision it was made on; null when nothing differs. */
export function editBody(
  loan: Pick<LoanDetail, '_id' | 'revision'>,
  given: LoanEditValues,
  typed: LoanEditValues,
): LoanEditInput | null {
  const changes = Object.fromEntries(
    LOAN_EDITABLE_FIELDS.filter((field) => typed[field].trim() !== given[field].trim()).map(
      (field) => [field, typed[field].trim()],
    ),
  );
  if (Object.keys(changes).length === 0) return null;
  return { _id: loan._id, revision: loan.revision, changes };
}
