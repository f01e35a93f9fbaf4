import { fieldProblem } from './errors.ts';
import type { FieldProblem } from './errors.ts';

/** Names under which calls are asked for a range of days or months: the first and the last of it. */
const RANGES = [
  ['gte', 'lte'],
  ['from', 'to'],
  ['startDate', 'endDate'],
  ['ptpStartDate', 'ptpEndDate'],
  ['callbackStartDate', 'callbackEndDate'],
  ['startMonth', 'endMonth'],
] as const;

const isDayOrMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d(-\d\d)?$/.test(value);

/** The last days of a parsed query or body that lie before their first days. */
export function rangeProblems(parsed: unknown): FieldProblem[] {
  if (typeof parsed !== 'object' || parsed === null) return [];
  const asked = parsed as Readonly<Record<string, unknown>>;
  return RANGES.filter(([first, last]) => {
    const [from, to] = [asked[first], asked[last]];
    return isDayOrMonth(from) && isDayOrMonth(to) && to < from;
  }).map(([, last]) => fieldProblem(last, 'day-order'));
}
