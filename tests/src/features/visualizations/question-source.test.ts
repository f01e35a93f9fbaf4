import { describe, expect, it } from 'vitest';
import type { InsightColumn, InsightDetail } from '../../../../contract/data-insight.ts';
import { insightQuestionSchema } from '../../../../contract/data-insight.ts';
import {
  CHART_MEASURES,
  chartQuestionSchema,
  DIMENSIONS_OF,
} from '../../../../contract/visualization.ts';
import {
  fileDraft,
  fileQuestion,
  fileSource,
  fitDraft,
  MEASURE_DRAFT,
} from '../../../../src/features/visualizations/question-source.ts';
import type { QuestionSource } from '../../../../src/features/visualizations/question-source.ts';
import { text } from '../../../../src/lib/texts/texts.ts';

const column = (name: string, kind: InsightColumn['kind'], top: string[] = []): InsightColumn => ({
  name,
  kind,
  filled: 10,
  missing: 0,
  odd: 0,
  distinct: Math.max(top.length, 60),
  isExact: true,
  top: top.map((value) => ({ value, count: 5 })),
  least: null,
  most: null,
  sum: null,
  mean: null,
  deviation: null,
  quartiles: null,
  bins: [],
  outliers: 0,
  outlierRows: [],
});

function file(columns: InsightColumn[], more: Partial<InsightDetail> = {}): InsightDetail {
  return {
    _id: '01a21356-d091-768d-9288-a88d96dac2f3',
    name: 'Bureau',
    fileName: 'bureau.csv',
    clientName: 'X',
    owner: 'O',
    isOwn: true,
    isShared: true,
    isWhole: true,
    state: 'READY',
    doneRows: 10,
    totalRows: 10,
    error: null,
    rows: 10,
    sheetName: null,
    sheets: [],
    joinColumn: null,
    matchedRows: 0,
    createdAt: '2026-11-25T10:00:00Z',
    expiresAt: '2027-02-25T10:00:00Z',
    fields: columns.map(({ name, kind }) => ({ name, kind })),
    revision: 1,
    profile: { rows: 10, totalRows: 0, duplicateRows: 0, columns, unnamed: [] },
    ...more,
  };
}

const GRADE = { ...column('Grade', 'TEXT', ['A', 'B']), distinct: 2 };
const BUREAU = file([
  column('Loan', 'TEXT'),
  GRADE,
  column('Score', 'NUMBER'),
  column('On', 'DAY'),
]);
const values = (options: readonly { value: string }[]) => options.map(({ value }) => value);

/** The product's own measures as the builder has them, without what is asked of the server. */
const MEASURES: QuestionSource = {
  measures: CHART_MEASURES.map((value) => ({ value, label: value })),
  columnsOf: () => [],
  dimensionsOf: (measure) =>
    DIMENSIONS_OF[CHART_MEASURES.find((each) => each === measure) ?? 'loans'].map((value) => ({
      value,
      label: value,
    })),
  hasDays: () => true,
  filters: [],
};

describe('the builder of questions', () => {
  it('asks nothing of a file that the file does not have', () => {
    const plain = fileSource(text(), file([GRADE]));
    expect(values(plain.measures)).toEqual(['ROWS', 'DISTINCT']);
    expect(values(plain.dimensionsOf('ROWS'))).toEqual(['value:0']);
    const joined = fileSource(text(), { ...BUREAU, joinColumn: 0 });
    expect(values(joined.measures)).toEqual(expect.arrayContaining(['SUM', 'LOANS', 'DUE']));
    expect(values(joined.columnsOf('SUM'))).toEqual(['2']);
    expect(values(joined.dimensionsOf('ROWS'))).toContain('loan:bucket');
    // Days are told apart by spans, their values are not offered one by one.
    expect(joined.filters.map(({ name }) => name)).toEqual(['column0', 'column1', 'column2']);
    expect(fileSource(text(), { ...BUREAU, profile: null }).filters).toEqual([]);
  });

  it('begins with a question that the server answers, and stays with such a one', () => {
    const source = fileSource(text(), BUREAU);
    const first = fileDraft(BUREAU);
    expect(first.by).toBe('value:1');
    for (const { value: measure } of source.measures) {
      const asked = fileQuestion(fitDraft(source, { ...first, measure }));
      expect(insightQuestionSchema.safeParse(asked).success, measure).toBe(true);
    }
    // Every measure after every other: what the next does not know gives way.
    for (const measure of CHART_MEASURES)
      for (const by of ['hour', 'becameOf', 'agent', 'day'])
        for (const and of ['weekday', 'openingStage', by, null]) {
          const fitted = fitDraft(MEASURES, { ...MEASURE_DRAFT, measure, by, and });
          const where = `${measure} by ${by} and ${and}`;
          expect(chartQuestionSchema.safeParse(fitted).success, where).toBe(true);
        }
  });

  it('narrows a file to several columns at once', () => {
    const filters = { column1: ['A', 'B'], column2: [], column0: ['L-1'] };
    expect(fileQuestion({ ...fileDraft(BUREAU), filters }).filters).toEqual([
      { column: 1, values: ['A', 'B'] },
      { column: 0, values: ['L-1'] },
    ]);
  });
});
