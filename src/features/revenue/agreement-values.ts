import { feeAgreementInputSchema } from '../../../contract/fee-agreement.ts';
import { monthEnd } from '../../../contract/pace.ts';
import type { ClientAgreements, FeeTerms } from '../../../contract/fee-agreement.ts';
import { parseFields } from '../../../contract/errors.ts';
import { addDays, today } from '../../lib/dates.ts';

/** A slab as the form holds it. */
export const EMPTY_SLAB = { fromAmount: 0 as number | null, percent: null as number | null };

/** A rate as the form holds it: any payment, one slab. */
export const EMPTY_RATE = {
  product: '',
  bucket: '',
  mode: '',
  ageFrom: null as number | null,
  ageTo: null as number | null,
  slabs: [EMPTY_SLAB],
};

/** An agreement as the form holds it. */
export interface AgreementValues {
  validFrom: string | null;
  validTo: string | null;
  revision: number;
  terms: {
    rates: (typeof EMPTY_RATE)[];
    minimumFee: number | null;
    visitFee: number | null;
    settlementFee: number | null;
    gstPercent: number | null;
    tdsPercent: number | null;
  };
}

const termValues = (terms: FeeTerms): AgreementValues['terms'] => ({
  ...terms,
  rates: terms.rates.map((rate) => ({
    ...rate,
    product: rate.product ?? '',
    bucket: rate.bucket ?? '',
    mode: rate.mode ?? '',
    slabs: rate.slabs.map((slab) => ({ ...slab })),
  })),
});

/** How many payments a rate fits: the wider, the later it is looked at. */
const width = ({ product, bucket }: { product: string; bucket: string }) =>
  Number(product === '') + Number(bucket === '');

/** What the client's contract says: narrow rates before wide ones. */
function contractTerms({ contractFees }: ClientAgreements): AgreementValues['terms'] {
  const least = contractFees.reduce((sum, { minimumFee }) => sum + (minimumFee ?? 0), 0);
  const rates = contractFees.map(({ product, bucket, feePercent }) => ({
    ...EMPTY_RATE,
    product: product ?? '',
    bucket: bucket ?? '',
    slabs: [{ fromAmount: 0, percent: feePercent }],
  }));
  return {
    rates: rates.length === 0 ? [EMPTY_RATE] : rates.toSorted((a, b) => width(a) - width(b)),
    minimumFee: least === 0 ? null : least,
    visitFee: 0,
    settlementFee: 0,
    gstPercent: 18,
    tdsPercent: 2,
  };
}

/** What the form begins with: the newest agreement, else the contract's fees. */
export function agreementValues(client: ClientAgreements): AgreementValues {
  const [newest] = client.agreements;
  const first = `${today().slice(0, 8)}01`;
  const validFrom = client.openFrom !== null && client.openFrom > first ? client.openFrom : first;
  return {
    validFrom,
    validTo: null,
    revision: client.revision,
    terms: newest === undefined ? contractTerms(client) : termValues(newest.terms),
  };
}

/** Checks what was typed; a fee that is left empty is none. */
export const agreementRules = (values: AgreementValues) =>
  parseFields(feeAgreementInputSchema, {
    ...values,
    terms: {
      ...values.terms,
      visitFee: values.terms.visitFee ?? 0,
      settlementFee: values.terms.settlementFee ?? 0,
    },
  });

/** Days of a month, both included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/**
 * The days of a month on which no agreement (of them, the newest first) holds. The newest that began holds until its end.
 */
export function gapsInMonth(agreements: ClientAgreements['agreements'], month: string): DaySpan[] {
  const isHeld = (day: string): boolean => {
    const newest = agreements.find(({ validFrom }) => validFrom <= day);
    return newest !== undefined && (newest.validTo === null || newest.validTo >= day);
  };
  const gaps: DaySpan[] = [];
  for (let day = month; day <= monthEnd(month); day = addDays(day, 1)) {
    if (isHeld(day)) continue;
    const last = gaps.at(-1);
    if (last?.to === addDays(day, -1)) gaps[gaps.length - 1] = { from: last.from, to: day };
    else gaps.push({ from: day, to: day });
  }
  return gaps;
}
