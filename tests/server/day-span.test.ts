import { expect, it } from 'vitest';
import { CallError } from '../../server/errors.ts';
import { atMostDays } from '../../server/day-span.ts';

const refusalOf = (from: string, to: string): unknown => {
  try {
    return atMostDays(400, { from, to });
  } catch (error) {
    return error instanceof CallError ? error.details : error;
  }
};

it.each([
  ['2026-11-01', '2027-12-06', 'too-many-days'],
  ['9999-12-31', '9999-12-31', 'too-late-a-day'],
  ['2199-12-01', '2200-01-01', 'too-late-a-day'],
])('%s to %s is refused for what is wrong with it', (from, to, code) => {
  expect(refusalOf(from, to)).toMatchObject([{ path: 'lte', code }]);
});

it('takes as many days as are allowed, and the last day there is', () => {
  const year = { from: '2026-11-01', to: '2027-12-05' };
  expect(atMostDays(400, year)).toEqual(year);
  const last = { from: '2199-12-31', to: '2199-12-31' };
  expect(atMostDays(400, last)).toEqual(last);
});
