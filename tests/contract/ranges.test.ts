import { z } from 'zod';
import { expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { rangeProblems } from '../../contract/ranges.ts';
import { monthInputSchema } from '../../contract/values.ts';

const takesDay = (schema: z.ZodType) =>
  schema.safeParse('2026-11-01').success && !schema.safeParse('x').success;

it('knows the range in each query that is asked for two days or months', () => {
  const found = calls.flatMap(({ name, query }) => {
    if (!(query instanceof z.ZodObject)) return [];
    const days = Object.keys(query.shape).filter((key) => takesDay(query.shape[key]));
    return days.length < 2 ? [] : [{ name, days }];
  });
  expect(found.length).toBeGreaterThan(40);
  for (const { name, days } of found) {
    // Of each two the first is named first.
    const backwards = Object.fromEntries(
      days.map((day, at) => [day, at % 2 === 0 ? '2026-11-02' : '2026-11-01']),
    );
    const lasts = days.filter((_, at) => at % 2 === 1);
    const problems = rangeProblems(backwards);
    expect(problems.map(({ path }) => path).toSorted(), name).toEqual(lasts.toSorted());
    expect(problems[0]?.code).toBe('day-order');
  }
});

it('knows the least and the greatest of a number', () => {
  const asked = { minDue: 500, maxDue: 499, minDPD: 3, maxDPD: 3, minAge: 9 };
  expect(rangeProblems(asked)).toMatchObject([
    { path: 'maxDue', code: 'too-small', values: { least: 500 } },
  ]);
});

it('finds ranges inside fields, such as the filter of a command and the look of a saved view', () => {
  const asked = {
    look: { gte: '2026-11-02', lte: '2026-11-01' },
    choice: { matching: { minDue: 2, maxDue: 1 } },
  };
  expect(rangeProblems(asked).map(({ path }) => path)).toEqual([
    'look.lte',
    'choice.matching.maxDue',
  ]);
});

it('leaves one day, days in order and what is no day alone', () => {
  for (const asked of [
    { gte: '2026-11-02' },
    { gte: '2026-11-02', lte: '2026-11-02' },
    { from: '18:00', to: '09:00' },
    { from: 3, to: 1 },
    undefined,
  ])
    expect(rangeProblems(asked)).toEqual([]);
});

it.each([
  ['2026-10', '2026-10-01'],
  ['10-2026', '2026-10-01'],
  ['2026-10-15', '2026-10-15'],
  ['15-10-2026', '2026-10-15'],
])('%s is a month', (given, day) => {
  expect(monthInputSchema.parse(given)).toBe(day);
});

it.each(['2026-13', '2026', 'October', '9999-12', ''])(
  '%s is no month, and is told so',
  (given) => {
    const problems = monthInputSchema.safeParse(given).error?.issues.map(({ message }) => message);
    expect(problems).toEqual(['Give the month as YYYY-MM.']);
  },
);
