import { parseFields } from '../../../contract/errors.ts';
import { changedFieldsSchema } from '../../../contract/loan-edit.ts';
import type { LoanEditInput } from '../../../contract/loan-edit.ts';
import { LOAN_EDITABLE_FIELDS } from '../../../contract/loan.ts';
import type { LoanDetail, LoanEditableField } from '../../../contract/loan.ts';

/** The form of a correction: every field as text, '' for none. */
export type LoanEditValues = Record<LoanEditableField, string>;

/** What the form calls each field. */
export const EDIT_LABELS = {
  Mobile_Number: 'fieldLoan.fact.mobile',
  Alternate_Mobile_Number: 'fieldLoan.fact.alternate',
  Email: 'loanFields.Email',
  Address: 'words.address',
  City: 'words.city',
  State: 'loanFields.State',
  Pincode: 'loanFields.Pincode',
} as const satisfies Record<LoanEditableField, string>;

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

/**
 * The rules of a correction, which are the server's. A value that stands as the lender gave it passes, odd as it may be: only
 * what the agent changes must be right.
 */
export const checkEdit =
  (loan: Pick<LoanDetail, '_id' | 'revision'>, given: LoanEditValues) =>
  (typed: LoanEditValues) => {
    const body = editBody(loan, given, typed);
    const { problems } = parseFields(changedFieldsSchema, body?.changes ?? {});
    return problems === null ? { data: body, problems } : { problems };
  };
