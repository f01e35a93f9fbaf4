import type { AttributionPart, ShareReason } from '../../contract/attribution.ts';

/*
 * Whose each rupee is once more, written from docs/money.md alone, without a database: what the product says is compared
 * with it. Days are business days in India.
 */

/** Somebody had a loan, or led it, from an instant until another (null: still), both in milliseconds. */
export interface OracleHolding {
  readonly personId: string;
  readonly kind: 'COLLECTOR' | 'FIELD' | 'MANAGER';
  readonly from: number;
  readonly until: number | null;
}

/** An outcome of a call or visit; with a promised day it is a promise too. */
export interface OracleContact {
  readonly personId: string;
  readonly at: number;
  readonly promisedFor: string | null;
}

/** A settlement of a loan. */
export interface OracleSettlement {
  readonly proposedBy: string;
  readonly offeredOn: string;
  readonly hasLetter: boolean;
}

/** What happened on a loan. */
export interface OracleLoan {
  readonly graceDays: number;
  readonly holdings: readonly OracleHolding[];
  readonly contacts: readonly OracleContact[];
  readonly settlements: readonly OracleSettlement[];
}

/** A verified payment. */
export interface OraclePayment {
  readonly amount: number;
  readonly paidOn: string;
  /** Whom its file names. */
  readonly namedId: string | null;
  /** Whose receipt it confirms, and who led that agent then. */
  readonly receipt: { readonly agentId: string; readonly managerId: string } | null;
}

/** A client's rule from a day on. */
export interface OracleRule {
  readonly validFrom: string;
  readonly parts: readonly AttributionPart[];
}

/** A share as it is told. */
export interface OraclePart {
  readonly personId: string | null;
  readonly amount: number;
  readonly reason: ShareReason;
}

const DAY_MS = 86_400_000;
const INDIA_MS = 5.5 * 3_600_000;

/** The business day of an instant. */
const indianDay = (at: number): string => new Date(at + INDIA_MS).toISOString().slice(0, 10);

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

const newest = <Item>(items: readonly Item[], of: (item: Item) => number | string): Item | null => {
  let found: Item | null = null;
  for (const item of items) if (found === null || of(item) > of(found)) found = item;
  return found;
};

/** Who had a loan, or led it, on a day; the last to get it when it changed hands. */
function hadOn(loan: OracleLoan, day: string, kind: OracleHolding['kind']): string | null {
  const then = loan.holdings.filter(
    (held) =>
      held.kind === kind &&
      indianDay(held.from) <= day &&
      (held.until === null || indianDay(held.until) >= day),
  );
  return newest(then, ({ from }) => from)?.personId ?? null;
}

/** Who had a loan on a day: the collector, else the field agent. */
const holderOn = (loan: OracleLoan, day: string) =>
  hadOn(loan, day, 'COLLECTOR') ?? hadOn(loan, day, 'FIELD');

function credited(loan: OracleLoan, payment: OraclePayment): Omit<OraclePart, 'amount'> {
  if (payment.namedId !== null) return { personId: payment.namedId, reason: 'FILE' };
  if (payment.receipt !== null) return { personId: payment.receipt.agentId, reason: 'RECEIPT' };
  const holder = holderOn(loan, payment.paidOn);
  return { personId: holder, reason: holder === null ? 'NOBODY' : 'HOLDER' };
}

function found(loan: OracleLoan, { paidOn }: OraclePayment, part: AttributionPart): string | null {
  const since = daysBefore(paidOn, part.withinDays);
  if (part.basis === 'HOLDER') return holderOn(loan, paidOn);
  if (part.basis === 'LAST_CONTACT') {
    const within = loan.contacts.filter(
      ({ at }) => indianDay(at) <= paidOn && indianDay(at) >= since,
    );
    return newest(within, ({ at }) => at)?.personId ?? null;
  }
  if (part.basis === 'PROMISE') {
    const standing = loan.contacts.filter(
      ({ at, promisedFor }) =>
        promisedFor !== null &&
        indianDay(at) <= paidOn &&
        daysBefore(promisedFor, -loan.graceDays) >= since,
    );
    return newest(standing, ({ at }) => at)?.personId ?? null;
  }
  const offered = loan.settlements.filter(
    ({ offeredOn, hasLetter }) => hasLetter && offeredOn <= paidOn,
  );
  return newest(offered, ({ offeredOn }) => offeredOn)?.proposedBy ?? null;
}

/** Whose the rupees of a payment are, share by share; shares of nothing are left out. */
export function oracleShares(
  rules: readonly OracleRule[],
  loan: OracleLoan,
  payment: OraclePayment,
): OraclePart[] {
  const held = rules.filter(({ validFrom }) => validFrom <= payment.paidOn);
  const rule = newest(held, ({ validFrom }) => validFrom);
  const parts = rule?.parts ?? [{ basis: 'CREDITED', percent: 100, withinDays: 0 } as const];
  const credit = credited(loan, payment);
  const shares: OraclePart[] = [];
  let before = 0;
  for (const part of parts) {
    const upTo = before + part.percent;
    const amount =
      Math.floor((payment.amount * upTo) / 100) - Math.floor((payment.amount * before) / 100);
    before = upTo;
    const whose = part.basis === 'CREDITED' ? null : found(loan, payment, part);
    if (amount > 0)
      shares.push(
        part.basis === 'CREDITED' || whose === null
          ? { ...credit, amount }
          : { personId: whose, amount, reason: part.basis },
      );
  }
  return shares;
}

/**
 * Who leads a payment: whoever led the loan on its day, else the credited person's manager. A receipt that credits another
 * than the loan's holder brings its own manager.
 */
export function oracleManager(
  loan: OracleLoan,
  payment: OraclePayment,
  managerOf: (personId: string) => string | null,
): string | null {
  const { paidOn, namedId, receipt } = payment;
  const holder = holderOn(loan, paidOn);
  if (namedId === null && receipt !== null && receipt.agentId !== holder) return receipt.managerId;
  const first = namedId ?? holder;
  return hadOn(loan, paidOn, 'MANAGER') ?? (first === null ? null : managerOf(first));
}
