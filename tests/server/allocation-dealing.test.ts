import { describe, expect, it } from 'vitest';
import { Dealer } from '../../server/allocation-runs/dealing.ts';
import type { Card, DealWay, Dealt, Hand } from '../../server/allocation-runs/dealing.ts';

const PLAIN: DealWay = {
  kind: 'COLLECTOR',
  spread: 'EQUAL_COUNT',
  isSticky: false,
  prefersNear: false,
  matchesSkills: false,
};

const hand = (id: string, more: Partial<Hand> = {}): Hand => ({
  id,
  managerId: null,
  capacity: null,
  languages: [],
  products: [],
  pincodes: [],
  load: 0,
  ...more,
});

const card = (more: Partial<Card> = {}): Card => ({
  due: 100,
  holderId: null,
  lastId: null,
  managerId: null,
  product: null,
  pincode: null,
  language: null,
  ...more,
});

function dealerOf(hands: readonly Hand[], way: Partial<DealWay> = {}): Dealer {
  return new Dealer(hands, { ...PLAIN, ...way }, new Map(hands.map((one) => [one.id, one])));
}

const takerOf = (dealt: Dealt) => dealt.hand?.id ?? dealt.reason;

/** Numbers that look random and are the same at every run. */
function* numbers(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

describe('dealing loans', () => {
  it('keeps counts within one, sums within the largest loan, and rooms, whatever is dealt', () => {
    for (const spread of ['EQUAL_COUNT', 'EQUAL_AMOUNT'] as const) {
      const random = numbers(7);
      const next = (below: number) => (random.next().value ?? 0) % below;
      for (let round = 0; round < 30; round += 1) {
        const hands = Array.from({ length: 1 + next(20) }, (_, at) => hand(`h${at}`));
        const dealer = dealerOf(hands, { spread });
        const dues = Array.from({ length: next(300) }, () => next(100_000)).sort((a, b) => b - a);
        const sums = new Map(hands.map((one) => [one.id, 0]));
        for (const due of dues) {
          const id = takerOf(dealer.deal(card({ due })));
          sums.set(id, (sums.get(id) ?? 0) + due);
        }
        const values = spread === 'EQUAL_COUNT' ? hands.map((one) => one.load) : [...sums.values()];
        const apart = Math.max(...values) - Math.min(...values);
        expect(apart).toBeLessThanOrEqual(spread === 'EQUAL_COUNT' ? 1 : (dues[0] ?? 0));
      }
    }
  });

  it('never gives more than there is room for, also while loans change hands', () => {
    const random = numbers(11);
    const next = (below: number) => (random.next().value ?? 0) % below;
    for (let round = 0; round < 30; round += 1) {
      const hands = Array.from({ length: 5 }, (_, at) =>
        hand(`h${at}`, { capacity: 4 + next(20) }),
      );
      const held = hands.flatMap((one) => {
        const count = next((one.capacity ?? 0) + 1);
        one.load = count;
        return Array.from({ length: count }, () => one.id);
      });
      const before = hands.reduce((sum, one) => sum + one.load, 0);
      const dealer = dealerOf(hands);
      const free = Array.from({ length: next(40) }, () => null);
      let given = 0;
      for (const holderId of [...held, ...free]) {
        const dealt = dealer.deal(card({ holderId }));
        if (dealt.hand !== null && holderId === null) given += 1;
      }
      expect(hands.every((one) => one.load >= 0 && one.load <= (one.capacity ?? 0))).toBe(true);
      expect(hands.reduce((sum, one) => sum + one.load, 0)).toBe(before + given);
    }
  });

  it('of equals takes the one with fewer loans', () => {
    const dealer = dealerOf([hand('busy', { load: 9 }), hand('free')]);
    expect(takerOf(dealer.deal(card()))).toBe('free');
    expect(takerOf(dealer.deal(card()))).toBe('busy');
  });

  it('heeds languages, products and pincodes; what a loan does not tell is no hindrance, but its pincode', () => {
    const dealer = dealerOf(
      [hand('tamil', { languages: ['tamil'] }), hand('pune', { pincodes: ['411'] })],
      { matchesSkills: true },
    );
    expect(takerOf(dealer.deal(card({ language: 'hindi', pincode: '411001' })))).toBe('pune');
    expect(takerOf(dealer.deal(card({ language: 'tamil' })))).toBe('tamil');
    expect(takerOf(dealer.deal(card()))).toBe('tamil');
    expect(takerOf(dealer.deal(card({ language: 'hindi', pincode: '500001' })))).toBe(
      'NOBODY_FITS',
    );
  });

  it('goes to the next nearest when the nearest has no room', () => {
    const dealer = dealerOf(
      [
        hand('here', { pincodes: ['411001'], capacity: 1 }),
        hand('town', { pincodes: ['4110'] }),
        hand('far', { pincodes: ['7'] }),
      ],
      { prefersNear: true, kind: 'FIELD' },
    );
    const near = card({ pincode: '411001' });
    expect(dealer.deal(near)).toMatchObject({ hand: { id: 'here' }, reason: 'NEAR' });
    expect(dealer.deal(near)).toMatchObject({ hand: { id: 'town' }, reason: 'NEAR' });
    // Nobody is near without a pincode: everybody takes their turn.
    expect(dealer.deal(card()).reason).toBe('EQUAL_COUNT');
  });

  it('does not hand a manager’s loan to another manager’s agent, not even to who had it last', () => {
    const dealer = dealerOf([hand('theirs', { managerId: 'm2' })], { isSticky: true });
    expect(dealer.deal(card({ managerId: 'm1', lastId: 'theirs' })).reason).toBe('NOT_ALLOWED');
    expect(dealerOf([]).deal(card()).reason).toBe('NOBODY_FITS');
  });
});
