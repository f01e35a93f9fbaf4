import type { TFunction } from 'i18next';
import { SETTLEMENT_MODE } from '../../../contract/fee-agreement.ts';
import type { FeeTerms } from '../../../contract/fee-agreement.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';

type Rate = FeeTerms['rates'][number];

/** The payments that a rate fits, in words. */
function whatOf(t: TFunction, { product, bucket, mode, ageFrom, ageTo }: Rate): string {
  const age =
    ageFrom === null && ageTo === null
      ? null
      : t('revenue.ageWords', { from: ageFrom ?? 0, to: ageTo ?? '…' });
  const how = mode?.toUpperCase() === SETTLEMENT_MODE ? t('revenue.settledMode') : mode;
  const band = bucket === null ? null : t('revenue.bucketWords', { bucket });
  const parts = [product, band, how, age].filter((part) => part !== null);
  return parts.length === 0 ? t('revenue.everything') : parts.join(', ');
}

function rateWords(t: TFunction, rate: Rate): string {
  const [only, ...more] = rate.slabs;
  const what = whatOf(t, rate);
  if (only !== undefined && more.length === 0 && only.fromAmount === 0)
    return t('revenue.ratesWords', { percent: String(only.percent), what });
  const slabs = rate.slabs.map(({ percent, fromAmount }) =>
    t('revenue.slabWords', { percent: String(percent), amount: formatRupees(fromAmount) }),
  );
  return `${what}: ${slabs.join(', ')}`;
}

/** What a lender pays, a line for each rate and fee. */
export function termLines(t: TFunction, terms: FeeTerms): string[] {
  const { rates, minimumFee, visitFee, settlementFee, gstPercent, tdsPercent } = terms;
  return [
    ...rates.map((rate) => rateWords(t, rate)),
    ...(visitFee > 0 ? [t('revenue.visitWords', { amount: formatRupees(visitFee) })] : []),
    ...(settlementFee > 0
      ? [t('revenue.settlementWords', { amount: formatRupees(settlementFee) })]
      : []),
    ...(minimumFee !== null
      ? [t('revenue.minimumWords', { amount: formatRupees(minimumFee) })]
      : []),
    `${t('revenue.gst')} ${formatPercent(gstPercent)}, ${t('revenue.tds')} ${formatPercent(tdsPercent)}`,
  ];
}
