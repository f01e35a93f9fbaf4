import { expect, test } from 'vitest';
import { compareOrders } from '../../server/predictions/order-experiment.ts';
import type { OrderGroup } from '../../server/predictions/order-experiment.ts';

const LONG = 30;
/** A group whose payers all paid the same. */
const group = (loans: number, payers: number, each = 100): OrderGroup => ({
  loans,
  payers,
  paidAmount: payers * each,
  squares: payers * each ** 2,
});

test('the interval of two shares is Newcombe’s: 560 of 700 against 480 of 800', () => {
  const { payers } = compareOrders(group(700, 560), group(800, 480), LONG);
  expect(payers?.value).toBeCloseTo(0.2, 10);
  expect(payers?.low).toBeCloseTo(0.1543, 3);
  expect(payers?.high).toBeCloseTo(0.2443, 3);
});

test('the money per loan has the interval of a difference of means', () => {
  const { amount } = compareOrders(group(400, 200), group(400, 100), LONG);
  // Variances 2,500 and 1,875 of 400 loans each: 1.96 times the root of their sum over 399.
  expect(amount?.value).toBeCloseTo(25, 10);
  expect((amount?.high ?? 0) - 25).toBeCloseTo(1.96 * Math.sqrt(4375 / 399), 10);
});

test('turned round it is the same the other way', () => {
  const one = compareOrders(group(300, 90, 40), group(500, 100, 60), LONG);
  const other = compareOrders(group(500, 100, 60), group(300, 90, 40), LONG);
  for (const figure of ['payers', 'amount'] as const) {
    expect(one[figure]?.value).toBeCloseTo(-(other[figure]?.value ?? 0), 10);
    expect(one[figure]?.low).toBeCloseTo(-(other[figure]?.high ?? 0), 10);
  }
});

const problem = (one: OrderGroup, other: OrderGroup, days = LONG) =>
  compareOrders(one, other, days).problem;

test('says why nothing can be told', () => {
  const good = group(200, 50);
  expect(problem(good, group(0, 0))).toBe('ONE_GROUP');
  expect(problem(group(0, 0), group(0, 0))).toBe('TOO_FEW');
  expect(problem(good, good, 6.9)).toBe('TOO_SHORT');
  expect(problem(good, group(99, 50))).toBe('TOO_FEW');
  expect(problem(good, group(200, 9))).toBe('TOO_FEW');
  expect(problem(group(200, 191), good)).toBe('TOO_FEW');
  expect(problem(good, group(200, 190))).toBeNull();
  expect(problem(good, good, 7)).toBeNull();
});
