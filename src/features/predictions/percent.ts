import { formatPercent } from '../../lib/percent.ts';

/** A share from 0 to 1 as whole percent; small ones with a digit after the point. */
export function percent(share: number): string {
  const value = share * 100;
  return formatPercent(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
}
