import type { Analytics } from '../../../contract/staff-dashboard.ts';
import { addDays, daysBetween, formatDay } from '../../lib/dates.ts';

/** Longest range that is drawn by day; a longer one is drawn by month. */
const MOST_DAYS = 62;

/** What was collected in a day or month of a range, whole rupees. */
export interface RangePart {
  label: string;
  amount: number;
}

/** A range's amounts collected by day, days without any included; by month where there are too many days to see. */
export function rangeParts({ from, to, days }: Pick<Analytics, 'from' | 'to' | 'days'>): {
  by: 'day' | 'month';
  parts: RangePart[];
} {
  const length = daysBetween(from, to) + 1;
  if (length > MOST_DAYS) return { by: 'month', parts: monthParts(days) };
  const collected = new Map(days.map((each) => [each.day, each.collected]));
  const parts = Array.from({ length }, (_, index) => {
    const day = addDays(from, index);
    return { label: formatDay(day).slice(0, 5), amount: collected.get(day) ?? 0 };
  });
  return { by: 'day', parts };
}

/** Only months in which something was done: a range may be of many years. */
function monthParts(days: Analytics['days']): RangePart[] {
  const months = new Map<string, number>();
  for (const { day, collected } of days) {
    const label = `${day.slice(5, 7)}-${day.slice(0, 4)}`;
    months.set(label, (months.get(label) ?? 0) + collected);
  }
  return [...months].map(([label, amount]) => ({ label, amount }));
}
