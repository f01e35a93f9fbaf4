import { expect, it } from 'vitest';
import { chartQuestionSchema } from '../../contract/visualization.ts';
import type { ChartRow } from '../../contract/visualization.ts';
import { chartDays, daysBefore, withBefore } from '../../server/visualizations/chart-compare.ts';
import { readableRows } from '../../server/visualizations/chart-shape-service.ts';

const before = (range: Parameters<typeof chartDays>[0], today: string) => {
  const { from, to } = daysBefore(range, chartDays(range, today));
  return `${from} ${to}`;
};

it('compares days with as many days before, months with the month before up to the same day', () => {
  expect(before('TODAY', '2026-03-01')).toBe('2026-02-28 2026-02-28');
  expect(before('DAYS_7', '2026-03-07')).toBe('2026-02-22 2026-02-28');
  expect(before('MONTH', '2026-03-31')).toBe('2026-02-01 2026-02-28');
  expect(before('MONTH', '2026-03-15')).toBe('2026-02-01 2026-02-15');
  expect(before('LAST_MONTH', '2026-01-15')).toBe('2025-11-01 2025-11-30');
});

const row = (by: string, value: number): ChartRow => ({
  by,
  and: null,
  byId: null,
  value,
  latitude: null,
  longitude: null,
  isRest: false,
  isAndRest: false,
});
const pairs = (rows: readonly ChartRow[]) =>
  rows.map(({ by, value, before }) => [by, value, before]);

it('puts the third day beside the third, names beside names, and keeps what only the period before had', () => {
  const [now, then] = [
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-02-01', to: '2026-02-28' },
  ];
  const ofDays = chartQuestionSchema.parse({ measure: 'calls', by: 'day', range: 'MONTH' });
  const days = withBefore(
    ofDays,
    { rows: [row('2026-03-03', 5), row('2026-03-31', 6)], days: now },
    { rows: [row('2026-02-03', 4), row('2026-02-28', 9)], days: then },
  );
  expect(pairs(days)).toEqual([
    ['2026-03-03', 5, 4],
    ['2026-03-31', 6, 0],
    ['2026-03-28', 0, 9],
  ]);
  const ofCities = chartQuestionSchema.parse({ measure: 'calls', by: 'city', range: 'MONTH' });
  const cities = withBefore(
    ofCities,
    { rows: [row('Pune', 5), row('Agra', 3), row('Goa', 2), row('Surat', 1)], days: now },
    { rows: [row('Agra', 4), row('Delhi', 7), row('Surat', 2)], days: then },
  );
  expect(pairs(readableRows({ isInOrder: false }, cities))).toEqual([
    ['Pune', 5, 0],
    ['Agra', 3, 4],
    ['Goa', 2, 0],
    ['Surat', 1, 2],
    ['Delhi', 0, 7],
  ]);
});

it('shows bands in their own order, the rest behind them', () => {
  const rest = Object.assign(row('', 1), { by: null, isRest: true });
  const bands = [row('6+', 9), row('10', 8), row('2', 7), rest];
  const shown = readableRows({ isInOrder: false, isBands: true }, bands);
  expect(shown.map(({ by, value }) => [by, value])).toEqual([
    ['2', 7],
    ['6+', 9],
    ['10', 8],
    [null, 1],
  ]);
});
