import type { LoanOutlook } from '../../../contract/recovery-model.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';

/** What is known of the loans' next weeks, by their id. */
export type Outlooks = ReadonlyMap<string, LoanOutlook>;

/** Whether any client wants its loans by what they are expected to bring where nobody chose an order. */
export const isExpectedFirst = (outlooks: Outlooks): boolean =>
  [...outlooks.values()].some(({ isFirst }) => isFirst);

/**
 * Loans by what they are expected to bring, the most first. A loan without an expectation keeps its place of the order that
 * they came in: it is not put last. `isChosen`: the agent asked for this order; else only clients that want it have it.
 */
export function byExpected(
  loans: readonly CachedLoan[],
  outlooks: Outlooks,
  isChosen: boolean,
): CachedLoan[] {
  const amountOf = ({ loan }: CachedLoan): number | null => {
    const outlook = outlooks.get(loan._id);
    return outlook !== undefined && (isChosen || outlook.isFirst) ? outlook.expectedAmount : null;
  };
  const expected = loans
    .filter((row) => amountOf(row) !== null)
    .toSorted((one, other) => (amountOf(other) ?? 0) - (amountOf(one) ?? 0));
  let next = 0;
  return loans.map((row) => {
    if (amountOf(row) === null) return row;
    const placed = expected[next] ?? row;
    next += 1;
    return placed;
  });
}
