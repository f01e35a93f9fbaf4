import type { FeeTerms } from '../../contract/fee-agreement.ts';

/*
 * What invoices must say, worked out from docs/money.md alone, in whole numbers of any size. Nothing of the server's is used.
 */

/** A payment as it was told, with its loan as it was then. */
export interface OraclePayment {
  readonly id: string;
  readonly loanId: string;
  readonly amount: number;
  readonly paidOn: string;
  readonly mode: string | null;
  readonly loanThen: { product: string | null; bucket: string | null; dpd: number | null };
  isReversed: boolean;
  /** Whose it is: shares that come to the amount. */
  readonly shares: readonly { readonly personId: string; readonly amount: number }[];
}

/** A visit; gone once it was taken back. */
export interface OracleVisit {
  readonly id: string;
  readonly loanId: string;
  readonly day: string;
  /** When on its day. */
  readonly time: string;
  readonly agentId: string;
}

/** A settlement as it is now. */
export interface OracleSettlement {
  readonly id: string;
  readonly loanId: string;
  readonly offeredOn: string;
  readonly hasLetter: boolean;
  readonly proposerId: string;
  state: 'ACTIVE' | 'FULFILLED' | 'BROKEN' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED';
  fulfilledOn: string | null;
}

/** A line that was sent, with the id that it was given. */
export interface OracleBilled extends OracleLine {
  readonly id: string;
  isDisputeAccepted: boolean;
}

/** A version of an agreement. */
export interface OracleAgreement {
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly terms: FeeTerms;
}

/** A line of an invoice, paise. */
export interface OracleLine {
  readonly source: string;
  readonly kind: string;
  readonly onDate: string;
  readonly fee: bigint;
  readonly gst: bigint;
  readonly tds: bigint;
}

/** All that a lender's invoices follow from. */
export interface OracleBooks {
  /** Whether the lender is of the agency's state: the tax is two halves then, each rounded for itself. */
  readonly isOfState: boolean;
  readonly agreements: OracleAgreement[];
  readonly payments: OraclePayment[];
  readonly visits: OracleVisit[];
  readonly settlements: OracleSettlement[];
  /** Lines that were sent, by what they are for. */
  readonly billed: Map<string, OracleBilled>;
  readonly sentMonths: Set<string>;
}

const hundredths = (percent: number) => BigInt(Math.round(percent * 100));
const halfUp = (paise: bigint, percent: number) => (paise * hundredths(percent) + 5000n) / 10_000n;
/** GST: within a state the centre's half and the state's, each half up. */
const gstOf = ({ isOfState }: OracleBooks, fee: bigint, percent: number) =>
  isOfState ? 2n * ((fee * hundredths(percent) + 10_000n) / 20_000n) : halfUp(fee, percent);
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const same = (wanted: string | null, told: string | null) =>
  wanted === null || wanted.toLowerCase() === told?.toLowerCase();

/** Months as numbers, so that they can be counted between. */
const countOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

function lastDayOf(month: string): string {
  const next = new Date(`${month}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  next.setUTCDate(0);
  return next.toISOString().slice(0, 10);
}

/** The newest version that has begun; none once it ended. */
function agreementOn(books: OracleBooks, day: string): OracleAgreement | undefined {
  const begun = books.agreements
    .filter(({ validFrom }) => validFrom <= day)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
  const [newest] = begun;
  return newest === undefined || (newest.validTo !== null && newest.validTo < day)
    ? undefined
    : newest;
}

/** Whether a payment is one of a settlement that was offered by its day, had its letter and did not fall. */
const isSettling = ({ settlements }: OracleBooks, { loanId, paidOn }: OraclePayment): boolean =>
  settlements.some(
    (each) =>
      each.loanId === loanId &&
      each.hasLetter &&
      each.offeredOn <= paidOn &&
      !['REJECTED', 'WITHDRAWN', 'EXPIRED', 'BROKEN'].includes(each.state),
  );

/** Which rate of its agreement a payment has: the first that fits. */
function rateAt(books: OracleBooks, terms: FeeTerms, payment: OraclePayment): number {
  const { mode, loanThen } = payment;
  return terms.rates.findIndex((rate) => {
    const { dpd } = loanThen;
    const isOfAge =
      (rate.ageFrom === null || (dpd !== null && dpd >= rate.ageFrom)) &&
      (rate.ageTo === null || (dpd !== null && dpd <= rate.ageTo));
    return (
      isOfAge &&
      same(rate.product, loanThen.product) &&
      same(rate.bucket, loanThen.bucket) &&
      (same(rate.mode, mode) ||
        (rate.mode?.toUpperCase() === 'SETTLEMENT' && isSettling(books, payment)))
    );
  });
}

const lineOf = (
  books: OracleBooks,
  [kind, ...of]: readonly [string, ...string[]],
  onDate: string,
  fee: bigint,
  terms: FeeTerms,
): OracleLine => ({
  source: [kind, ...of].join(':'),
  kind: kind.toUpperCase(),
  onDate,
  fee,
  gst: gstOf(books, fee, terms.gstPercent),
  tds: halfUp(fee, terms.tdsPercent),
});

/** What standing payments of a month, agreement and rate come to. */
export function broughtBy(
  books: OracleBooks,
  month: string,
  agreement: OracleAgreement,
  at: number,
): number {
  return books.payments
    .filter(
      (payment) =>
        !payment.isReversed &&
        monthOf(payment.paidOn) === month &&
        agreementOn(books, payment.paidOn) === agreement &&
        rateAt(books, agreement.terms, payment) === at,
    )
    .reduce((sum, { amount }) => sum + amount, 0);
}

function paymentLine(books: OracleBooks, payment: OraclePayment): OracleLine[] {
  const agreement = agreementOn(books, payment.paidOn);
  if (agreement === undefined || payment.isReversed) return [];
  const at = rateAt(books, agreement.terms, payment);
  const rate = agreement.terms.rates[at];
  if (rate === undefined) return [];
  const brought = broughtBy(books, monthOf(payment.paidOn), agreement, at);
  const reached = rate.slabs
    .filter(({ fromAmount }) => fromAmount <= brought)
    .toSorted((a, b) => b.fromAmount - a.fromAmount);
  const fee = halfUp(BigInt(payment.amount) * 100n, reached[0]?.percent ?? 0);
  return [lineOf(books, ['payment', payment.id], payment.paidOn, fee, agreement.terms)];
}

/** Billed, fallen and credited, but not given up in a dispute: it is billed once more when it stands again. */
function anew(books: OracleBooks, source: string): string {
  const fallen = [...books.billed.values()].filter(
    (line) =>
      (line.source === source || line.source.startsWith(`${source}:`)) &&
      !line.isDisputeAccepted &&
      books.billed.has(`credit:${line.id}`),
  );
  return fallen.length === 0 ? source : `${source}:${fallen.length}`;
}

function visitLine(books: OracleBooks, { loanId, day }: OracleVisit): OracleLine[] {
  const terms = agreementOn(books, day)?.terms;
  if (terms === undefined || terms.visitFee === 0) return [];
  const source = anew(books, `visit:${loanId}:${day}`).split(':');
  return [lineOf(books, ['visit', ...source.slice(1)], day, BigInt(terms.visitFee) * 100n, terms)];
}

function settlementLine(books: OracleBooks, settlement: OracleSettlement): OracleLine[] {
  const { id, state, fulfilledOn: day } = settlement;
  if (state !== 'FULFILLED' || day === null) return [];
  const terms = agreementOn(books, day)?.terms;
  if (terms === undefined || terms.settlementFee === 0) return [];
  const source = anew(books, `settlement:${id}:${day}`).split(':');
  return [
    lineOf(
      books,
      ['settlement', ...source.slice(1)],
      day,
      BigInt(terms.settlementFee) * 100n,
      terms,
    ),
  ];
}

/** Whether what a line is for still stands. */
function stands({ payments, visits, settlements }: OracleBooks, { source }: OracleLine): boolean {
  const [kind, id, day] = source.split(':');
  if (kind === 'payment') return payments.some((each) => each.id === id && !each.isReversed);
  if (kind === 'visit') return visits.some((each) => each.loanId === id && each.day === day);
  if (kind === 'settlement')
    return settlements.some(
      (each) => each.id === id && each.state === 'FULFILLED' && each.fulfilledOn === day,
    );
  return true;
}

function credits(books: OracleBooks): OracleLine[] {
  return [...books.billed.values()]
    .filter(({ kind, id }) => kind !== 'CREDIT' && !books.billed.has(`credit:${id}`))
    .filter((line) => line.isDisputeAccepted || !stands(books, line))
    .map(({ id, onDate, fee, gst, tds }) => ({
      source: `credit:${id}`,
      kind: 'CREDIT',
      onDate,
      fee: -fee,
      gst: -gst,
      tds: -tds,
    }));
}

/** Lines of payments, visits and settlements of some days, each once. */
function happened(books: OracleBooks, isAsked: (day: string) => boolean): OracleLine[] {
  const found = [
    ...books.payments.flatMap((payment) => paymentLine(books, payment)),
    ...books.visits.flatMap((visit) => visitLine(books, visit)),
    ...books.settlements.flatMap((settlement) => settlementLine(books, settlement)),
  ].filter(({ onDate }) => isAsked(onDate));
  return [...new Map(found.map((line) => [line.source, line])).values()];
}

/** The lines of a month's invoice if it were sent now. */
export function invoiceLines(books: OracleBooks, month: string): OracleLine[] {
  const isAsked = (day: string) => {
    const of = monthOf(day);
    const ago = countOf(month) - countOf(of);
    return of === month || (ago > 0 && ago <= 12 && books.sentMonths.has(of));
  };
  const unique = happened(books, isAsked).filter(({ source }) => !books.billed.has(source));
  const lastDay = lastDayOf(month);
  const terms = agreementOn(books, lastDay)?.terms;
  const missing =
    BigInt(terms?.minimumFee ?? 0) * 100n - unique.reduce((sum, { fee }) => sum + fee, 0n);
  return [
    ...unique,
    ...credits(books),
    ...(terms !== undefined && missing > 0n
      ? [lineOf(books, ['minimum', month], lastDay, missing, terms)]
      : []),
  ];
}

/** A fee divided as its payment is: from the largest share down, then by person. */
function divided(fee: bigint, { amount, shares }: OraclePayment): [string, bigint][] {
  const order = shares.toSorted(
    (a, b) => b.amount - a.amount || (a.personId < b.personId ? -1 : 1),
  );
  let upto = 0n;
  return order.map((share) => {
    const before = (fee * upto) / BigInt(amount);
    upto += BigInt(share.amount);
    return [share.personId, (fee * upto) / BigInt(amount) - before];
  });
}

function earners(books: OracleBooks, { source, fee }: OracleLine): [string, bigint][] {
  const [kind, id, day] = source.split(':');
  if (kind === 'payment') {
    const payment = books.payments.find((each) => each.id === id);
    return payment === undefined ? [] : divided(fee, payment);
  }
  if (kind === 'settlement')
    return books.settlements
      .filter((each) => each.id === id)
      .map(({ proposerId }) => [proposerId, fee]);
  const [first] = books.visits
    .filter((each) => each.loanId === id && each.day === day)
    .toSorted((a, b) => (a.time < b.time ? -1 : 1));
  return first === undefined ? [] : [[first.agentId, fee]];
}

/** What people earned the agency in a month, paise: billed fees as they were billed, without what was taken back. */
export function employeeFees(books: OracleBooks, month: string): Map<string, bigint> {
  const isOfMonth = (day: string) => monthOf(day) === month;
  const billed = [...books.billed.values()].filter(
    (line) =>
      ['PAYMENT', 'VISIT', 'SETTLEMENT'].includes(line.kind) &&
      isOfMonth(line.onDate) &&
      stands(books, line) &&
      !line.isDisputeAccepted &&
      !books.billed.has(`credit:${line.id}`),
  );
  const open = happened(books, isOfMonth).filter(({ source }) => !books.billed.has(source));
  const sums = new Map<string, bigint>();
  for (const line of [...billed, ...open])
    for (const [person, fee] of earners(books, line))
      sums.set(person, (sums.get(person) ?? 0n) + fee);
  return sums;
}
