import { expect, it } from 'vitest';
import { shifted, stageShift } from '../../server/predictions/calibration.ts';
import { seededRandom } from '../../server/random.ts';

/* Chances of a stage that the trees saw little of come out right together. */

const random = seededRandom('stage shift');
const meanOf = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;

const orderOf = (of: readonly number[]) =>
  of.map((_, at) => at).toSorted((a, b) => (of[a] ?? 0) - (of[b] ?? 0));

/** Rows whose chances are told too high by so much log odds. */
function stage(rows: number, tooHigh: number) {
  const truth = Array.from({ length: rows }, () => 0.05 + random.next() * 0.5);
  return {
    told: truth.map((chance) => shifted(chance, tooHigh)),
    labels: truth.map((chance) => (random.next() < chance ? 1 : 0)),
  };
}

it('brings the mean of a stage to what paid', () => {
  const { told, labels } = stage(2000, 1);
  expect(meanOf(told) - meanOf(labels)).toBeGreaterThan(0.15);
  const shift = stageShift(told, labels);
  const right = told.map((chance) => shifted(chance, shift));
  expect(Math.abs(meanOf(right) - meanOf(labels))).toBeLessThan(0.005);
  // The order within it stays.
  expect(orderOf(right)).toEqual(orderOf(told));
});

it('moves a stage of few rows less than they say, and one without rows not at all', () => {
  expect(stageShift([], [])).toBe(0);
  const few = stageShift([0.4, 0.4, 0.4], [0, 0, 0]);
  expect(few).toBeLessThan(0);
  expect(few).toBeGreaterThan(-0.5);
});
