import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followSettlement } from '../../contract/settlement-following.ts';
import { SETTLEMENT_STEPS, firstStep, settlementStep } from '../../contract/settlement-machine.ts';
import type { Authority } from '../../contract/settlement-authority.ts';
import type { SettlementActor, SettlementStanding } from '../../contract/settlement-machine.ts';
import { SETTLEMENT_CLOSINGS, SETTLEMENT_STATES } from '../../contract/settlement.ts';
import type { SettlementState } from '../../contract/settlement.ts';

/* The drawing of states in docs/settlements.md: what people, money and days can make. */

const DUE = 10_000;
const AMOUNTS = [1000, 5000, 8000, 9000] as const;

const authorities: Authority[] = [0, 9000].map((delegatedAmount) => ({
  manager: { percent: 15, amount: null },
  admin: { percent: 30, amount: null },
  client: { percent: 60, amount: null },
  delegatedAmount,
  isRbi: false,
  sanctionAmount: null,
}));

const PEOPLE: readonly SettlementActor[] = (
  ['COLLECTOR', 'MANAGER', 'ADMIN', 'CUSTOMER', 'CLIENT_ADMIN'] as const
).flatMap((role) => ['1', '2'].map((n) => ({ userId: `${role}-${n}`, role })));

const keyOf = (one: object): string => JSON.stringify(one);

const PROPOSERS = PEOPLE.filter(({ role }) => role !== 'CUSTOMER' && role !== 'CLIENT_ADMIN');

function proposed(
  authority: Authority,
  actor: SettlementActor,
  offeredAmount: number,
): SettlementStanding {
  const offer = { dueAmount: DUE, offeredAmount, isFlagged: false, loanAmount: null };
  return {
    ...offer,
    proposedById: actor.userId,
    agentIds: ['COLLECTOR-1'],
    ...firstStep(authority, actor, offer),
  };
}

/** Whatever people can make of a settlement, step by step, until nothing new comes. */
function byPeople(): Set<string> {
  const changes = new Set<string>();
  for (const authority of authorities) {
    const waiting = AMOUNTS.flatMap((amount) =>
      PROPOSERS.map((actor) => proposed(authority, actor, amount)),
    );
    const known = new Set(waiting.map(keyOf));
    for (let standing = waiting.pop(); standing !== undefined; standing = waiting.pop())
      for (const actor of PEOPLE)
        for (const action of SETTLEMENT_STEPS)
          for (const offeredAmount of AMOUNTS) {
            const ask = { action, terms: { offeredAmount } };
            const { step } = settlementStep(authority, standing, actor, ask);
            if (step === null) continue;
            if (action === 'COUNTER' || step.state !== standing.state)
              changes.add(`${standing.state} ${step.state}`);
            const next = { ...standing, ...step };
            if (known.has(keyOf(next))) continue;
            known.add(keyOf(next));
            waiting.push(next);
          }
  }
  return changes;
}

/** Whatever money, days and lenders can make of one that has its letter: anything that it can be, from anything. */
function byMoneyAndDays(): Set<string> {
  const terms = { offeredAmount: 9000, validUntil: '2026-12-10', instalments: [] };
  const amounts = [0, 100, 9000];
  const cases = amounts.flatMap((amount) =>
    ['2026-12-05', '2026-12-20'].flatMap((today) =>
      [null, ...SETTLEMENT_CLOSINGS].map((closing) => {
        const payments = amount === 0 ? [] : [{ paidOn: '2026-12-01', amount }];
        const { state } = followSettlement({
          terms,
          payments,
          today,
          graceDays: 0,
          isHandedOver: false,
          closing,
        });
        return { state, today };
      }),
    ),
  );
  const changes = new Set<string>();
  for (const before of cases)
    for (const after of cases)
      // Days only go on.
      if (before.state !== after.state && before.today <= after.today)
        changes.add(`${before.state} ${after.state}`);
  return changes;
}

/** What ends an offer without its letter (`withoutLetter` of the server). */
const OFFERS: readonly SettlementState[] = [
  'PROPOSED',
  'COUNTERED',
  'APPROVED_BY_MANAGER',
  'APPROVED_BY_CLIENT',
];

/** The drawn changes: a line from OFFER is one from each state before the letter. */
function drawn(): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/settlements.md'), 'utf8');
  return [...text.matchAll(/^ +([A-Z_]+) --> ([A-Z_]+)/gm)].flatMap(([, from = '', to = '']) =>
    (from === 'OFFER' ? OFFERS : [from]).map((each) => `${each} ${to}`),
  );
}

const isOfOffer = (change: string): boolean =>
  OFFERS.some((state) => change.startsWith(`${state} `));

test('docs/settlements.md draws every change before the letter, and no other', () => {
  const ended = OFFERS.flatMap((state) => [`${state} EXPIRED`, `${state} WITHDRAWN`]);
  const made = new Set([...byPeople(), ...ended].filter(isOfOffer));
  expect(drawn().filter(isOfOffer).toSorted()).toEqual([...made].toSorted());
});

test('what it draws after the letter is what money and days can make', () => {
  const after = drawn().filter((change) => !isOfOffer(change));
  expect(after).toContain('LETTER_ISSUED ACTIVE');
  expect([...byMoneyAndDays()]).toEqual(expect.arrayContaining(after));
  const states = new Set(drawn().flatMap((change) => change.split(' ')));
  expect(states).toEqual(new Set(SETTLEMENT_STATES));
});
