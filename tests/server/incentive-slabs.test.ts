import { expect, test } from 'vitest';
import { slabsOfShare } from '../../server/incentives/incentive-slabs.ts';
import type { ShareRow, SlabRow, TermsRow } from '../../server/incentives/incentive-slabs.ts';

const SHARE: ShareRow = {
  client_id: 'client',
  client_name: 'Client',
  role_type: 'COLLECTOR',
  structure_id: 'new',
  collected: 300_000,
  lines: 3000,
  team: 0,
  fixed: 0,
  cap: null,
  failed: [],
  total: 3000,
  target: null,
  achieved: 0,
  breaches: 0,
  in_hand: 0,
};

/** From 2,00,000 on 1 %, from 5,00,000 on as told. */
const version = (id: string, percent: number): TermsRow => ({
  id,
  terms: {
    measure: 'AMOUNT',
    parts: [
      {
        bucket: null,
        product: null,
        slabs: [
          { from: 200_000, percent: 1, fixedAmount: null },
          { from: 500_000, percent, fixedAmount: null },
        ],
      },
    ],
    cap: null,
    minAchievement: null,
    needsNoBreach: false,
    needsCashDeposited: false,
    teamPercent: null,
    clawbackDays: 90,
  },
});

/** What fell into a version's first slab, of 3,00,000 collected in the month. */
const under = (structureId: string, money: number): SlabRow => ({
  client_id: 'client',
  role_type: 'COLLECTOR',
  structure_id: structureId,
  part: 1,
  slab: 1,
  reached: 300_000,
  money,
  sum: money / 100,
});

test('the next slab lifts what was collected under an earlier version of the month too', () => {
  const rows = [under('old', 200_000), under('new', 100_000)];
  const { slabs } = slabsOfShare(SHARE, rows, [version('old', 2), version('new', 1.5)], false);
  // 2,00,000 at 2 % and 3,00,000 at 1.5 % instead of 3,00,000 at 1 %; what both say alike is told once.
  expect(slabs).toEqual([
    {
      bucket: null,
      product: null,
      measure: 'AMOUNT',
      reached: 300_000,
      from: 200_000,
      percent: 1,
      fixedAmount: null,
      next: { need: 200_000, more: 4000 + 4500 - 3000 },
    },
  ]);
});

test.each([
  [false, { need: 200_000, more: 4500 }],
  [true, null],
])('only an open month leads to a further slab: closed %s', (isClosed, next) => {
  const rows = [under('new', 300_000)];
  const { slabs } = slabsOfShare(SHARE, rows, [version('new', 1.5)], isClosed);
  expect(slabs).toMatchObject([{ next }]);
});
