import type { LoanDetail } from '../../../contract/loan.ts';
import type { VisitDraft } from './visit-draft.ts';

/** What a visit's form shows of its loan. */
export interface VisitedLoan extends Pick<
  LoanDetail,
  | '_id'
  | 'Customer_Name'
  | 'EMI_Amount'
  | 'Total_Due_Amount'
  | 'Unverified_Amount'
  | 'settlementAmount'
  | 'contactFacts'
> {
  /** Null: of a loan that is gone an older draft has no number. */
  Loan_ID: string | null;
  /** It is not on this phone any more. */
  isGone: boolean;
}

/** A loan that left the phone while its visit was begun: no more than the draft names. */
export const goneLoan = (loanId: string, about: VisitDraft['about']): VisitedLoan => ({
  _id: loanId,
  Customer_Name: about?.Customer_Name ?? '',
  Loan_ID: about?.Loan_ID ?? null,
  EMI_Amount: null,
  Total_Due_Amount: null,
  isGone: true,
});

/** What a draft keeps to name its loan. */
export const namesOf = ({ Customer_Name, Loan_ID }: VisitedLoan): VisitDraft['about'] =>
  Loan_ID === null ? null : { Customer_Name, Loan_ID };

/** Where a saved visit is seen: in the loan's history, in the outbox where there is no loan. */
export const afterSaving = ({ _id, isGone }: VisitedLoan): string =>
  isGone ? '/outbox' : `/field-agent/loan?id=${_id}&tab=history`;
