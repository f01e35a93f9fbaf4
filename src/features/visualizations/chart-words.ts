import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type {
  ChartAnswer,
  ChartDimension,
  ChartQuestion,
  ChartRow,
  SavedChart,
} from '../../../contract/visualization.ts';
import { dispositionWords } from '../../components/disposition-words.ts';
import { useDispositionCodes } from '../../data/choices.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';

type Question = Pick<ChartQuestion, 'measure' | 'by' | 'and'>;

/** A question in words: "Collected by agent and weekday". */
export function questionWords(t: TFunction, { measure, by, and }: Question): string {
  const names = {
    measure: t(`visualizations.measures.${measure}`),
    by: t(`visualizations.dimensions.${by}`),
  };
  return and === null
    ? t('visualizations.titleBy', names)
    : t('visualizations.titleByAnd', { ...names, and: t(`visualizations.dimensions.${and}`) });
}

/** A saved chart's title: those of the starter set in the reader's language. */
export const chartTitle = (
  t: TFunction,
  { name, createdBy, revision, question }: SavedChart,
): string => (createdBy === null && revision === 1 ? questionWords(t, question) : name);

/** How a value of a dimension reads: days as DD-MM-YYYY, weekdays and outcomes in words. */
function useValueWords() {
  const t = useText();
  const codes = useDispositionCodes().data;
  return useMemo(() => {
    const labels = new Map((codes ?? []).map(({ code, label }) => [code, label]));
    return (dimension: ChartDimension, value: string | null): string => {
      if (value === null) return t('visualizations.without');
      if (dimension === 'day' || dimension === 'week') return formatDay(value).slice(0, 5);
      if (dimension === 'month') return formatDay(value).slice(3);
      if (dimension === 'weekday') return t(`visualizations.weekdays.d${value as '1'}`);
      if (dimension === 'hour') return `${value.padStart(2, '0')}:00`;
      if (dimension === 'outcome') return dispositionWords(t, value, labels.get(value) ?? value);
      return value;
    };
  }, [t, codes]);
}

/** The figures of an answer as a chart has them: categories, and a series for each value of `and`. */
export function useSeries(question: Question, answer: ChartAnswer) {
  const t = useText();
  const words = useValueWords();
  const nameOf = (row: ChartRow) =>
    row.isRest ? t('visualizations.others') : words(question.by, row.by);
  const keys = [...new Set(answer.rows.map((row) => `${row.isRest} ${row.byId ?? row.by}`))];
  const categories = keys.map((key) => {
    const row = answer.rows.find((each) => `${each.isRest} ${each.byId ?? each.by}` === key);
    return row ? nameOf(row) : '';
  });
  const parts = [...new Set(answer.rows.map(({ and }) => and))];
  const series = parts.map((part) => {
    const values = keys.map(() => null as number | null);
    for (const row of answer.rows)
      if (row.and === part) {
        const at = keys.indexOf(`${row.isRest} ${row.byId ?? row.by}`);
        values[at] = (values[at] ?? 0) + row.value;
      }
    const name =
      question.and === null
        ? t(`visualizations.measures.${question.measure}`)
        : words(question.and, part);
    return { name, values };
  });
  const figures = answer.rows.map((row) => ({
    x: nameOf(row),
    y: question.and === null ? null : words(question.and, row.and),
    value: row.value,
    latitude: row.latitude,
    longitude: row.longitude,
  }));
  return { categories, series, figures };
}
