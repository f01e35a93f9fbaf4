import { expect, it } from 'vitest';
import { formatPercent, percentOf, percentReached } from '../../../src/lib/percent.ts';
import { early as enEarly } from '../../../src/lib/texts/en-early.ts';
import { first as enFirst } from '../../../src/lib/texts/en-first.ts';
import { rest as enRest } from '../../../src/lib/texts/en-rest.ts';
import { early as hiEarly } from '../../../src/lib/texts/hi-early.ts';
import { first as hiFirst } from '../../../src/lib/texts/hi-first.ts';
import { rest as hiRest } from '../../../src/lib/texts/hi-rest.ts';

it('writes percent with a space that does not break, and no zeros but where figures stand below each other', () => {
  expect([formatPercent(12.5), formatPercent(94), formatPercent(94, 1)]).toEqual([
    '12.5\u00a0%',
    '94\u00a0%',
    '94.0\u00a0%',
  ]);
});

it('says a target is reached when it is: each whole percent of 100 is itself', () => {
  for (let achieved = 0; achieved <= 300; achieved++)
    expect(percentReached(achieved, 100)).toBe(achieved);
  expect(percentReached(99_999, 100_000)).toBe(99);
});

it('takes nothing of nothing for none', () => {
  expect([percentOf(0, 0), percentOf(2, 3)]).toEqual([0, 67]);
});

/** The texts of a catalogue. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);

it.each([
  ['English', [enFirst, enEarly, enRest]],
  ['Hindi', [hiFirst, hiEarly, hiRest]],
])('has the same space in the %s catalogue', (_, catalogue) => {
  const texts = textsOf(catalogue);
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => /(?:\}|\d)%/.test(text))).toEqual([]);
});
