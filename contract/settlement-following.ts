import { monthsAfter } from './pace.ts';
import type {
  INSTALMENT_STANDINGS,
  SettlementClosing,
  SettlementState,
  SettlementTerms,
} from './settlement.ts';

/*
 * What came of a settlement that has its letter: worked out from the terms, the payments that stand and the day, each time
 * anew. So a reversal undoes exactly what its payment did, and a bank's late list gives a broken one back.
 */

/** Money that counts towards a settlement: a payment that stands, made since the offer. */
export interface CountedPayment {
  /** The day on which the borrower gave it: an agent's receipt tells it, else the bank. */
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
    'LETTER_ISSUED' | 'ACTIVE' | 'FULFILLED' | 'BROKEN' | 'EXPIRED' | 'WITHDRAWN'
  >;
  readonly paidAmount: number;
  readonly instalments: readonly FollowedInstalment[];
}

/** A day that lies `days` after another (`YYYY-MM-DD`). */
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

type Terms = Pick<SettlementTerms, 'offeredAmount' | 'validUntil' | 'instalments'>;

interface Due {
  readonly dueOn: string;
  readonly amount: number;
}

/** The days on which money is due; one payment is due on its last day. */
const duesOf = ({ offeredAmount, validUntil, instalments }: Terms): Due[] =>
  instalments.length > 0
    ? instalments.map(({ dueOn, amount }) => ({ dueOn, amount }))
    : [{ dueOn: validUntil, amount: offeredAmount }];

/** The same with what is to be paid beside the offer on the last day; what is to be paid less goes off the last days. */
function shiftedDues(terms: Terms, shift: number): Due[] {
  let left = shift;
  const backwards = duesOf(terms)
    .toReversed()
    .map(({ dueOn, amount }) => {
      const shifted = Math.max(amount + left, 0);
      left = Math.min(amount + left - shifted, 0);
      return { dueOn, amount: shifted };
    });
  return backwards.toReversed().filter(({ amount }) => amount > 0);
}

/** What money that moved before the offer and became known after the agreement does to a loan's due. */
export interface OlderMoney {
  /** What was due when the terms were agreed on, and what was offered. */
  readonly dueAmount: number;
  readonly offeredAmount: number;
  /** What would be due now had nothing been paid since the offer; null: nothing is told of it. */
  readonly owedAmount: number | null;
  /** Counted as paid when the terms were agreed on, and bounced since. */
  readonly bouncedAmount: number;
  /** Paid before the offer, posted since the terms were agreed on. */
  readonly lateAmount: number;
}

/**
 * What is to be paid beside the offer: what bounced is not waived, so it is to be paid as well; below 0 where less than the
 * offer is owed since older money came late. What a lender adds to its own figure changes nothing of what it agreed to.
 */
export function shiftOf(money: OlderMoney): number {
  const { dueAmount, offeredAmount, owedAmount, bouncedAmount, lateAmount } = money;
  if (owedAmount === null) return 0;
  const more = Math.min(bouncedAmount, Math.max(owedAmount - dueAmount, 0));
  const less = Math.min(lateAmount, Math.max(offeredAmount - Math.max(owedAmount, 0), 0));
  return more - less;
}

interface Following {
  readonly terms: Terms;
  /** What is to be paid beside the offer (`shiftOf`). */
  readonly shift?: number;
  readonly payments: readonly CountedPayment[];
  /** What agents took in and the bank may still tell of: it pays nothing, but nobody is late with it. */
  readonly receipted?: readonly CountedPayment[];
  /** Today in the business zone. */
  readonly today: string;
  readonly graceDays: number;
  /** The borrower has the letter. */
  readonly isHandedOver: boolean;
  /** NOTHING_DUE closes it at once, LOAN_ENDED where it would be broken or expired: nobody can know what came then. */
  readonly closing?: SettlementClosing | null;
}

const sumOf = (money: readonly CountedPayment[]): number =>
  money.reduce((sum, { amount }) => sum + amount, 0);

const sumBy = (money: readonly CountedPayment[], day: string): number =>
  sumOf(money.filter(({ paidOn }) => paidOn <= day));

function standingOf(
  asked: { dueOn: string; amount: number; upTo: number },
  { payments, receipted = [], today, graceDays }: Following,
): FollowedInstalment {
  const { dueOn, amount, upTo } = asked;
  const lastOn = dayAfter(dueOn, graceDays);
  const inTime = sumBy(payments, lastOn);
  const paidAmount = Math.min(Math.max(inTime - (upTo - amount), 0), amount);
  const standing = () => {
    if (sumBy(payments, dueOn) >= upTo) return 'KEPT';
    if (inTime >= upTo) return 'LATE';
    if (today <= lastOn || inTime + sumBy(receipted, lastOn) >= upTo)
      return paidAmount > 0 ? 'PART' : 'DUE';
    return paidAmount > 0 ? 'SHORT' : 'MISSED';
  };
  return { dueOn, amount, paidAmount, standing: standing() };
}

/** What came of a settlement by now. */
export function followSettlement(following: Following): Followed {
  const { terms } = following;
  const paidAmount = sumOf(following.payments);
  let upTo = 0;
  const instalments = shiftedDues(terms, following.shift ?? 0).map((due) => {
    upTo += due.amount;
    return standingOf({ ...due, upTo }, following);
  });
  const isIn = (...wanted: FollowedInstalment['standing'][]) =>
    instalments.map(({ standing }) => wanted.includes(standing));
  const state = (): Followed['state'] => {
    if (isIn('KEPT', 'LATE').every(Boolean)) return 'FULFILLED';
    if (following.closing === 'NOTHING_DUE') return 'WITHDRAWN';
    if (isIn('SHORT', 'MISSED').some(Boolean)) {
      if (following.closing === 'LOAN_ENDED') return 'WITHDRAWN';
      return paidAmount > 0 ? 'BROKEN' : 'EXPIRED';
    }
    return paidAmount > 0 || following.isHandedOver ? 'ACTIVE' : 'LETTER_ISSUED';
  };
  return { state: state(), paidAmount, instalments };
}

/** Payment over more than three months is a restructuring by the RBI's framework. */
export function isRestructuring(offeredOn: string, terms: Terms): boolean {
  const last = duesOf(terms).at(-1)?.dueOn ?? offeredOn;
  return last > monthsAfter(offeredOn, 3);
}
