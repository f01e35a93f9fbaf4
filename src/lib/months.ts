import { inBusinessZone, today } from './dates.ts';

/** So many months to choose from, the newest first, as the first days of them; `ahead` of them are still to come. */
export function monthChoices(count: number, ahead = 0): { value: string; label: string }[] {
  const first = inBusinessZone(today()).startOf('month');
  return Array.from({ length: count }, (_, place) => {
    const month = first.add(ahead - place, 'month');
    return { value: month.format('YYYY-MM-DD'), label: month.format('MM-YYYY') };
  });
}

/** A month as people read it: MM-YYYY. */
export const formatMonth = (month: string): string => inBusinessZone(month).format('MM-YYYY');

/** The first day of this month. */
export const thisMonth = (): string => `${today().slice(0, 8)}01`;
