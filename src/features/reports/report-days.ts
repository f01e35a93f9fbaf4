import type { ReportName } from '../../../contract/report-names.ts';
import { addDays, currentMonth, daysBetween, today } from '../../lib/dates.ts';

/** Days, both included, `YYYY-MM-DD`. */
export interface Days {
  readonly gte: string;
  readonly lte: string;
}

/** Ranges that are one click away. */
export const PRESETS = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'quarter'] as const;

/** A range that is one click away. */
export type Preset = (typeof PRESETS)[number];

/** The days of a preset. Weeks begin on Monday, quarters are the calendar's. */
export function presetDays(preset: Preset, now: string = today()): Days {
  const { from, to } = currentMonth(now);
  switch (preset) {
    case 'today':
      return { gte: now, lte: now };
    case 'yesterday':
      return { gte: addDays(now, -1), lte: addDays(now, -1) };
    case 'week': {
      // 5 January 1970 was a Monday.
      const monday = addDays(now, -(((daysBetween('1970-01-05', now) % 7) + 7) % 7));
      return { gte: monday, lte: addDays(monday, 6) };
    }
    case 'month':
      return { gte: from, lte: to };
    case 'lastMonth': {
      const last = currentMonth(addDays(from, -1));
      return { gte: last.from, lte: last.to };
    }
    case 'quarter': {
      const month = Number(now.slice(5, 7));
      const first = month - ((month - 1) % 3);
      const gte = `${now.slice(0, 5)}${String(first).padStart(2, '0')}-01`;
      return { gte, lte: currentMonth(addDays(gte, 70)).to };
    }
  }
}

/** The preset that days are, if they are one. */
export const presetOf = (days: Days, now: string = today()): Preset | null =>
  PRESETS.find((preset) => {
    const { gte, lte } = presetDays(preset, now);
    return gte === days.gte && lte === days.lte;
  }) ?? null;

const NOW: ReadonlySet<ReportName> = new Set(['workable', 'lastInteraction']);
const DAILY: ReadonlySet<ReportName> = new Set(['callStatus', 'fieldStatus']);

/** Whether a report tells things as they stand now. */
export const isOfNow = (name: ReportName): boolean => NOW.has(name);

/** A report's days: those of the address in their order, else its own: today to tomorrow, or the month (spec 9). */
export function reportDays(
  name: ReportName,
  values: { gte: string | null; lte: string | null },
  now: string = today(),
): Days {
  const { from, to } = DAILY.has(name) ? { from: now, to: addDays(now, 1) } : currentMonth(now);
  const gte = values.gte ?? (values.lte !== null && values.lte < from ? values.lte : from);
  const lte = values.lte ?? (gte > to ? gte : to);
  return gte <= lte ? { gte, lte } : { gte: lte, lte: gte };
}
