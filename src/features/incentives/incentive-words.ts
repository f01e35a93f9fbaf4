import type { TFunction } from 'i18next';
import type { IncentiveTerms } from '../../../contract/incentive.ts';
import type { Role } from '../../../contract/roles.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';

type Part = IncentiveTerms['parts'][number];
type Slab = Pick<Part['slabs'][number], 'percent' | 'fixedAmount'>;

/** What a slab pays: "1.5 %", "₹15,000". */
export const shareText = ({ percent, fixedAmount }: Slab): string =>
  percent === null ? formatRupees(fixedAmount) : formatPercent(percent);

/** Where a slab begins: "₹1,00,000", "80 %". */
export const fromText = (measure: IncentiveTerms['measure'], from: number): string =>
  measure === 'AMOUNT' ? formatRupees(from) : formatPercent(from);

/** The part of the book that slabs are for: "B1 · Bike". */
export const partText = (t: TFunction, { bucket, product }: Pick<Part, 'bucket' | 'product'>) =>
  [bucket, product].filter((each) => each !== null).join(' · ') || t('incentives.anyPart');

/** What is verified for these is what their people's payments come to, not their own (docs/money.md). */
export const hasTeam = (role: Role): boolean => role === 'MANAGER' || role === 'PARTNER';

/** What a structure asks for, in a few words each. */
export function conditionWords(t: TFunction, terms: IncentiveTerms): string[] {
  const { cap, minAchievement, teamPercent, clawbackDays } = terms;
  return [
    cap !== null && t('incentives.condition.cap', { amount: formatRupees(cap) }),
    minAchievement !== null &&
      t('incentives.condition.minAchievement', { percent: minAchievement }),
    terms.needsNoBreach && t('incentives.condition.needsNoBreach'),
    terms.needsCashDeposited && t('incentives.condition.needsCashDeposited'),
    teamPercent !== null && t('incentives.condition.team', { percent: teamPercent }),
    t('incentives.condition.clawback', { count: clawbackDays }),
  ].filter((words) => words !== false);
}
