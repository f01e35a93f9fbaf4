import { expect, test } from 'vitest';
import {
  dayRows,
  distanceWords,
  flatRows,
  sectionStart,
} from '../../../../src/features/field-day/day-rows.ts';
import { nextStep } from '../../../../src/features/field-loan/loan-next-step.ts';

const DAY = {
  settlements: [],
  promisesBroken: ['z'],
  visits: ['a', 'b'],
  promisesToday: [],
  promisesOverdue: ['c'],
  done: [],
  rest: ['d'],
};

test('a day is one list: each section that has loans under its heading with the count', () => {
  expect(dayRows(DAY)).toEqual([
    { kind: 'heading', section: 'promisesBroken', count: 1 },
    { kind: 'loan', loan: 'z' },
    { kind: 'heading', section: 'visits', count: 2 },
    { kind: 'loan', loan: 'a' },
    { kind: 'loan', loan: 'b' },
    { kind: 'heading', section: 'promisesOverdue', count: 1 },
    { kind: 'loan', loan: 'c' },
    { kind: 'heading', section: 'rest', count: 1 },
    { kind: 'loan', loan: 'd' },
  ]);
});

test('a section is found by its heading; an empty one is not there', () => {
  const rows = dayRows(DAY);
  expect([sectionStart(rows, 'promisesOverdue'), sectionStart(rows, 'done')]).toEqual([5, -1]);
});

test('a search’s answer has one heading, and none when nothing was found', () => {
  expect(flatRows(['a'])[0]).toEqual({ kind: 'heading', section: 'found', count: 1 });
  expect(flatRows([])).toEqual([]);
});

test('distances read as metres near by, as kilometres farther off', () => {
  expect([4, 847, 951, 9_940, 12_400].map(distanceWords)).toEqual([
    { key: 'metres', far: '10' },
    { key: 'metres', far: '850' },
    { key: 'kilometres', far: '1.0' },
    { key: 'kilometres', far: '9.9' },
    { key: 'kilometres', far: '12' },
  ]);
});

const step = (
  promiseDate: string | null,
  visitDate: string | null,
  disCreatedAt: string | null = null,
) =>
  nextStep(
    { promiseDate, promiseAmount: 500, visitDate, disCreatedAt, disposition_class: null },
    '2026-11-21',
  ).words;

test('an open promise is the next step before a planned visit', () => {
  expect([
    step('2026-11-20', '2026-11-21'),
    step('2026-11-21', null),
    step('2026-11-25', null),
    step(null, '2026-11-21'),
    step(null, '2026-11-19'),
    step(null, '2026-11-30'),
    step(null, null),
  ]).toEqual(['overdue', 'today', 'ahead', 'visitToday', 'visitLate', 'visitAhead', 'none']);
});

test('a planned visit is done once the loan was worked on its day or later', () => {
  expect([
    step(null, '2026-11-21', '2026-11-21T05:00:00.000Z'),
    step(null, '2026-11-21', '2026-11-20T05:00:00.000Z'),
    step(null, '2026-11-25', '2026-11-26T05:00:00.000Z'),
  ]).toEqual(['worked', 'visitToday', 'visitAhead']);
});
