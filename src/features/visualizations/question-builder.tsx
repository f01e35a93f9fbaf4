import { Select } from '@mantine/core';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CHART_KINDS, CHART_RANGES } from '../../../contract/visualization.ts';
import type { ChartKind } from '../../../contract/visualization.ts';
import { CheckField } from '../../components/check-field.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { fitDraft } from './question-source.ts';
import type { QuestionDraft, QuestionSource } from './question-source.ts';

/** So many filters stand there at once; of more, one is added at a time. */
const FEW_FILTERS = 3;

const plain = (list: readonly string[]) => list.map((value) => ({ value, label: value }));

/** What the form of a question holds. */
export interface QuestionForm {
  question: QuestionDraft;
  /** Null: as the answer suggests. */
  kind: ChartKind | null;
}

/** The fields of a question, of a file and of the product's own measures alike; they live in a form of `QuestionForm`. */
export function QuestionBuilder(props: { source: QuestionSource; isKindOpen?: boolean }) {
  const { source, isKindOpen = false } = props;
  const t = useText();
  const { setValue } = useFormContext<QuestionForm>();
  const question = useWatch<QuestionForm, 'question'>({ name: 'question' });
  const { measure, by, and } = question;
  const fit = (change: Partial<QuestionDraft>) => {
    const fitted = fitDraft(source, { ...question, ...change });
    for (const key of ['column', 'by', 'and'] as const)
      if (fitted[key] !== question[key])
        setValue(`question.${key}`, fitted[key], { shouldDirty: true });
  };
  const dimensions = source.dimensionsOf(measure);
  const columns = source.columnsOf(measure);
  return (
    <>
      <SelectField
        name="question.measure"
        text="visualizations.measure"
        options={source.measures}
        onChosen={(chosen) => fit({ measure: chosen ?? measure })}
      />
      {columns.length > 0 && (
        <SelectField name="question.column" text="dataInsights.column" options={columns} />
      )}
      <SelectField
        name="question.by"
        text="visualizations.by"
        options={dimensions}
        onChosen={(chosen) => fit({ by: chosen ?? by })}
      />
      <SelectField
        name="question.and"
        text="visualizations.and"
        options={dimensions.filter(({ value }) => value !== by)}
        isClearable
      />
      {source.hasDays(measure) && <Days isComparable={and === null} />}
      <Filters source={source} draft={question} />
      <SelectField
        name="kind"
        text="visualizations.kind"
        options={CHART_KINDS.map((value) => ({ value, label: t(`visualizations.kinds.${value}`) }))}
        {...(isKindOpen && { isClearable: true, placeholder: t('dataInsights.asSuggested') })}
      />
    </>
  );
}

/** Of which days, and whether they stand beside those before. */
function Days({ isComparable }: { isComparable: boolean }) {
  const t = useText();
  return (
    <>
      <SelectField
        name="question.range"
        text="words.days"
        options={CHART_RANGES.map((value) => ({
          value,
          label: t(`visualizations.ranges.${value}`),
        }))}
      />
      {isComparable && <CheckField name="question.isCompared" label={t('words.comparePeriod')} />}
    </>
  );
}

/** What a question is narrowed to. */
function Filters({ source, draft }: { source: QuestionSource; draft: QuestionDraft }) {
  const t = useText();
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = ({ name }: QuestionSource['filters'][number]) =>
    source.filters.length <= FEW_FILTERS ||
    added.includes(name) ||
    (draft.filters[name]?.length ?? 0) > 0;
  const shown = source.filters.filter(isShown);
  const rest = source.filters.filter((filter) => !isShown(filter));
  return (
    <>
      {shown.map(({ name, label, values }) => (
        <MultiSelectField
          key={name}
          name={`question.filters.${name}`}
          label={label}
          options={plain(values)}
        />
      ))}
      {rest.length > 0 && (
        <Select
          label={t('visualizations.addFilter')}
          placeholder={t('visualizations.noFilter')}
          searchable
          data={rest.map(({ name, label }) => ({ value: name, label }))}
          value={null}
          onChange={(name) => name !== null && setAdded([...added, name])}
        />
      )}
    </>
  );
}
