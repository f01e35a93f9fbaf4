import { expect, test } from 'vitest';
import { monthBeside, monthOf, rangeOf } from '../../../../src/features/attendance/month.ts';

test('a month ends on its own last day', () => {
  expect(monthOf('2026-11-21')).toEqual({ gte: '2026-11-01', lte: '2026-11-30' });
  expect(monthOf('2024-02-03')).toEqual({ gte: '2024-02-01', lte: '2024-02-29' });
  expect(monthOf('2026-12-31')).toEqual({ gte: '2026-12-01', lte: '2026-12-31' });
});

test('a step goes over the turn of the year', () => {
  expect(monthBeside('2026-01-15', -1)).toEqual({ gte: '2025-12-01', lte: '2025-12-31' });
  expect(monthBeside('2026-12-01', 1)).toEqual({ gte: '2027-01-01', lte: '2027-01-31' });
  expect(monthBeside('2026-12-01', 0)).toEqual({ gte: '2026-12-01', lte: '2026-12-31' });
});

test('without days it is the current month of the business time zone', () => {
  const range = rangeOf({ gte: null, lte: null }, '2026-11-30T20:00:00.000Z');
  expect(range).toEqual({ gte: '2026-12-01', lte: '2026-12-31' });
});

test('an end that is not given is that of the other’s month; turned ends are turned back', () => {
  expect(rangeOf({ gte: '2026-02-10', lte: null })).toEqual({
    gte: '2026-02-10',
    lte: '2026-02-28',
  });
  expect(rangeOf({ gte: null, lte: '2026-02-10' })).toEqual({
    gte: '2026-02-01',
    lte: '2026-02-10',
  });
  expect(rangeOf({ gte: '2026-03-01', lte: '2026-02-01' })).toEqual({
    gte: '2026-02-01',
    lte: '2026-03-01',
  });
});
