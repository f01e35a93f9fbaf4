import { inBusinessZone, today } from '../../lib/dates.ts';
import { monthText } from './incentive-words.ts';

/** Months to choose from, as the first days of them: this one and the eleven before it. */
export function incentiveMonths(): { value: string; label: string }[] {
  const first = inBusinessZone(today()).startOf('month');
  return Array.from({ length: 12 }, (_, place) => {
    const value = first.add(-place, 'month').format('YYYY-MM-DD');
    return { value, label: monthText(value) };
  });
}
