import { expect, it } from 'vitest';
import { readTypedDay } from '../../../src/lib/typed-day.ts';

const NOW = '2026-11-28';
const read = (typed: string, bounds = {}) => readTypedDay(typed, bounds, NOW);

it.each([
  ['5-1-27', '2027-01-05'],
  ['05.01.27', '2027-01-05'],
  ['28 2 2027', '2027-02-28'],
  ['28022027', '2027-02-28'],
  ['280227', '2027-02-28'],
  ['०५-०१-२०२७', '2027-01-05'],
  ['५/१/२७', '2027-01-05'],
  ['2027-01-05', '2027-01-05'],
])('reads %s day first', (typed, day) => {
  expect(read(typed)).toBe(day);
});

it('without a year it is the nearest day that the field takes', () => {
  expect(read('5/1', { min: NOW })).toBe('2027-01-05');
  expect(read('0501', { max: NOW })).toBe('2026-01-05');
  expect(read('2802', { min: NOW })).toBe('2027-02-28');
  expect(read('2811', { min: NOW })).toBe(NOW);
  expect(read('29/2', { min: NOW })).toBe('2028-02-29');
  expect(read('5/1')).toBe('2027-01-05');
});

it('two digits are of the last century only where this one is long after what the field takes', () => {
  expect(read('5-1-85', { max: NOW })).toBe('1985-01-05');
  expect(read('5-1-27', { max: NOW })).toBe('2027-01-05');
});

it.each(['tomorrow', '31-2-27', '3113', '5', '123', '5-1-7', ''])('%j is no day', (typed) => {
  expect(read(typed)).toBeNull();
});
