import { describe, expect, it } from 'vitest';
import { pinProblem } from '../../../src/lib/pin-rules.ts';

const NOW = new Date('2026-11-23T10:00:00Z');

describe('a PIN', () => {
  it.each([
    ['12345', 'digits'],
    ['1234567', 'digits'],
    ['12a456', 'digits'],
    ['१२३४५६', 'digits'],
    ['000000', 'same'],
    ['123456', 'row'],
    ['654321', 'row'],
    ['789012', 'row'],
    ['121212', 'repeated'],
    ['482482', 'repeated'],
    ['887799', 'repeated'],
    ['444777', 'repeated'],
    ['150885', 'date'],
    ['081585', 'date'],
    ['850815', 'date'],
    ['198507', 'date'],
    ['071985', 'date'],
  ])('%s is refused: %s', (pin, problem) => {
    expect(pinProblem(pin, NOW)).toBe(problem);
  });

  it.each(['482915', '905317', '730164', '604839'])('%s is taken', (pin) => {
    expect(pinProblem(pin, NOW)).toBeNull();
  });

  it('leaves a thief many to guess from', () => {
    let taken = 0;
    for (let each = 0; each < 1_000_000; each += 37)
      if (pinProblem(String(each).padStart(6, '0'), NOW) === null) taken += 1;
    expect(taken).toBeGreaterThan(850_000 / 37);
  });
});
