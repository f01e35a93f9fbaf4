import type { ComponentType } from 'react';
import type { FoundLoan } from './command-palette-queries.ts';

/** A screen that the palette can open. */
export interface PaletteScreen {
  to: string;
  /** Its words, in the language shown. */
  words: string;
  /** The menu group it stands in, if any. */
  group: string | null;
  icon: ComponentType<{ size?: number; stroke?: number }>;
}

/** One line of the palette: a screen or a loan, with the address it leads to. */
export type PaletteEntry =
  | { kind: 'screen'; to: string; screen: PaletteScreen }
  | { kind: 'loan'; to: string; loan: FoundLoan };

/** The screens whose words, group or address hold every word of the search; all of them without one. */
export function fittingScreens(screens: readonly PaletteScreen[], search: string): PaletteScreen[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return screens.filter((screen) => {
    const text = `${screen.words}\n${screen.group ?? ''}\n${screen.to}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Where a key moves the choice among `count` entries: it goes round; null when the key moves nothing. */
export function movedChoice(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'PageDown':
      return Math.min(at + 5, count - 1);
    case 'PageUp':
      return Math.max(at - 5, 0);
    default:
      return null;
  }
}
