import { expect, it } from 'vitest';
import { typedRupees, wholeRupees } from '../../contract/amount-text.ts';

it.each([
  ['12500', 12500],
  ['₹1,23,456', 123456],
  ['₹1,23,4567', 1234567],
  ['Rs 500', 500],
  ['Rs.500/- only', 500],
  ['₹ 500/-', 500],
  ['\u20b9\u00a01\u00a0200', 1200],
  ['५,०००', 5000],
  ['\u200e500\u202c', 500],
  ['1,200.00', 1200],
  ['500.', 500],
  ['', null],
  ['   ', null],
])('%j is typed as %s', (text, amount) => {
  expect(typedRupees(text)).toBe(amount);
});

it.each([
  '12.5K',
  '12K',
  '1.2 lakh',
  '1,200-',
  '1200-',
  '-500',
  '(500)',
  '500.50',
  '1.234,56',
  'abc',
  '5 + 5',
  '५०० रुपये',
])('%j is no amount of whole rupees', (text) => {
  expect(typedRupees(text)).toBeNaN();
});

it.each([
  ['12500', 12500],
  ['₹1,23,456', 123456],
  ['123,456', 123456],
  ['५,०००.00', 5000],
  ['1 000', 1000],
  ['0', 0],
  ['\u00a0', null],
])('%j in a sheet is %s', (text, amount) => {
  expect(wholeRupees(text)).toBe(amount);
});

it.each(['1,5', '12,34', '1,23,4567', '1,00,000.50', '1e5', '-500', '₹'])(
  '%j in a sheet is no amount: nobody sees what would become of it',
  (text) => {
    expect(wholeRupees(text)).toBeNaN();
  },
);
