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
  readonly fee: bigint;
  readonly gst: bigint;
  readonly tds: bigint;
}

/** All that a lender's invoices follow from. */
export interface OracleBooks {
  readonly agreements: OracleAgreement[];
  readonly payments: OraclePayment[];
  readonly visits: { readonly loanId: string; readonly day: string }[];
  /** Lines that were sent, by what they are for, with the id that each was given. */
  readonly billed: Map<string, OracleLine & { readonly id: string }>;
  readonly sentMonths: Set<string>;
}

const hundredths = (percent: number) => BigInt(Math.round(percent * 100));
const halfUp = (paise: bigint, percent: number) => (paise * hundredths(percent) + 5000n) / 10_000n;
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

/** Which rate of its agreement a payment has: the first that fits. */
function rateAt(terms: FeeTerms, { mode, loanThen }: OraclePayment): number {
  return terms.rates.findIndex((rate) => {
    const { dpd } = loanThen;
    const isOfAge =
      (rate.ageFrom === null || (dpd !== null && dpd >= rate.ageFrom)) &&
      (rate.ageTo === null || (dpd !== null && dpd <= rate.ageTo));
    return (
      isOfAge &&
      same(rate.product, loanThen.product) &&
      same(rate.bucket, loanThen.bucket) &&
      same(rate.mode, mode)
    );
  });
}

const lineOf = (source: string, kind: string, fee: bigint, terms: FeeTerms): OracleLine => ({
  source,
  kind,
  fee,
  gst: halfUp(fee, terms.gstPercent),
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
        rateAt(agreement.terms, payment) === at,
    )
    .reduce((sum, { amount }) => sum + amount, 0);
}

function paymentLine(books: OracleBooks, payment: OraclePayment): OracleLine[] {
  const agreement = agreementOn(books, payment.paidOn);
  if (agreement === undefined || payment.isReversed) return [];
  const at = rateAt(agreement.terms, payment);
  const rate = agreement.terms.rates[at];
  if (rate === undefined) return [];
  const brought = broughtBy(books, monthOf(payment.paidOn), agreement, at);
  const reached = rate.slabs
    .filter(({ fromAmount }) => fromAmount <= brought)
    .toSorted((a, b) => b.fromAmount - a.fromAmount);
  const fee = halfUp(BigInt(payment.amount) * 100n, reached[0]?.percent ?? 0);
  return [lineOf(`payment:${payment.id}`, 'PAYMENT', fee, agreement.terms)];
}

function visitLine(books: OracleBooks, { loanId, day }: OracleBooks['visits'][number]) {
  const terms = agreementOn(books, day)?.terms;
  if (terms === undefined || terms.visitFee === 0) return [];
  return [lineOf(`visit:${loanId}:${day}`, 'VISIT', BigInt(terms.visitFee) * 100n, terms)];
}

function credits({ billed, payments }: OracleBooks): OracleLine[] {
  const reversed = new Set(
    payments.filter(({ isReversed }) => isReversed).map(({ id }) => `payment:${id}`),
  );
  return [...billed.values()]
    .filter(({ source, id }) => reversed.has(source) && !billed.has(`credit:${id}`))
    .map(({ id, fee, gst, tds }) => ({
      source: `credit:${id}`,
      kind: 'CREDIT',
      fee: -fee,
      gst: -gst,
      tds: -tds,
    }));
}

/** The lines of a month's invoice if it were sent now. */
export function invoiceLines(books: OracleBooks, month: string): OracleLine[] {
  const isAsked = (day: string) => {
    const of = monthOf(day);
    const ago = countOf(month) - countOf(of);
    return of === month || (ago > 0 && ago <= 12 && books.sentMonths.has(of));
  };
  const found = [
    ...books.payments
      .filter(({ paidOn }) => isAsked(paidOn))
      .flatMap((payment) => paymentLine(books, payment)),
    ...books.visits.filter(({ day }) => isAsked(day)).flatMap((visit) => visitLine(books, visit)),
  ].filter(({ source }) => !books.billed.has(source));
  const unique = [...new Map(found.map((line) => [line.source, line])).values()];
  const terms = agreementOn(books, lastDayOf(month))?.terms;
  const missing =
    BigInt(terms?.minimumFee ?? 0) * 100n - unique.reduce((sum, { fee }) => sum + fee, 0n);
  return [
    ...unique,
    ...credits(books),
    ...(terms !== undefined && missing > 0n
      ? [lineOf(`minimum:${month}`, 'MINIMUM', missing, terms)]
      : []),
  ];
}
