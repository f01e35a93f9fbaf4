import { presetDays, REPORT_PRESETS } from '../../../contract/report-days.ts';
import type { ReportDays, ReportPreset } from '../../../contract/report-days.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import { addDays, currentMonth, today } from '../../lib/dates.ts';

/** The preset that days are, if they are one. */
export const presetOf = (days: ReportDays, now: string = today()): ReportPreset | null =>
  REPORT_PRESETS.find((preset) => {
    const { gte, lte } = presetDays(preset, now);
    return gte === days.gte && lte === days.lte;
  }) ?? null;

const NOW: ReadonlySet<ReportName> = new Set(['workable', 'lastInteraction']);
const DAILY: ReadonlySet<ReportName> = new Set([
  'callStatus',
  'fieldStatus',
  'dailyCalls',
  'dailyVisits',
]);

const MONTHLY: ReadonlySet<ReportName> = new Set(['rollRate']);

/** Whether a report tells things as they stand now. */
export const isOfNow = (name: ReportName): boolean => NOW.has(name);

/** A report's days, of one that tells of whole months the months in which they lie: those of the address in their order, else its own: today to tomorrow, or the month (spec 9). */
export function reportDays(
  name: ReportName,
  values: { gte: string | null; lte: string | null },
  now: string = today(),
): ReportDays {
  const { from, to } = DAILY.has(name) ? { from: now, to: addDays(now, 1) } : currentMonth(now);
  const gte = values.gte ?? (values.lte !== null && values.lte < from ? values.lte : from);
  const lte = values.lte ?? (gte > to ? gte : to);
  const days = gte <= lte ? { gte, lte } : { gte: lte, lte: gte };
  return MONTHLY.has(name)
    ? { gte: currentMonth(days.gte).from, lte: currentMonth(days.lte).to }
    : days;
}
