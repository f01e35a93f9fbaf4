import { fieldProblem } from './errors.ts';
import type { FieldProblem } from './errors.ts';

/** Names under which calls are asked for a range of days or months: the first and the last of it. */
export const RANGES = [
  ['gte', 'lte'],
  ['from', 'to'],
  ['startDate', 'endDate'],
  ['ptpStartDate', 'ptpEndDate'],
  ['callbackStartDate', 'callbackEndDate'],
  ['startMonth', 'endMonth'],
] as const;

const isDayOrMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d(-\d\d)?$/.test(value);

function backwardDays(asked: Readonly<Record<string, unknown>>, above: string): FieldProblem[] {
  return RANGES.filter(([first, last]) => {
    const [from, to] = [asked[first], asked[last]];
    return isDayOrMonth(from) && isDayOrMonth(to) && to < from;
  }).map(([, last]) => fieldProblem(above + last, 'day-order'));
}

/** Of numbers the least is named minX, the greatest maxX. */
function backwardNumbers(asked: Readonly<Record<string, unknown>>, above: string): FieldProblem[] {
  return Object.entries(asked).flatMap(([name, least]) => {
    const last = name.replace(/^min(?=[A-Z])/, 'max');
    const most = asked[last];
    if (typeof least !== 'number' || typeof most !== 'number' || most >= least) return [];
    return [fieldProblem(above + last, 'too-small', { least })];
  });
}

/** The last days and greatest numbers of a parsed query or body, and of the fields in it, that lie before their first. */
export function rangeProblems(parsed: unknown, above = ''): FieldProblem[] {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return [];
  const asked = parsed as Readonly<Record<string, unknown>>;
  return [
    ...backwardDays(asked, above),
    ...backwardNumbers(asked, above),
    ...Object.entries(asked).flatMap(([name, inner]) => rangeProblems(inner, `${above}${name}.`)),
  ];
}
