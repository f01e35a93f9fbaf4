import { z } from 'zod';
import { expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { parseFields } from '../../contract/errors.ts';
import { dayInputSchema } from '../../contract/values.ts';

it.each([
  ['2026-11-01', '2026-11-01'],
  ['01-11-2026', '2026-11-01'],
  [' 01-11-2026 ', '2026-11-01'],
  ['2026-11-01T18:30:00.000Z', '2026-11-01'],
  ['2026-11-01T18:30:00+05:30', '2026-11-01'],
  ['2026-11-01 18:30', '2026-11-01'],
])('%s is a day', (given, day) => {
  expect(dayInputSchema.parse(given)).toBe(day);
});

const WITH_MORE = ['2026-11-01xyz', '2026-11-011', '2026-11-01T', '2026-11-01 18:30 or so'];

it.each([...WITH_MORE, '01-11-2026xyz', '2026-11-31', '1-11-2026'])('%s is no day', (given) => {
  expect(dayInputSchema.safeParse(given).success).toBe(false);
});

/** The calls that are asked for days, by name. */
const withDays = Object.values(calls).flatMap((call) =>
  'query' in call && call.query instanceof z.ZodObject && 'gte' in call.query.shape
    ? [[call.name, call.query] as const]
    : [],
);

it('days of reports and lists with something behind them are refused by their field, not cut', () => {
  expect(withDays.map(([name]) => name)).toEqual(
    expect.arrayContaining(['readReport', 'readReportRows', 'exportReport']),
  );
  for (const [name, query] of withDays)
    for (const day of WITH_MORE)
      expect(parseFields(query, { gte: day, lte: day }).problems, `${name} ${day}`).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ path: 'gte' }),
          expect.objectContaining({ path: 'lte' }),
        ]),
      );
});
