import { expect, test } from 'vitest';
import type { LoanOutlook } from '../../../../contract/recovery-model.ts';
import { byExpected, isExpectedFirst } from '../../../../src/features/field-day/expected-order.ts';
import type { CachedLoan } from '../../../../src/offline/loan-overlay.ts';

const row = (id: string) => ({ loan: { _id: id } }) as CachedLoan;
const LOANS = ['a', 'b', 'c', 'd', 'e'].map(row);
const idsOf = (loans: readonly CachedLoan[]) => loans.map(({ loan }) => loan._id).join('');
const outlook = (loanId: string, expectedAmount: number | null, isFirst = true): LoanOutlook => ({
  loanId,
  expectedAmount,
  isFirst,
  bestTime: null,
});
const known = (...all: LoanOutlook[]) => new Map(all.map((one) => [one.loanId, one]));

test('loans come by what they are expected to bring; those without an expectation keep their place', () => {
  const outlooks = known(outlook('a', 100), outlook('c', null), outlook('d', 900), outlook('e', 0));
  expect(idsOf(byExpected(LOANS, outlooks, true))).toBe('dbcae');
});

test('where nobody chose the order only clients that want it have it', () => {
  const outlooks = known(outlook('a', 1), outlook('b', 9, false), outlook('e', 5));
  expect(idsOf(byExpected(LOANS, outlooks, false))).toBe('ebcda');
  expect(idsOf(byExpected(LOANS, outlooks, true))).toBe('becda');
  expect([isExpectedFirst(outlooks), isExpectedFirst(known(outlook('b', 9, false)))]).toEqual([
    true,
    false,
  ]);
});

test('alike loans and an empty phone stay as they are', () => {
  expect(byExpected([], known(outlook('a', 1)), true)).toEqual([]);
  expect(
    idsOf(byExpected(LOANS, known(...['e', 'c', 'a'].map((id) => outlook(id, 7))), true)),
  ).toBe('abcde');
});
