import { expect, it } from 'vitest';
import {
  fittingScreens,
  movedChoice,
} from '../../../src/features/command-palette/palette-entries.ts';
import type { PaletteScreen } from '../../../src/features/command-palette/palette-entries.ts';

const screen = (to: string, words: string, group: string | null): PaletteScreen => ({
  to,
  words,
  group,
  icon: () => null,
});
const screens = [
  screen('/loans', 'All Loans', 'Import Accounts'),
  screen('/daily-reports', 'Daily Call Reports', 'Reports'),
];

it('finds screens by words of their name, group or address; all of them without words', () => {
  expect(fittingScreens(screens, '')).toEqual(screens);
  expect(fittingScreens(screens, 'import LOANS')).toEqual([screens[0]]);
  expect(fittingScreens(screens, 'daily-rep')).toEqual([screens[1]]);
  expect(fittingScreens(screens, 'settlement')).toEqual([]);
});

it('moves the choice round with the arrows, and leaves other keys to the typing', () => {
  expect(movedChoice('ArrowDown', 1, 2)).toBe(0);
  expect(movedChoice('ArrowUp', 0, 2)).toBe(1);
  expect(movedChoice('PageDown', 0, 3)).toBe(2);
  expect(movedChoice('a', 0, 2)).toBeNull();
  expect(movedChoice('ArrowDown', 0, 0)).toBeNull();
});
