import { addDays, businessDay } from '../clock.ts';

/** Days of a report in the business time zone, both included (`YYYY-MM-DD`). */
export interface ReportRange {
  readonly from: string;
  readonly to: string;
}

/** The days a daily report spans: those asked for, else today to tomorrow (spec 9). */
export function reportRange(
  zone: string,
  asked: { gte?: string | undefined; lte?: string | undefined },
): ReportRange {
  const today = businessDay(zone);
  const earliest = asked.lte !== undefined && asked.lte < today ? asked.lte : today;
  const from = asked.gte ?? earliest;
  const tomorrow = addDays(today, 1);
  const to = asked.lte ?? (from > tomorrow ? from : tomorrow);
  return { from, to };
}

/** `DD-MM-YYYY` of a day, as files and screens show it (spec 9). */
export function shownDay(day: string): string {
  return `${day.slice(8)}-${day.slice(5, 7)}-${day.slice(0, 4)}`;
}
