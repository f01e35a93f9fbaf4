import type { TFunction } from 'i18next';
import { INSIGHT_LOAN_FACTS } from '../../../contract/data-insight.ts';
import type { InsightDetail, InsightFigure } from '../../../contract/data-insight.ts';
import type { AnswerWords } from '../../components/answer-series.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';

interface Asked {
  readonly measure: InsightFigure;
  readonly column: number | null;
  readonly by: string;
  readonly and: string | null;
}

const SPANS = ['month', 'week', 'day', 'weekday'] as const;
type Fact = (typeof INSIGHT_LOAN_FACTS)[number];

/** A dimension in words: "Checked on, month". */
function dimensionWords(t: TFunction, { fields }: InsightDetail, given: string): string {
  const [way = '', what = ''] = given.split(':');
  if (way === 'loan') return t(`dataInsights.fact.${what as Fact}`);
  const column = fields[Number(what)]?.name ?? '';
  if (way === 'value') return column;
  return t(`dataInsights.way.${way as 'band' | 'month'}`, { column });
}

/** What rows of a file can be told apart by: its columns, spans of days, bands of numbers, facts of the loans. */
export function dimensionOptions(
  t: TFunction,
  insight: InsightDetail,
): { value: string; label: string }[] {
  const option = (value: string) => ({ value, label: dimensionWords(t, insight, value) });
  const ofColumns = insight.fields.flatMap(({ kind }, at) => {
    if (kind === 'DAY') return SPANS.map((span) => option(`${span}:${at}`));
    if (kind === 'TEXT') return [option(`value:${at}`)];
    const hasBands = (insight.profile?.columns[at]?.bins.length ?? 0) > 0;
    return [...(hasBands ? [option(`band:${at}`)] : []), option(`value:${at}`)];
  });
  if (insight.joinColumn === null) return ofColumns;
  return [...ofColumns, ...INSIGHT_LOAN_FACTS.map((fact) => option(`loan:${fact}`))];
}

function valueWords(t: TFunction, dimension: string, value: string | null): string {
  const [way = '', what = ''] = dimension.split(':');
  if (value === null) return t('visualizations.without');
  if (way === 'day' || way === 'week') return formatDay(value);
  if (way === 'month') return formatDay(value).slice(3);
  if (way === 'weekday') return t(`visualizations.weekdays.d${value as '1'}`);
  if (what === 'matched') return t(`dataInsights.isMatched.${value as 'yes' | 'no'}`);
  return value;
}

/** How the values of a question's answer read. */
export function useDimensionWords(
  insight: InsightDetail,
  { measure, by, and }: Asked,
): AnswerWords & { readonly title: string } {
  const t = useText();
  return {
    title: dimensionWords(t, insight, by),
    by: (value) => valueWords(t, by, value),
    and: and === null ? null : (value) => valueWords(t, and, value),
    ...(and !== null && { andTitle: dimensionWords(t, insight, and) }),
    others: t('visualizations.others'),
    figure: t(`dataInsights.figure.${measure}`),
  };
}

/** A question in words: "Average of Score by Grade". */
export function questionTitle(t: TFunction, insight: InsightDetail, asked: Asked): string {
  const column = asked.column === null ? null : (insight.fields[asked.column]?.name ?? '');
  const figure = t(`dataInsights.figure.${asked.measure}`);
  const measure = column === null ? figure : t('dataInsights.figureOf', { figure, column });
  const by = dimensionWords(t, insight, asked.by);
  return asked.and === null
    ? t('visualizations.titleBy', { measure, by })
    : t('visualizations.titleByAnd', { measure, by, and: dimensionWords(t, insight, asked.and) });
}
