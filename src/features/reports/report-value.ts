import type { TFunction } from 'i18next';
import { LOAN_STATUSES } from '../../../contract/loan.ts';
import { REPORT_MEASURES, REPORT_RATIOS } from '../../../contract/report-columns.ts';
import { REPORT_DETAILS } from '../../../contract/report-details.ts';
import { ROLLS, STAGES } from '../../../contract/prediction.ts';
import {
  MONEY_STATES,
  NEXT_STEPS,
  NO_GROUP,
  REPORT_ENTRIES,
  isOfPeople,
} from '../../../contract/report-names.ts';
import type { ColumnKind, Measure, Ratio } from '../../../contract/report-columns.ts';
import type { ReportGroup, ReportName } from '../../../contract/report-names.ts';
import { dispositionWords, labelWords, outcomeWords } from '../../components/disposition-words.ts';
import { formatDay, formatDayTime } from '../../lib/dates.ts';
import { formatDuration, formatHours } from '../../lib/duration.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { formatRupeesShort } from '../../lib/short-rupees.ts';
import { formatMonth } from '../../lib/months.ts';

/** Whether values of a kind are figures, which stand at the right. */
export const isFigure = (kind: ColumnKind): boolean =>
  !['text', 'word', 'status', 'day', 'instant'].includes(kind);

/** A value of a report as people read it; a dash where there is none. */
function valueText(kind: ColumnKind, value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') {
    if (kind === 'day') return formatDay(value);
    return kind === 'instant' ? formatDayTime(value) : value;
  }
  switch (kind) {
    case 'money':
      return formatRupees(value);
    case 'percent':
      return formatPercent(value * 100, 1);
    case 'ratio':
      return value.toFixed(2);
    case 'seconds':
      return formatDuration(value);
    case 'count':
    case 'text':
    case 'word':
    case 'status':
    case 'day':
    case 'instant':
      return formatCount(value);
  }
}

/** A measure's sum in words. */
export const sumText = (measure: Measure, sum: number | null | undefined): string =>
  REPORT_MEASURES[measure].kind === 'seconds' && typeof sum === 'number'
    ? formatHours(sum)
    : valueText(REPORT_MEASURES[measure].kind, sum);

/** The same where there is little room: large amounts in lakh and crore. */
export const shortSum = (measure: Measure, sum: number | null | undefined): string =>
  REPORT_MEASURES[measure].kind === 'money' && typeof sum === 'number'
    ? formatRupeesShort(sum)
    : sumText(measure, sum);

/** A ratio of one line's sums, in words. */
export function ratioText(
  ratio: Ratio,
  measures: readonly Measure[],
  sums: readonly (number | null)[],
): string {
  const { of, by, kind } = REPORT_RATIOS[ratio];
  const part = sums[measures.indexOf(of)] ?? null;
  const whole = sums[measures.indexOf(by)] ?? null;
  return part === null || whole === null || whole === 0 ? '–' : valueText(kind, part / whole);
}

/** A fact of a row, in the reader's words. */
export function detailText(
  t: TFunction,
  detail: keyof typeof REPORT_DETAILS,
  value: string | number | null | undefined,
): string {
  if (detail === 'nextStep' && typeof value === 'string' && Object.hasOwn(NEXT_STEPS, value))
    return t(`reportWords.step.${value as keyof typeof NEXT_STEPS}`);
  if (typeof value === 'string') {
    if (detail === 'openingStage' || detail === 'closingStage') return stageText(t, value);
    if (detail === 'roll') return rollText(t, value);
    if (detail === 'outcome' || detail === 'lastOutcome') return labelWords(t, value);
    if (detail === 'status') return statusText(t, value);
    if (detail === 'entry' && Object.hasOwn(REPORT_ENTRIES, value))
      return t(`reportWords.entry.${value as keyof typeof REPORT_ENTRIES}`);
    if (detail === 'moneyState' && Object.hasOwn(MONEY_STATES, value))
      return t(`money.state.${value as keyof typeof MONEY_STATES}`);
  }
  return valueText(REPORT_DETAILS[detail].kind, value);
}

function stageText(t: TFunction, value: string): string {
  const stage = STAGES.find((each) => each === value);
  return stage === undefined ? value : t(`predictions.stages.${stage}`);
}

function statusText(t: TFunction, value: string): string {
  const status = LOAN_STATUSES.find((each) => each === value);
  return status === undefined ? value : t(`loanLife.${status}`);
}

function rollText(t: TFunction, value: string): string {
  const roll = ROLLS.find((each) => each === value);
  return roll === undefined ? value : t(`predictions.rolls.${roll}`);
}

/** Reports whose rows are calls and visits together. */
const OF_BOTH: ReadonlySet<ReportName> = new Set(['lastInteraction', 'bestDisposition']);

/** Whether a report's rows are calls and visits together. */
export const isOfBoth = (name: ReportName): boolean => OF_BOTH.has(name);

/** What an outcome is called in a report. */
export const outcomeText = (t: TFunction, name: ReportName, code: string, label: string): string =>
  isOfBoth(name) ? outcomeWords(t, code, label) : dispositionWords(t, code, label);

/** What a group is called. */
export function groupText(
  t: TFunction,
  { report, by }: { report: ReportName; by: ReportGroup },
  { group, label }: { group: string; label: string | null },
): string {
  if (group === NO_GROUP) return t(isOfPeople(by) ? 'reportWords.nobody' : 'common.none');
  if (by === 'outcome') return outcomeText(t, report, group, label ?? group);
  if (by === 'day') return formatDay(group);
  if (by === 'month' || by === 'flowMonth') return formatMonth(group);
  if (by === 'openingStage' || by === 'closingStage') return stageText(t, group);
  if (by === 'roll') return rollText(t, group);
  if (by === 'hour') return `${group}:00`;
  return label ?? group;
}
