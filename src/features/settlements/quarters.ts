import type { FilterAccess } from '../../components/use-url-filters.ts';
import { formatMonth } from '../../lib/months.ts';
import { addDays, today } from '../../lib/dates.ts';

/** So many quarters are offered, the running one first. */
const OFFERED = 8;

interface Quarter {
  readonly from: string;
  readonly to: string;
}

/** The first day of the quarter `back` quarters before that of a day. */
function firstDay(day: string, back: number): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3;
  return new Date(Date.UTC(Number(day.slice(0, 4)), month - back * 3, 1))
    .toISOString()
    .slice(0, 10);
}

/** The quarter of a day and those before it, the newest first. */
const quartersUntil = (day: string): Quarter[] =>
  Array.from({ length: OFFERED }, (_, back) => ({
    from: firstDay(day, back),
    to: addDays(firstDay(day, back - 1), -1),
  }));

/** The quarters that a report can be asked of, by their months. */
export const quarterChoices = (): { value: string; label: string }[] =>
  quartersUntil(today()).map(({ from, to }) => ({
    value: from,
    label: `${formatMonth(from)} – ${formatMonth(to)}`,
  }));

/** Filters of days as quarters, too: `quarter` is the one that the days are, and choosing one sets its days. */
export function withQuarters<Filters extends FilterAccess>(
  filters: Filters,
  { gte, lte }: { gte: string | null; lte: string | null },
): Filters {
  const quarters = quartersUntil(today());
  return {
    ...filters,
    read: (key: string) =>
      key === 'quarter'
        ? (quarters.find(({ from, to }) => from === gte && to === lte)?.from ?? '')
        : filters.read(key),
    change: (patch: Parameters<FilterAccess['change']>[0]) => {
      if (!('quarter' in patch)) return filters.change(patch);
      const chosen = quarters.find(({ from }) => from === patch['quarter']);
      filters.change({ gte: chosen?.from ?? null, lte: chosen?.to ?? null });
    },
  };
}
