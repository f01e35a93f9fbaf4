import { monthsAfter } from '../../contract/pace.ts';
import { formatDay, today } from './dates.ts';

/** So many months to choose from, the newest first, as the first days of them; `ahead` of them are still to come. */
export function monthChoices(count: number, ahead = 0): { value: string; label: string }[] {
  const first = thisMonth();
  return Array.from({ length: count }, (_, place) => {
    const value = monthsAfter(first, ahead - place);
    return { value, label: formatMonth(value) };
  });
}

/** A month as people read it: MM-YYYY. */
export const formatMonth = (month: string): string => formatDay(month).slice(3);

/** The first day of this month. */
export const thisMonth = (): string => `${today().slice(0, 8)}01`;
