import type { INSTALMENT_STANDINGS, SettlementState, SettlementTerms } from './settlement.ts';

/*
 * What came of a settlement that has its letter: worked out from the terms, the payments that stand and the day, each time
 * anew. So a reversal undoes exactly what its payment did, and a bank's late list gives a broken one back.
 */

/** Money that counts towards a settlement: a payment that stands, made since the offer. */
export interface CountedPayment {
  readonly paidOn: string;
  readonly amount: number;
}

/** One instalment and what came of it. */
export interface FollowedInstalment {
  readonly dueOn: string;
  readonly amount: number;
  readonly paidAmount: number;
  readonly standing: (typeof INSTALMENT_STANDINGS)[number];
}

/** What came of a settlement. */
export interface Followed {
  readonly state: Extract<
    SettlementState,
    'LETTER_ISSUED' | 'ACTIVE' | 'FULFILLED' | 'BROKEN' | 'EXPIRED'
  >;
  readonly paidAmount: number;
  readonly instalments: readonly FollowedInstalment[];
}

/** A day that lies `days` after another (`YYYY-MM-DD`). */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The days on which money is due; one payment is due on its last day. */
function duesOf(
  terms: Pick<SettlementTerms, 'offeredAmount' | 'validUntil' | 'instalments'>,
): { dueOn: string; amount: number }[] {
  return terms.instalments.length > 0
    ? terms.instalments.map(({ dueOn, amount }) => ({ dueOn, amount }))
    : [{ dueOn: terms.validUntil, amount: terms.offeredAmount }];
}

interface Following {
  readonly terms: Pick<SettlementTerms, 'offeredAmount' | 'validUntil' | 'instalments'>;
  readonly payments: readonly CountedPayment[];
  /** Today in the business zone. */
  readonly today: string;
  readonly graceDays: number;
  /** The borrower has the letter. */
  readonly isHandedOver: boolean;
}

function standingOf(
  asked: { dueOn: string; amount: number; upTo: number },
  paidBy: (day: string) => number,
  { today, graceDays }: Following,
): FollowedInstalment {
  const { dueOn, amount, upTo } = asked;
  const lastOn = dayAfter(dueOn, graceDays);
  const inTime = paidBy(lastOn);
  const paidAmount = Math.min(Math.max(inTime - (upTo - amount), 0), amount);
  const standing = () => {
    if (paidBy(dueOn) >= upTo) return 'KEPT';
    if (inTime >= upTo) return 'LATE';
    if (today <= lastOn) return paidAmount > 0 ? 'PART' : 'DUE';
    return paidAmount > 0 ? 'SHORT' : 'MISSED';
  };
  return { dueOn, amount, paidAmount, standing: standing() };
}

/** What came of a settlement by now. */
export function followSettlement(following: Following): Followed {
  const { terms, payments } = following;
  const paidAmount = payments.reduce((sum, { amount }) => sum + amount, 0);
  const paidBy = (day: string): number =>
    payments.reduce((sum, { paidOn, amount }) => (paidOn <= day ? sum + amount : sum), 0);
  let upTo = 0;
  const instalments = duesOf(terms).map((due) => {
    upTo += due.amount;
    return standingOf({ ...due, upTo }, paidBy, following);
  });
  const isIn = (...wanted: FollowedInstalment['standing'][]) =>
    instalments.map(({ standing }) => wanted.includes(standing));
  const state = (): Followed['state'] => {
    if (isIn('KEPT', 'LATE').every(Boolean)) return 'FULFILLED';
    if (isIn('SHORT', 'MISSED').some(Boolean)) return paidAmount > 0 ? 'BROKEN' : 'EXPIRED';
    return paidAmount > 0 || following.isHandedOver ? 'ACTIVE' : 'LETTER_ISSUED';
  };
  return { state: state(), paidAmount, instalments };
}

/** Payment over more than three months is a restructuring by the RBI's framework. */
export function isRestructuring(offeredOn: string, terms: Following['terms']): boolean {
  const limit = new Date(`${offeredOn}T00:00:00Z`);
  limit.setUTCMonth(limit.getUTCMonth() + 3);
  const last = duesOf(terms).at(-1)?.dueOn ?? offeredOn;
  return last > limit.toISOString().slice(0, 10);
}
