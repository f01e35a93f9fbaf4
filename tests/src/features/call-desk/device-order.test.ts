import { expect, it } from 'vitest';
import type { Loan } from '../../../../contract/loan.ts';
import { inColumnOrder } from '../../../../src/features/call-desk/device-order.ts';

// The order reads one field of a loan only.
const loans = [
  { Loan_ID: 'a', Total_Due_Amount: 1500, City: 'pune' },
  { Loan_ID: 'b', Total_Due_Amount: null, City: null },
  { Loan_ID: 'c', Total_Due_Amount: 900, City: 'Satara' },
  { Loan_ID: 'd', Total_Due_Amount: 11_000, City: 'Nashik' },
] as Loan[];

const ordered = (sort: string | undefined) =>
  inColumnOrder(loans, sort)
    .map(({ Loan_ID: id }) => id)
    .join('');

it('a list without a network is in the order that its head says', () => {
  expect(ordered('Total_Due_Amount')).toBe('cadb');
  expect(ordered('-Total_Due_Amount')).toBe('dacb');
  expect(ordered('City')).toBe('dacb');
});

it('an order that a device does not know leaves the loans as they are', () => {
  expect(ordered(undefined)).toBe('abcd');
  expect(ordered('-chance')).toBe('abcd');
});
