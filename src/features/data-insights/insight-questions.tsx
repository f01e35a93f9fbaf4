import { MultiSelect, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import {
  dataInsightCalls,
  INSIGHT_FIGURES,
  LOAN_FIGURES,
  NUMBER_FIGURES,
} from '../../../contract/data-insight.ts';
import type { InsightDetail, InsightFigure } from '../../../contract/data-insight.ts';
import { CHART_KINDS } from '../../../contract/visualization.ts';
import type { ChartAnswer, ChartKind } from '../../../contract/visualization.ts';
import { AnswerDrawing } from '../../components/answer-drawing.tsx';
import { figureText } from '../../components/chart-figures.ts';
import { ChartFiles } from '../../components/chart-files.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useCallDownload } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { questionTitle, useDimensionWords, useDimensions } from './insight-words.ts';
import { loansOfFact } from './loan-paths.ts';
import classes from './data-insights.module.css';

/** What stands in the builder. */
interface Draft {
  figure: InsightFigure;
  column: number | null;
  by: string;
  and: string | null;
  filterColumn: number | null;
  filterValues: string[];
  kind: ChartKind | null;
}

/** The column that tells rows apart best at first sight: a text with few values. */
function firstDimension({ fields, profile }: InsightDetail): string {
  const at = fields.findIndex(
    ({ kind }, place) => kind === 'TEXT' && (profile?.columns[place]?.distinct ?? 0) <= 50,
  );
  return `value:${Math.max(0, at)}`;
}

/** Questions to a file: a figure told apart by columns or by facts of the loans, drawn while it is chosen. */
export function InsightQuestions({
  insight,
  user,
}: {
  insight: InsightDetail;
  user: LoggedInUser;
}) {
  const [draft, setDraft] = useState<Draft>({
    figure: 'ROWS',
    column: null,
    by: firstDimension(insight),
    and: null,
    filterColumn: null,
    filterValues: [],
    kind: null,
  });
  const change = (some: Partial<Draft>) => setDraft({ ...draft, ...some });
  return (
    <div className={classes.builder}>
      <Panel>
        <Builder insight={insight} draft={draft} onChange={change} />
      </Panel>
      <Answer insight={insight} draft={draft} user={user} />
    </div>
  );
}

interface BuilderProps {
  insight: InsightDetail;
  draft: Draft;
  onChange: (some: Partial<Draft>) => void;
}

const needsColumn = (figure: InsightFigure): boolean =>
  NUMBER_FIGURES.has(figure) || figure === 'DISTINCT';

/** The places of the columns that a figure can be of. */
function columnsFor(figure: InsightFigure, { fields }: InsightDetail) {
  return fields
    .map(({ name, kind }, at) => ({ value: String(at), label: name, kind }))
    .filter(({ kind }) => figure === 'DISTINCT' || kind === 'NUMBER');
}

function Builder({ insight, draft, onChange }: BuilderProps) {
  const t = useText();
  const figures = INSIGHT_FIGURES.filter(
    (figure) =>
      (insight.joinColumn !== null || !LOAN_FIGURES.has(figure)) &&
      (!needsColumn(figure) || columnsFor(figure, insight).length > 0),
  );
  const columns = columnsFor(draft.figure, insight);
  const chooseFigure = (figure: InsightFigure) => {
    const offered = columnsFor(figure, insight);
    const isKept = offered.some(({ value }) => value === String(draft.column));
    const column = isKept ? draft.column : Number(offered[0]?.value ?? 0);
    onChange({ figure, column: needsColumn(figure) ? column : null });
  };
  return (
    <div className={classes.fields}>
      <Select
        label={t('visualizations.measure')}
        allowDeselect={false}
        data={figures.map((value) => ({ value, label: t(`dataInsights.figure.${value}`) }))}
        value={draft.figure}
        onChange={(value) => value !== null && chooseFigure(value)}
      />
      {needsColumn(draft.figure) && (
        <Select
          label={t('dataInsights.column')}
          allowDeselect={false}
          searchable
          data={columns}
          value={String(draft.column)}
          onChange={(value) => value !== null && onChange({ column: Number(value) })}
        />
      )}
      <Dimensions insight={insight} draft={draft} onChange={onChange} />
      <Filter insight={insight} draft={draft} onChange={onChange} />
      <Select
        label={t('visualizations.kind')}
        clearable
        placeholder={t('dataInsights.asSuggested')}
        data={CHART_KINDS.map((value) => ({ value, label: t(`visualizations.kinds.${value}`) }))}
        value={draft.kind}
        onChange={(value) => onChange({ kind: CHART_KINDS.find((kind) => kind === value) ?? null })}
      />
    </div>
  );
}

/** What rows are told apart by, once or twice. */
function Dimensions({ insight, draft, onChange }: BuilderProps) {
  const t = useText();
  const dimensions = useDimensions(insight);
  return (
    <>
      <Select
        label={t('visualizations.by')}
        allowDeselect={false}
        searchable
        data={dimensions}
        value={draft.by}
        onChange={(by) => by !== null && onChange({ by, and: draft.and === by ? null : draft.and })}
      />
      <Select
        label={t('visualizations.and')}
        clearable
        searchable
        data={dimensions.filter(({ value }) => value !== draft.by)}
        value={draft.and}
        onChange={(and) => onChange({ and })}
      />
    </>
  );
}

/** Only rows with some values of a column: those that are frequent are offered. */
function Filter({ insight, draft, onChange }: BuilderProps) {
  const t = useText();
  const columns = insight.profile?.columns ?? [];
  const offered = insight.fields
    .map(({ name, kind }, at) => ({ value: String(at), label: name, kind }))
    .filter(({ kind }) => kind !== 'DAY');
  const { filterColumn } = draft;
  const values = (filterColumn === null ? [] : (columns[filterColumn]?.top ?? [])).map(
    ({ value }) => value,
  );
  // Whoever sees only some rows has no profile to choose from.
  if (columns.length === 0) return null;
  return (
    <>
      <Select
        label={t('dataInsights.onlyRows')}
        clearable
        searchable
        data={offered}
        value={filterColumn === null ? null : String(filterColumn)}
        onChange={(value) =>
          onChange({ filterColumn: value === null ? null : Number(value), filterValues: [] })
        }
      />
      {filterColumn !== null && (
        <MultiSelect
          label={t('dataInsights.values')}
          searchable
          data={values}
          value={draft.filterValues}
          onChange={(filterValues) => onChange({ filterValues })}
        />
      )}
    </>
  );
}

function Answer(props: { insight: InsightDetail; draft: Draft; user: LoggedInUser }) {
  const { insight, draft, user } = props;
  const t = useText();
  const holder = useRef<HTMLDivElement>(null);
  const { figure, column, by, and, filterColumn, filterValues } = draft;
  const isFiltered = filterColumn !== null && filterValues.length > 0;
  const body = {
    figure,
    column,
    by,
    and,
    filters: isFiltered ? [{ column: filterColumn, values: filterValues }] : [],
  };
  const params = { id: insight._id };
  const asked = useCallQuery(
    dataInsightCalls.askInsight,
    { params, body },
    { keepsPrevious: true },
  );
  const sheet = useCallDownload(dataInsightCalls.exportInsightAnswer);
  const title = questionTitle(t, insight, draft);
  return (
    <Panel
      title={title}
      actions={
        <ChartFiles
          title={title}
          holder={holder}
          isSaving={sheet.isPending}
          onSheet={() => sheet.mutate({ params, body })}
        />
      }
    >
      <div ref={holder}>
        {asked.data ? (
          <Drawn insight={insight} draft={draft} user={user} answer={asked.data} />
        ) : asked.isError ? (
          <LoadProblem error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <LoadingState kind="record" rows={3} />
        )}
      </div>
    </Panel>
  );
}

function Drawn(props: {
  insight: InsightDetail;
  draft: Draft;
  user: LoggedInUser;
  answer: ChartAnswer;
}) {
  const { insight, draft, user, answer } = props;
  const t = useText();
  const words = useDimensionWords(insight, draft);
  const unit = draft.figure === 'DUE' ? 'rupees' : 'count';
  return (
    <>
      <p className={classes.quiet}>
        {t('dataInsights.total', { total: figureText(unit, answer.total) })}
      </p>
      <AnswerDrawing
        label={questionTitle(t, insight, draft)}
        categoryTitle={words.title}
        rows={answer.rows}
        words={words}
        kind={draft.kind ?? answer.suggested}
        unit={unit}
        linkOf={(row) => loansOfFact(user.role, insight.clientName, draft.by, row)}
      />
    </>
  );
}
