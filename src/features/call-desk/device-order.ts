import type { Loan } from '../../../contract/loan.ts';
import { LOAN_SORTS } from '../../../contract/loan-calls.ts';
import { compareKeys } from '../../offline/loan-search.ts';

/**
 * The loans of this device in the order of a column (`-` before it: the other way round); what lacks its field goes last.
 * As they are in an order that a device does not know.
 */
export function inColumnOrder(loans: readonly Loan[], sort: string | undefined): readonly Loan[] {
  const isDescending = sort?.startsWith('-') === true;
  const field = LOAN_SORTS.find((each) => each === sort?.replace(/^-/, ''));
  if (field === undefined) return loans;
  const keyOf = (loan: Loan) => {
    const value = loan[field];
    return typeof value === 'string' ? value.toLowerCase() : value;
  };
  return loans.toSorted((one, other) => {
    const [first, second] = [keyOf(one), keyOf(other)];
    const isTurned = isDescending && first !== null && second !== null;
    return isTurned ? compareKeys(second, first) : compareKeys(first, second);
  });
}
