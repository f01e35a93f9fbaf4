import type { TFunction } from 'i18next';
import { INCENTIVE_ROLES } from '../../../contract/client-contract.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';

interface Slab {
  readonly fromAmount: number | null;
  readonly percent: number | null;
  readonly fixedAmount: number | null;
}

/** What a step of an incentive pays: "1.5 %" or "₹500". */
export function rewardWords({ percent, fixedAmount }: Slab): string {
  return percent === null ? formatRupees(fixedAmount) : formatPercent(percent);
}

/** A step of an incentive in words: "from ₹1,00,000: 1.5 %". */
export function slabWords(t: TFunction, slab: Slab): string {
  return t('clients.slab', { from: formatRupees(slab.fromAmount), reward: rewardWords(slab) });
}

/** A success fee in words: "7.5 %, at least ₹10,000 a month". */
export function feeWords(
  t: TFunction,
  { feePercent, minimumFee }: { feePercent: number | null; minimumFee: number | null },
): string {
  const percent = formatPercent(feePercent ?? 0);
  return minimumFee === null
    ? percent
    : t('clients.feeWithLeast', { percent, least: formatRupees(minimumFee) });
}

/** The name of a role type as people read it. */
export function roleWords(t: TFunction, roleType: string | null): string {
  const role = INCENTIVE_ROLES.find((each) => each === roleType);
  return role === undefined ? '–' : t(`roles.${role}`);
}
