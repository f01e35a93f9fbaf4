import { expect, it } from 'vitest';
import type { BiDoor } from '../../../../contract/bi.ts';
import { opensAgainMs } from '../../../../src/features/visualizations/bi-reopening.ts';

const doorFor = (seconds: number | null): BiDoor => ({
  cookies: [],
  subscription_type: 'primary_explorar',
  tool: 'METABASE',
  url: 'https://bi.example/embed',
  guestToken: null,
  expiresAt: seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString(),
});

it.each([60, 120, 600, 3600])(
  'opens a tool anew before its token of %i seconds ends',
  (seconds) => {
    const again = opensAgainMs(doorFor(seconds));
    expect(Number(again)).toBeGreaterThan(20_000);
    expect(Number(again)).toBeLessThan(seconds * 1000);
  },
);

it('leaves the product’s own board as it is', () => {
  expect([opensAgainMs(undefined), opensAgainMs(doorFor(null))]).toEqual([false, false]);
});
