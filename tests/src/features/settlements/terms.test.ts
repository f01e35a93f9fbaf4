import { expect, it } from 'vitest';
import {
  instalmentsOf,
  nextPlanned,
  readTerms,
  termsValues,
} from '../../../../src/features/settlements/terms.ts';

const typed = {
  kind: 'INSTALMENTS' as const,
  offeredAmount: 10_000,
  validUntil: '2028-01-31',
  count: 3,
  plan: [],
};

it('equal monthly instalments keep to the ends of months, leap days too, and add up to the offer', () => {
  expect(instalmentsOf(typed)).toEqual([
    { dueOn: '2028-01-31', amount: 3333 },
    { dueOn: '2028-02-29', amount: 3333 },
    { dueOn: '2028-03-31', amount: 3334 },
  ]);
});

const plan = [
  { dueOn: '2028-01-31', amount: 7000 },
  { dueOn: '2028-06-15', amount: 3000 },
];

it('a plan of its own is sent as it is, valid until its first day', () => {
  expect(readTerms({ ...typed, validUntil: '', plan })).toEqual({
    data: {
      kind: 'INSTALMENTS',
      offeredAmount: 10_000,
      validUntil: '2028-01-31',
      instalments: plan,
    },
    problems: null,
  });
});

it.each([
  [
    'a sum that is not the offer',
    [plan[0], { dueOn: '2028-06-15', amount: 2000 }],
    'offeredAmount',
  ],
  ['a day before the one before', [plan[1], plan[0]], 'plan.1.dueOn'],
  ['an amount that is missing', [plan[0], { dueOn: '2028-06-15', amount: null }], 'plan.1.amount'],
  ['a day that is missing', [{ dueOn: '', amount: 7000 }, plan[1]], 'plan.0.dueOn'],
])('%s is told at its field', (_what, rows, path) => {
  const read = readTerms({ ...typed, plan: rows as typeof plan });
  expect(read.problems?.map((problem) => problem.path)).toContain(path);
});

it('other terms begin with the days and amounts that were offered; equal ones with their number', () => {
  const given = {
    kind: 'INSTALMENTS' as const,
    offeredAmount: 10_000,
    validUntil: '2028-01-31',
    instalments: plan,
  };
  expect(termsValues(given).plan).toEqual(plan);
  const equal = { ...given, instalments: instalmentsOf(typed) };
  expect(termsValues(equal)).toMatchObject({ count: 3, plan: [], validUntil: '2028-01-31' });
});

it('one more instalment is due a month later and takes what is left', () => {
  expect(nextPlanned({ ...typed, plan: plan.slice(0, 1) })).toEqual({
    dueOn: '2028-02-29',
    amount: 3000,
  });
});

const next = (...days: string[]) =>
  nextPlanned({ ...typed, plan: days.map((dueOn) => ({ dueOn, amount: 1 })) }).dueOn;

it('one more instalment keeps to the ends of months like the equal ones, and follows a day of its own', () => {
  expect(next('2028-01-31', '2028-02-29')).toBe('2028-03-31');
  expect(next('2027-12-31')).toBe('2028-01-31');
  expect(next('2028-01-31', '2028-02-20')).toBe('2028-03-20');
  expect(next()).toBe('');
});
