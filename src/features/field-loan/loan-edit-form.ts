import { fieldProblem, parseFields } from '../../../contract/errors.ts';
import { loanEditInputSchema } from '../../../contract/loan-edit.ts';
import type { LoanEditInput } from '../../../contract/loan-edit.ts';
import { LOAN_EDITABLE_FIELDS } from '../../../contract/loan.ts';
import type { LoanDetail, LoanEditableField } from '../../../contract/loan.ts';

/** The form of a correction: every field as text, '' for none. */
export type LoanEditValues = Record<LoanEditableField, string>;

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

const EMAIL = /^([^\s@]+@[^\s@]+\.[^\s@]+)?$/;

/**
 * The rules of a correction, which are the call's. A value that stands as the lender gave it passes, odd as it may be: only
 * what the agent changes must be right.
 */
export const checkEdit =
  (loan: Pick<LoanDetail, '_id' | 'revision'>, given: LoanEditValues) =>
  (typed: LoanEditValues) => {
    const body = editBody(loan, given, typed);
    const refused = body === null ? [] : (parseFields(loanEditInputSchema, body).problems ?? []);
    const isEmailWrong =
      typed.Email.trim() !== given.Email.trim() && !EMAIL.test(typed.Email.trim());
    const problems = [
      ...refused.map(({ path, ...problem }) =>
        Object.assign(problem, { path: path.replace(/^changes\./, '') }),
      ),
      ...(isEmailWrong ? [fieldProblem('Email', 'not-an-email')] : []),
    ];
    return problems.length === 0 ? { data: body, problems: null } : { problems };
  };
