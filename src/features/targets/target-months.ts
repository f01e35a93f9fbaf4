import { inBusinessZone, today } from '../../lib/dates.ts';

/** Months to choose from, as the first days of them: the next one, this one, and those before it. */
export function targetMonths(): { value: string; label: string }[] {
  const first = inBusinessZone(today()).startOf('month');
  return Array.from({ length: 8 }, (_, place) => {
    const month = first.add(1 - place, 'month');
    return { value: month.format('YYYY-MM-DD'), label: month.format('MM-YYYY') };
  });
}

/** The first day of this month. */
export const thisMonth = (): string => `${today().slice(0, 8)}01`;
