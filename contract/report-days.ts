import { dayAfter, weekdayOf } from './zone-time.ts';

/** Ranges of reports that are told by a word. */
export const REPORT_PRESETS = [
  'todayTomorrow',
  'today',
  'yesterday',
  'week',
  'month',
  'lastMonth',
  'quarter',
] as const;

/** A range that is told by a word. */
export type ReportPreset = (typeof REPORT_PRESETS)[number];

/** Days, both included, `YYYY-MM-DD`. */
export interface ReportDays {
  readonly gte: string;
  readonly lte: string;
}

/** The month of a day, and so many months before or after it. */
function monthOf(day: string, months = 0): ReportDays {
  const at = (more: number) =>
    new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + more, 1))
      .toISOString()
      .slice(0, 10);
  return { gte: at(months), lte: dayAfter(at(months + 1), -1) };
}

/** The days of a preset, seen from a day. Weeks begin on Monday, quarters are the calendar's. */
export function presetDays(preset: ReportPreset, today: string): ReportDays {
  switch (preset) {
    // What daily reports show at first (spec 9).
    case 'todayTomorrow':
      return { gte: today, lte: dayAfter(today, 1) };
    case 'today':
      return { gte: today, lte: today };
    case 'yesterday':
      return { gte: dayAfter(today, -1), lte: dayAfter(today, -1) };
    case 'week': {
      const monday = dayAfter(today, -((weekdayOf(today) + 6) % 7));
      return { gte: monday, lte: dayAfter(monday, 6) };
    }
    case 'month':
      return monthOf(today);
    case 'lastMonth':
      return monthOf(today, -1);
    case 'quarter': {
      const behind = (Number(today.slice(5, 7)) - 1) % 3;
      return { gte: monthOf(today, -behind).gte, lte: monthOf(today, 2 - behind).lte };
    }
  }
}
