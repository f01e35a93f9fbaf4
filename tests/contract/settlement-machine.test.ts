import { describe, expect, it, test } from 'vitest';
import { followSettlement, isRestructuring, shiftOf } from '../../contract/settlement-following.ts';
import type { CountedPayment } from '../../contract/settlement-following.ts';
import { isWithin, leastAmount, levelOf, limitOf } from '../../contract/settlement-authority.ts';
import {
  SETTLEMENT_STEPS,
  firstStep,
  settlementStep,
  waitOf,
} from '../../contract/settlement-machine.ts';
import type { Authority } from '../../contract/settlement-authority.ts';
import type { SettlementActor, SettlementStanding } from '../../contract/settlement-machine.ts';
import { seededRandom } from '../../server/random.ts';
import { casesOf, givenSeed } from '../support/cases.ts';

const CASES = casesOf(10_000);
const SEED = Number(givenSeed ?? 20_261_122);

const ROLES = [
  'COLLECTOR',
  'FIELD_AGENT',
  'MANAGER',
  'ADMIN',
  'CUSTOMER',
  'CLIENT_ADMIN',
  'PARTNER',
  'CLIENT',
] as const;

const PEOPLE: readonly SettlementActor[] = ROLES.flatMap((role) =>
  [1, 2].map((n) => ({ userId: `${role}-${n}`, role })),
);

type Random = () => number;
const chanceOf = (seed: number): Random => {
  const random = seededRandom(String(seed));
  return () => random.next();
};

/** Complains when something does not hold, with what repeats it. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`seed ${SEED}: ${what}`);
}
const below = (random: Random, n: number) => Math.floor(random() * n);
const oneOf = <T>(random: Random, from: readonly T[]): T => from[below(random, from.length)] as T;
const day = (n: number) => new Date(Date.UTC(2026, 10, 1 + n)).toISOString().slice(0, 10);

function someAuthority(random: Random): Authority {
  const limit = () => ({
    percent: below(random, 101),
    amount: random() < 0.5 ? null : below(random, 10_000),
  });
  return {
    manager: limit(),
    admin: limit(),
    client: limit(),
    delegatedAmount: random() < 0.3 ? below(random, 5000) : 0,
    isRbi: random() < 0.3,
    sanctionAmount: random() < 0.5 ? null : below(random, 50_000),
  };
}

interface Step {
  readonly action: string;
  readonly actor: SettlementActor;
  readonly before: SettlementStanding;
  readonly after: SettlementStanding;
}

/** What must hold of every step that was taken, said apart from the machine. */
function complain(authority: Authority, { action, actor, before, after }: Step): string | null {
  const isOver = ['REJECTED', 'WITHDRAWN', 'EXPIRED', 'FULFILLED', 'BROKEN'].includes(before.state);
  if (isOver) return 'a step after the end';
  if (['PARTNER', 'CLIENT'].includes(actor.role)) return 'a step of one who has no say';
  if (action === 'APPROVE') {
    if (actor.userId === before.proposedById) return 'approved by the proposer';
    if (actor.userId === before.makerId) return 'approved by who made the terms';
    const level = levelOf(actor.role);
    if (level === null) return 'approved by an agent';
    const isAnswer = before.counteredBy === 'CLIENT' && (level === 'MANAGER' || level === 'ADMIN');
    if (!isAnswer && !isWithin(limitOf(authority, level), before)) return 'beyond the limit';
    const isClients = ['CUSTOMER', 'CLIENT_ADMIN'].includes(actor.role);
    if (
      after.state === 'APPROVED_BY_CLIENT' &&
      !isClients &&
      before.makerLevel !== 'CLIENT' &&
      before.makerLevel !== 'CLIENT_HEAD'
    )
      return 'the client’s word from nobody of the client';
    if (after.state === 'APPROVED_BY_MANAGER' && after.waitsFor === 'LETTER') {
      const waiver = before.dueAmount - before.offeredAmount;
      if (waiver > authority.delegatedAmount || authority.isRbi || before.isFlagged)
        return 'without the client though nothing was delegated';
    }
    const { sanctionAmount } = authority;
    const isSanctionedHigh =
      sanctionAmount !== null && (before.loanAmount ?? before.dueAmount) >= sanctionAmount;
    const needsHead = before.isFlagged || isSanctionedHigh;
    if (after.waitsFor === 'LETTER' && authority.isRbi && needsHead) {
      const head = isClients ? level : before.makerLevel;
      if (head !== 'CLIENT_HEAD')
        return 'fraud or a high sanction without the client’s highest level';
    }
  }
  if (action === 'ACTIVATE' && ['COLLECTOR-2', 'FIELD_AGENT-2'].includes(actor.userId))
    return 'a letter handed over by an agent who does not have the loan';
  if (action === 'ISSUE_LETTER' && before.waitsFor !== 'LETTER' && before.waitsFor !== 'PAYMENT')
    return 'a letter before the approval';
  return null;
}

test(`of ${CASES} random stories none makes an illegal step, and history says how it came`, () => {
  const random = chanceOf(SEED);
  const reached = new Set<string>();
  for (let story = 0; story < CASES; story += 1) {
    const authority = someAuthority(random);
    const dueAmount = 1000 + below(random, 20_000);
    const proposer = oneOf(
      random,
      PEOPLE.filter(({ role }) => ROLES.indexOf(role as never) < 4),
    );
    const offer = {
      dueAmount,
      offeredAmount: 1 + below(random, dueAmount - 1),
      isFlagged: random() < 0.1,
      loanAmount: random() < 0.2 ? null : below(random, 50_000),
    };
    let standing: SettlementStanding = {
      ...offer,
      proposedById: proposer.userId,
      agentIds: ['COLLECTOR-1', 'FIELD_AGENT-1'],
      ...firstStep(authority, proposer, offer),
    };
    const history = [standing.state];
    for (let step = 0; step < 12; step += 1) {
      const actor = oneOf(random, PEOPLE);
      const action = oneOf(random, SETTLEMENT_STEPS);
      const terms = { offeredAmount: 1 + below(random, dueAmount - 1) };
      const ask = { action, terms: action === 'COUNTER' ? terms : undefined };
      const outcome = settlementStep(authority, standing, actor, ask);
      expect(settlementStep(authority, standing, actor, ask)).toEqual(outcome);
      if (outcome.step === null) continue;
      const after = { ...standing, ...outcome.step };
      const wrong = complain(authority, { action, actor, before: standing, after });
      if (wrong !== null)
        throw new Error(
          `seed ${SEED}, story ${story}: ${wrong} ${JSON.stringify({ authority, standing, actor, ask })}`,
        );
      must(action === 'COUNTER' || after.offeredAmount === standing.offeredAmount, 'other terms');
      if (!['LETTER_ISSUED', 'ACTIVE', 'REJECTED', 'WITHDRAWN'].includes(after.state))
        must(waitOf(authority, after) === after.waitsFor, 'an offer that rested waits for others');
      standing = after;
      history.push(after.state);
      reached.add(after.state);
    }
    expect(
      (standing.waitsFor === null) === ['REJECTED', 'WITHDRAWN'].includes(standing.state),
    ).toBe(true);
    expect(history[0]).toBe('PROPOSED');
  }
  expect([...reached].toSorted()).toEqual([
    'ACTIVE',
    'APPROVED_BY_CLIENT',
    'APPROVED_BY_MANAGER',
    'COUNTERED',
    'LETTER_ISSUED',
    'PROPOSED',
    'REJECTED',
    'WITHDRAWN',
  ]);
});

test(`over ${CASES} random payments, reversals and jumps of the clock the sums stay right`, () => {
  const random = chanceOf(SEED + 1);
  const ended = new Set<string>();
  for (let story = 0; story < CASES; story += 1) {
    const count = 1 + below(random, 4);
    const instalments = Array.from({ length: count }, (_, at) => ({
      dueOn: day(5 + at * 10),
      amount: 100 + below(random, 900),
    }));
    const offeredAmount = instalments.reduce((sum, { amount }) => sum + amount, 0);
    const terms = {
      offeredAmount,
      validUntil: day(5),
      instalments: count === 1 ? [] : instalments,
    };
    const graceDays = below(random, 4);
    const payments: CountedPayment[] = [];
    const dueAmount = offeredAmount + 1 + below(random, 2000);
    // Money from before the offer: what of it bounced, what came late.
    const older = { bouncedAmount: 0, lateAmount: 0 };
    let now = 0;
    for (let step = 0; step < 10; step += 1) {
      const what = random();
      if (what < 0.5)
        payments.push({
          paidOn: day(now),
          amount: 1 + below(random, random() < 0.3 ? offeredAmount : 500),
        });
      else if (what < 0.65 && payments.length > 0) {
        const [gone] = payments.splice(below(random, payments.length), 1);
        const without = followSettlement({
          terms,
          payments,
          today: day(now),
          graceDays,
          isHandedOver: false,
        });
        const back = followSettlement({
          terms,
          payments: [...payments, ...(gone ? [gone] : [])],
          today: day(now),
          graceDays,
          isHandedOver: false,
        });
        must(
          back.paidAmount - without.paidAmount === (gone?.amount ?? 0),
          'a reversal of another sum',
        );
      } else if (what < 0.75)
        older[oneOf(random, ['bouncedAmount', 'lateAmount'] as const)] += below(random, 1500);
      else now += below(random, 9);
      const owedAmount = dueAmount + older.bouncedAmount - older.lateAmount;
      const shift = shiftOf({ dueAmount, offeredAmount, owedAmount, ...older });
      const followed = followSettlement({
        terms,
        shift,
        payments,
        today: day(now),
        graceDays,
        isHandedOver: false,
      });
      ended.add(followed.state);
      const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
      const counted = followed.instalments.reduce((sum, one) => sum + one.paidAmount, 0);
      expect(followed.paidAmount).toBe(paid);
      const asked = followed.instalments.reduce((sum, one) => sum + one.amount, 0);
      must(asked === offeredAmount + shift, 'asked for another sum');
      must(asked <= Math.max(owedAmount, 0), 'asked for more than is owed');
      expect(counted).toBeLessThanOrEqual(Math.min(paid, asked));
      must(followed.state !== 'FULFILLED' || counted === asked, 'fulfilled without the offer');
      must(
        followed.state !== 'FULFILLED' ||
          Math.max(owedAmount - counted, 0) <= dueAmount - offeredAmount,
        'more waived than was approved',
      );
      const isOpen = followed.state === 'ACTIVE' || followed.state === 'LETTER_ISSUED';
      const awaits = followed.instalments.some(({ standing }) =>
        ['DUE', 'PART'].includes(standing),
      );
      must(!isOpen || awaits, 'open though nothing is awaited');
    }
  }
  expect([...ended].toSorted()).toEqual([
    'ACTIVE',
    'BROKEN',
    'EXPIRED',
    'FULFILLED',
    'LETTER_ISSUED',
  ]);
});

describe('limits', () => {
  it('name the least that a level can approve: exactly that is within, a rupee less is not', () => {
    const random = chanceOf(SEED + 2);
    for (let n = 0; n < 2000; n += 1) {
      const authority = someAuthority(random);
      const due = 2 + below(random, 100_000);
      for (const level of ['MANAGER', 'ADMIN', 'CLIENT'] as const) {
        const offeredAmount = leastAmount(authority, level, due);
        expect(isWithin(limitOf(authority, level), { dueAmount: due, offeredAmount })).toBe(true);
        const less = { dueAmount: due, offeredAmount: offeredAmount - 1 };
        must(
          offeredAmount === 1 || !isWithin(limitOf(authority, level), less),
          'a rupee less is within',
        );
      }
    }
  });
});

const over = (last: string) => ({
  offeredAmount: 20,
  validUntil: '2026-12-01',
  instalments: [
    { dueOn: '2026-12-01', amount: 10 },
    { dueOn: last, amount: 10 },
  ],
});

it('payment over more than three months is a restructuring', () => {
  expect(isRestructuring('2026-11-22', over('2027-02-22'))).toBe(false);
  expect(isRestructuring('2026-11-22', over('2027-02-23'))).toBe(true);
  // Three months from the end of a month end with the shorter one.
  expect(isRestructuring('2026-11-30', over('2027-02-28'))).toBe(false);
  expect(isRestructuring('2026-11-30', over('2027-03-01'))).toBe(true);
});
