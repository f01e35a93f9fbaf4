import { expect, it } from 'vitest';
import { serialToText } from '../../server/spreadsheets/xlsx-cell.ts';

const at = (seconds: number) => serialToText(46_112 + seconds / 86_400, false);

it('a time in the last half minute of a day is of that day', () => {
  expect(at(86_385)).toBe('2026-03-31 23:59');
  expect(at(86_399.999)).toBe('2026-03-31 23:59');
  expect(at(0)).toBe('2026-03-31');
  expect(at(37_200)).toBe('2026-03-31 10:20');
  expect(at(37_199.6)).toBe('2026-03-31 10:20');
});
