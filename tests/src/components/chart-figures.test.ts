// @vitest-environment page
import { describe, expect, it } from 'vitest';
import {
  axisBounds,
  axisText,
  figureText,
  graphBounds,
  hoursInOrder,
} from '../../../src/components/chart-figures.ts';
import { loadAllTexts, startTexts } from '../../../src/lib/texts/texts.ts';

describe('the ends of a graph (spec 9)', () => {
  it('are the smallest nonzero value minus 100 and the largest plus 1000', () => {
    expect(graphBounds([0, 5000, 700, null, 12_000])).toEqual({ min: 600, max: 13_000 });
  });

  it('stand around a single value', () => {
    expect(graphBounds([250])).toEqual({ min: 150, max: 1250 });
  });

  it('go below zero where the smallest value is less than 100', () => {
    expect(graphBounds([40, 0])).toEqual({ min: -60, max: 1040 });
  });

  it('are left to the chart when there is nothing but zeros', () => {
    expect(graphBounds([0, null, 0])).toBeNull();
    expect(graphBounds([])).toBeNull();
  });

  it('bear very long lists', () => {
    expect(graphBounds(Array.from({ length: 300_000 }, (_, index) => index))).toEqual({
      min: -99,
      max: 300_999,
    });
  });
});

it('the hours of a heat map leave none out between the first and the last', () => {
  expect(hoursInOrder(['11:00', '08:00', '09:00'])).toEqual(['08:00', '09:00', '10:00', '11:00']);
  expect(hoursInOrder(['Mon', '08:00'])).toEqual(['Mon', '08:00']);
  expect(hoursInOrder([])).toEqual([]);
});

const bars = (...values: (number | null)[]) => [
  { name: 'Achieved', values },
  { name: 'Target', values: [], look: 'dashed' as const },
];

describe("a bar chart's axis", () => {
  it('starts at zero: the smallest figure has a bar too', () => {
    const values = [58_316, 912_000, null];
    const bounds = graphBounds(values);
    expect(bounds).toEqual({ min: 58_216, max: 913_000 });
    expect(axisBounds(bounds, bars(...values))).toEqual({ min: 0, max: 913_000 });
  });

  it('has zero between figures below and above it, and on top where all are below', () => {
    expect(axisBounds(graphBounds([-500, 700]), bars(-500, 700))).toEqual({ min: -600, max: 1700 });
    expect(axisBounds(graphBounds([-5000, -4000]), bars(-5000, -4000))).toEqual({
      min: -5100,
      max: 0,
    });
  });

  it('is left to the chart without bounds; lines alone keep theirs', () => {
    expect(axisBounds(null, bars(1, 2))).toBeNull();
    const lines = [{ name: 'Target', values: [700], look: 'line' as const }];
    expect(axisBounds({ min: 600, max: 1700 }, lines)).toEqual({ min: 600, max: 1700 });
  });
});

describe('figures of a chart', () => {
  it('are rupees in Indian grouping, or counts', async () => {
    await startTexts('en');
    await loadAllTexts();
    expect(figureText('rupees', 123_456)).toBe('₹1,23,456');
    expect(figureText('count', 123_456)).toBe('1,23,456');
    expect(figureText('rupees', null)).toBe('–');
    expect(axisText('rupees', 250_000)).toBe('₹2.5 L');
  });
});
