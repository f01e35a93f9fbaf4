import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { ROLLS, STAGES } from '../../../contract/prediction.ts';
import { isOfPeople } from '../../../contract/report-names.ts';
import type { SavedChart } from '../../../contract/visualization-calls.ts';
import type { ChartDimension, ChartQuestion } from '../../../contract/visualization.ts';
import type { AnswerWords } from '../../components/answer-series.ts';
import { outcomeWords } from '../../components/disposition-words.ts';
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

/** A stage of days past due, or what became of a loan. */
function movementWords(t: TFunction, value: string): string {
  const stage = STAGES.find((each) => each === value);
  if (stage) return t(`predictions.stages.${stage}`);
  const roll = ROLLS.find((each) => each === value);
  return roll ? t(`predictions.rolls.${roll}`) : value;
}

/** How a value of a dimension reads: days as DD-MM-YYYY, weekdays and outcomes in words. */
export function useValueWords() {
  const t = useText();
  const codes = useDispositionCodes().data;
  return useMemo(() => {
    const labels = new Map((codes ?? []).map(({ code, label }) => [code, label]));
    return (dimension: ChartDimension, value: string | null): string => {
      if (value === null) return t(isOfPeople(dimension) ? 'reportWords.nobody' : 'common.none');
      if (dimension === 'day' || dimension === 'week') return formatDay(value).slice(0, 5);
      if (dimension === 'month') return formatDay(value).slice(3);
      if (dimension === 'weekday') return t(`visualizations.weekdays.d${value as '1'}`);
      if (dimension === 'openingStage' || dimension === 'becameOf') return movementWords(t, value);
      if (dimension === 'hour') return `${value.padStart(2, '0')}:00`;
      if (dimension === 'outcome') return outcomeWords(t, value, labels.get(value) ?? value);
      return value;
    };
  }, [t, codes]);
}

/** How the values of a question's answer read. */
export function useAnswerWords({ measure, by, and }: Question): AnswerWords {
  const t = useText();
  const words = useValueWords();
  return {
    by: (value) => words(by, value),
    and: and === null ? null : (value) => words(and, value),
    ...(and !== null && { andTitle: t(`visualizations.dimensions.${and}`) }),
    others: t('visualizations.others'),
    figure: t(`visualizations.measures.${measure}`),
    before: t('visualizations.before'),
  };
}
