import { expect, it } from 'vitest';
import { nextStep } from '../../../../src/features/field-loan/loan-next-step.ts';

const TODAY = '2026-11-30';
const loan = {
  promiseDate: null,
  promiseAmount: null,
  visitDate: null,
  disCreatedAt: null,
  disposition_class: null,
};
const visitedOn = (day: string, disposition_class: 'CALLBACK' | 'NOT_CONTACTED') => ({
  ...loan,
  disCreatedAt: `${day}T06:30:00.000Z`,
  disposition_class,
});

it.each([
  ['was never worked', loan, 'none', null],
  ['was visited today', visitedOn(TODAY, 'NOT_CONTACTED'), 'worked', TODAY],
  ['was visited weeks ago', visitedOn('2026-11-02', 'NOT_CONTACTED'), 'none', null],
  ['has a callback', visitedOn('2026-11-28', 'CALLBACK'), 'comeBack', '2026-11-28'],
  [
    'has a callback since its planned visit',
    { ...visitedOn('2026-11-28', 'CALLBACK'), visitDate: '2026-11-28' },
    'comeBack',
    '2026-11-28',
  ],
  [
    'has a visit planned after its callback',
    { ...visitedOn('2026-11-28', 'CALLBACK'), visitDate: TODAY },
    'visitToday',
    TODAY,
  ],
  [
    'has a promise beside its callback',
    { ...visitedOn('2026-11-28', 'CALLBACK'), promiseDate: TODAY, promiseAmount: 500 },
    'today',
    TODAY,
  ],
] as const)('a loan that %s says its next step', (_, given, words, day) => {
  expect(nextStep(given, TODAY)).toMatchObject({ words, day });
});
