import { expect, it } from 'vitest';
import { followSettlement } from '../../contract/settlement-following.ts';

const followed = (
  dueOn: string,
  payments: readonly (readonly [string, number])[],
  today: string,
) => {
  const { state, instalments } = followSettlement({
    terms: { offeredAmount: 9000, validUntil: dueOn, instalments: [] },
    payments: payments.map(([paidOn, amount]) => ({ paidOn, amount })),
    today,
    graceDays: 3,
    isHandedOver: true,
  });
  return [state, instalments[0]?.standing, instalments[0]?.paidAmount];
};

it.each([
  ['early', '2027-01-30', [['2027-01-02', 9000]], '2027-01-02', ['FULFILLED', 'KEPT', 9000]],
  ['over', '2027-01-30', [['2027-01-30', 9500]], '2027-01-30', ['FULFILLED', 'KEPT', 9000]],
  [
    'on the last day of grace, in the next month',
    '2027-01-30',
    [['2027-02-02', 9000]],
    '2027-02-02',
    ['FULFILLED', 'LATE', 9000],
  ],
  ['a day after it', '2027-01-30', [['2027-02-03', 9000]], '2027-02-03', ['BROKEN', 'MISSED', 0]],
  ['awaited on it', '2027-01-30', [], '2027-02-02', ['ACTIVE', 'DUE', 0]],
  ['not any more after it', '2027-01-30', [], '2027-02-03', ['EXPIRED', 'MISSED', 0]],
  [
    'over a leap day',
    '2028-02-28',
    [['2028-03-02', 9000]],
    '2028-03-02',
    ['FULFILLED', 'LATE', 9000],
  ],
  [
    'short by a rupee',
    '2027-01-30',
    [['2027-01-30', 8999]],
    '2027-02-03',
    ['BROKEN', 'SHORT', 8999],
  ],
] as const)('money that comes %s', (_when, dueOn, payments, day, expected) => {
  expect(followed(dueOn, payments, day)).toEqual(expected);
});
