import type { TFunction } from 'i18next';
import { INSIGHT_FIGURES, LOAN_FIGURES, NUMBER_FIGURES } from '../../../contract/data-insight.ts';
import type {
  InsightDetail,
  InsightFigure,
  InsightQuestion,
} from '../../../contract/data-insight.ts';
import type { Role } from '../../../contract/roles.ts';
import {
  CHART_MEASURES,
  DIMENSIONS_OF,
  isOfStock,
  maySeeMeasure,
} from '../../../contract/visualization.ts';
import type { ChartMeasure, ChartQuestion } from '../../../contract/visualization.ts';
import type { SelectOption } from '../../components/select-field.tsx';
import { useLoanValues } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { dimensionOptions } from './insight-words.ts';

/** What stands in the builder, whatever is asked. */
export interface QuestionDraft {
  measure: string;
  /** The place of the column that a file's measure is of. */
  column: string | null;
  by: string;
  and: string | null;
  range: ChartQuestion['range'];
  isCompared: boolean;
  /** By the name of the filter; empty: all. */
  filters: Record<string, string[]>;
  most: number;
}

/** What can be asked: the product's own measures, or a file. */
export interface QuestionSource {
  readonly measures: SelectOption[];
  /** The columns that a measure can be of; empty: it is of none. */
  readonly columnsOf: (measure: string) => SelectOption[];
  readonly dimensionsOf: (measure: string) => SelectOption[];
  /** Whether a measure is asked for days. */
  readonly hasDays: (measure: string) => boolean;
  readonly filters: readonly { name: string; label: string; values: readonly string[] }[];
}

/** What is asked of the product's own measures at first. */
export const MEASURE_DRAFT: QuestionDraft = {
  measure: 'collected',
  column: null,
  by: 'day',
  and: null,
  range: 'DAYS_30',
  isCompared: false,
  filters: { clients: [], buckets: [], products: [] },
  most: 12,
};

const measureOf = (measure: string): ChartMeasure =>
  CHART_MEASURES.find((each) => each === measure) ?? 'loans';

/** The product's own measures, as far as a role may see them. */
export function useMeasureSource(role: Role): QuestionSource {
  const t = useText();
  const values = useLoanValues().data;
  return {
    measures: CHART_MEASURES.filter((measure) => maySeeMeasure(role, measure)).map((value) => ({
      value,
      label: t(`visualizations.measures.${value}`),
    })),
    columnsOf: () => [],
    dimensionsOf: (measure) =>
      DIMENSIONS_OF[measureOf(measure)].map((value) => ({
        value,
        label: t(`visualizations.dimensions.${value}`),
      })),
    hasDays: (measure) => !isOfStock(measureOf(measure)),
    filters: [
      { name: 'clients', label: t('visualizations.onlyClients'), values: values?.clients ?? [] },
      { name: 'buckets', label: t('visualizations.onlyBuckets'), values: values?.buckets ?? [] },
      { name: 'products', label: t('visualizations.onlyProducts'), values: values?.products ?? [] },
    ],
  };
}

/** A long value is told by its beginning: no row can be found by that. */
const isCut = (value: string): boolean => value.length >= 120 && value.endsWith('…');

const needsColumn = (measure: string): boolean =>
  measure === 'DISTINCT' || NUMBER_FIGURES.has(measure as InsightFigure);

function columnsOf(measure: string, { fields }: InsightDetail): SelectOption[] {
  if (!needsColumn(measure)) return [];
  return fields.flatMap(({ name, kind }, at) =>
    measure === 'DISTINCT' || kind === 'NUMBER' ? [{ value: String(at), label: name }] : [],
  );
}

/** A file's columns, and facts of the loans that its rows name. */
export function fileSource(t: TFunction, insight: InsightDetail): QuestionSource {
  const dimensions = dimensionOptions(t, insight);
  // Whoever sees only some rows has no profile to choose values from.
  const columns = insight.profile?.columns ?? [];
  return {
    measures: INSIGHT_FIGURES.filter(
      (measure) =>
        (insight.joinColumn !== null || !LOAN_FIGURES.has(measure)) &&
        (!needsColumn(measure) || columnsOf(measure, insight).length > 0),
    ).map((value) => ({ value, label: t(`dataInsights.figure.${value}`) })),
    columnsOf: (measure) => columnsOf(measure, insight),
    dimensionsOf: () => dimensions,
    hasDays: () => false,
    filters: columns.flatMap(({ name, kind, top }, at) =>
      kind === 'DAY'
        ? []
        : [
            {
              name: `column${at}`,
              label: t('visualizations.only', { name }),
              values: top.flatMap(({ value }) => (isCut(value) ? [] : [value])),
            },
          ],
    ),
  };
}

/** What is asked of a file at first: its rows by the text that has the fewest values at sight. */
export function fileDraft({ fields, profile }: InsightDetail): QuestionDraft {
  const at = fields.findIndex(
    ({ kind }, place) => kind === 'TEXT' && (profile?.columns[place]?.distinct ?? 0) <= 50,
  );
  return {
    ...MEASURE_DRAFT,
    measure: 'ROWS',
    by: `value:${Math.max(0, at)}`,
    filters: {},
  };
}

/** A draft as the question to a file. */
export function fileQuestion(draft: QuestionDraft): InsightQuestion {
  const { by, and, most } = draft;
  return {
    measure: INSIGHT_FIGURES.find((each) => each === draft.measure) ?? 'ROWS',
    column: draft.column === null ? null : Number(draft.column),
    by,
    and,
    filters: Object.entries(draft.filters).flatMap(([name, values]) =>
      values.length === 0 ? [] : [{ column: Number(name.slice('column'.length)), values }],
    ),
    most,
  };
}

const has = (options: readonly SelectOption[], value: string | null): boolean =>
  options.some((option) => option.value === value);

/** The draft as the source allows it: what it does not offer gives way to what it does. */
export function fitDraft(source: QuestionSource, draft: QuestionDraft): QuestionDraft {
  const { measure } = draft;
  const dimensions = source.dimensionsOf(measure);
  const columns = source.columnsOf(measure);
  const by = has(dimensions, draft.by) ? draft.by : (dimensions[0]?.value ?? draft.by);
  const isAndKept = draft.and !== by && has(dimensions, draft.and);
  const column = has(columns, draft.column) ? draft.column : (columns[0]?.value ?? null);
  return { ...draft, column, by, and: isAndKept ? draft.and : null };
}
