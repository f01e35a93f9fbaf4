import { currentMonth } from '../../lib/dates.ts';

/** Days, both included, `YYYY-MM-DD`. */
export interface ReportDays {
  gte: string;
  lte: string;
}

/** The days a report shows: those of the address in their order, else the current month (spec 9). */
export function daysOf(
  values: { gte: string | null; lte: string | null },
  now?: string,
): ReportDays {
  const { from, to } = currentMonth(now);
  const gte = values.gte ?? (values.lte !== null && values.lte < from ? values.lte : from);
  const lte = values.lte ?? (gte > to ? gte : to);
  return gte <= lte ? { gte, lte } : { gte: lte, lte: gte };
}
