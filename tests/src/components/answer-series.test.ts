import { expect, it } from 'vitest';
import type { ChartRow } from '../../../contract/visualization.ts';
import { answerSeries } from '../../../src/components/answer-series.ts';

const row = (by: string | null, value: number, more: Partial<ChartRow> = {}): ChartRow => ({
  by,
  and: null,
  byId: null,
  value,
  latitude: null,
  longitude: null,
  isRest: false,
  isAndRest: false,
  ...more,
});

const words = {
  by: (value: string | null) => value ?? 'None',
  and: null,
  others: 'All others',
  figure: 'Average',
};

it('adds up no figures of groups whose names are alike, and keeps "null" and the rest apart', () => {
  const rows = [
    row('A…', 100),
    row('A…', 90),
    row('null', 3),
    row(null, 2),
    row(null, 1, { isRest: true }),
  ];
  const { categories, series } = answerSeries(rows, words);
  expect(categories).toEqual(['A…', 'A…', 'null', 'None', 'All others']);
  expect(series.map(({ values }) => values)).toEqual([[100, 90, 3, 2, 1]]);
});
