import { describe, expect, test } from 'vitest';
import { fieldDispositionInputSchema } from '../../../../contract/disposition.ts';
import { amountOf, outcomeGroups } from '../../../../src/features/field-loan/visit-choices.ts';
import {
  EMPTY_VISIT,
  isVisitEmpty,
  readVisitDraft,
  visitBody,
  visitProblems,
} from '../../../../src/features/field-loan/visit-form.ts';
import type { VisitValues } from '../../../../src/features/field-loan/visit-form.ts';
import { quickDays, quickTimes } from '../../../../src/features/field-loan/visit-when.ts';
import { codeOf } from '../../../support/disposition-code.ts';

const TODAY = '2026-11-21';
const ID = '01900000-0000-7000-8000-000000000001';
const LOAN = '01900000-0000-7000-8000-000000000002';

const PTP = codeOf('FIELD_PTP', {
  disposition_class: 'PTP',
  needsAmount: true,
  needsDate: true,
  needsPersonMet: true,
  sortOrder: 20,
});
const PAID = codeOf('FIELD_PAID', { disposition_class: 'PAID', sortOrder: 10 });
const CALLBACK = codeOf('FIELD_CALLBACK', {
  disposition_class: 'CALLBACK',
  needsDate: true,
  needsTime: true,
  sortOrder: 30,
});
const LOCKED = codeOf('DOOR', { disposition_class: 'NOT_CONTACTED', sortOrder: 40 });
const CALL = codeOf('PTP', { channel: 'CALL', disposition_class: 'PTP' });
const CODES = [LOCKED, CALLBACK, PTP, PAID, CALL];

const visit = (change: Partial<VisitValues>): VisitValues => ({ ...EMPTY_VISIT, ...change });
const wrongFields = (values: VisitValues) =>
  visitProblems(values, CODES, { day: TODAY, time: '10:00' }).map(({ problem }) => problem);

const wrongFieldsOn = (date: string) =>
  wrongFields(visit({ disposition: 'FIELD_CALLBACK', date, time: '10:00' }));

const wrongAt = (time: string, date = TODAY) =>
  wrongFields(visit({ disposition: 'FIELD_CALLBACK', date, time }));

describe('the choice of an outcome', () => {
  test('offers field codes only, by kind, in the catalogue’s order', () => {
    expect(
      outcomeGroups(CODES).map(({ group, codes }) => [group, codes.map((each) => each.code)]),
    ).toEqual([
      ['paid', ['FIELD_PAID']],
      ['promise', ['FIELD_PTP', 'FIELD_CALLBACK']],
      ['notMet', ['DOOR']],
    ]);
  });

  test('asks for money in hand when paid, for money promised with a promise, else for none', () => {
    expect([PAID, PTP, LOCKED].map(amountOf)).toEqual(['collected', 'promised', null]);
  });
});

describe('what a visit must have', () => {
  test('an outcome before anything else', () => {
    expect(wrongFields(EMPTY_VISIT)).toEqual(['disposition']);
  });

  test('a promise needs amount, day and person; its time may stay open', () => {
    expect(wrongFields(visit({ disposition: 'FIELD_PTP' }))).toEqual([
      'amountPromised',
      'date',
      'personMet',
    ]);
    const whole = visit({
      disposition: 'FIELD_PTP',
      amount: 5000,
      date: TODAY,
      personMet: 'Spouse',
    });
    expect(wrongFields(whole)).toEqual([]);
  });

  test('a callback needs day and time', () => {
    expect(wrongFields(visit({ disposition: 'FIELD_CALLBACK' }))).toEqual(['date', 'time']);
  });

  test('a payment needs an amount above nothing', () => {
    expect(wrongFields(visit({ disposition: 'FIELD_PAID', amount: 0 }))).toEqual([
      'amountCollected',
    ]);
  });

  test('an appointment of today is at a time that is still to come when it is saved', () => {
    expect(wrongAt('09:59')).toEqual(['pastTime']);
    expect(wrongAt('10:00')).toEqual([]);
    expect(wrongAt('09:59', '2026-11-22')).toEqual([]);
  });

  test('an appointment is neither in the past nor more than a year ahead', () => {
    expect(['2026-11-20', '2027-11-23', '2027-11-22'].map(wrongFieldsOn)).toEqual([
      ['pastDate'],
      ['farDate'],
      [],
    ]);
  });

  test('a locked door needs nothing more', () => {
    expect(wrongFields(visit({ disposition: 'DOOR' }))).toEqual([]);
  });
});

describe('what is queued of a visit', () => {
  const context = {
    id: ID,
    loanId: LOAN,
    position: { missingReason: 'DENIED' },
    recordedAt: '2026-11-21T05:00:00.000Z',
  } as const;

  test('a promise carries amount, day, time, person and remarks, and passes the call’s own rules', () => {
    const typed = visit({
      disposition: 'FIELD_PTP',
      amount: 5000,
      date: '2026-11-24',
      time: '17:00',
      personMet: ' Spouse ',
      remarks: 'Salary on the 25th.',
    });
    const body = visitBody(typed, PTP, context);
    expect(fieldDispositionInputSchema.parse(body)).toEqual({
      _id: ID,
      loanId: LOAN,
      disposition: 'FIELD_PTP',
      promiseAmount: 5000,
      date: '2026-11-24',
      time: '17:00',
      personMet: 'Spouse',
      remarks: 'Salary on the 25th.',
      position: { missingReason: 'DENIED' },
      recordedAt: '2026-11-21T05:00:00.000Z',
    });
  });

  test('what was typed for another outcome stays out', () => {
    const typed = visit({ disposition: 'DOOR', amount: 5000, date: TODAY, personMet: 'Spouse' });
    expect(Object.keys(visitBody(typed, LOCKED, context)).sort()).toEqual([
      '_id',
      'disposition',
      'loanId',
      'position',
      'recordedAt',
    ]);
  });
});

describe('a begun visit', () => {
  test('is read back as it was kept, and not at all when its shape is another', () => {
    const values = visit({ disposition: 'DOOR', remarks: 'x' });
    expect(readVisitDraft(JSON.parse(JSON.stringify(values)))).toEqual(values);
    expect(readVisitDraft({ disposition: 'DOOR' })).toBeNull();
    expect(readVisitDraft(null)).toBeNull();
  });

  test('is empty until something is typed', () => {
    expect([isVisitEmpty(EMPTY_VISIT), isVisitEmpty(visit({ amount: 0 }))]).toEqual([true, false]);
  });
});

describe('the days and times offered', () => {
  test('today, tomorrow, in three and in seven days, over the end of a month', () => {
    expect(quickDays('2026-11-28').map(({ day }) => day)).toEqual([
      '2026-11-28',
      '2026-11-29',
      '2026-12-01',
      '2026-12-05',
    ]);
  });

  test('times of today that have passed are not offered', () => {
    expect(quickTimes(TODAY, TODAY, '15:00')).toEqual(['17:00', '18:30']);
    expect(quickTimes('2026-11-22', TODAY, '15:00')).toHaveLength(5);
    expect(quickTimes(null, TODAY, '23:00')).toHaveLength(5);
  });
});

const problemsWhenLeft = (change: Partial<VisitValues>, settlement: number | null = null) =>
  visitProblems(
    visit({ disposition: 'FIELD_PAID', amount: 301, ...change }),
    CODES,
    { day: TODAY, time: '10:00' },
    { left: 300, settlement },
  ).map(({ problem }) => problem);

test('more than is left is collected only with a reason', () => {
  expect(problemsWhenLeft({})).toEqual(['excess']);
  expect(problemsWhenLeft({ amount: 300 })).toEqual([]);
  expect(problemsWhenLeft({ excessReason: 'Advance of December' })).toEqual([]);
});

test('less than is left is all of it only when its agent says so; a part, or what a settlement asks for, is not asked about', () => {
  expect(problemsWhenLeft({ amount: 50 })).toEqual(['short']);
  expect(problemsWhenLeft({ amount: 50, isAll: true })).toEqual([]);
  expect(problemsWhenLeft({ amount: 200 }, 200)).toEqual([]);
  expect(problemsWhenLeft({ amount: 199 }, 200)).toEqual(['short']);
});

test('the number of a cheque or transaction goes with its money, and never with cash', () => {
  const context = {
    id: ID,
    loanId: LOAN,
    position: { missingReason: 'DENIED' as const },
    recordedAt: '2026-11-21T04:30:00.000Z',
  };
  const paid = visit({ disposition: 'FIELD_PAID', amount: 500, paymentReference: ' 000123 ' });
  const sent = (values: VisitValues, code = PAID) =>
    fieldDispositionInputSchema.parse(visitBody(values, code, context)).paymentReference;
  expect(sent({ ...paid, paymentMode: 'CHEQUE' })).toBe('000123');
  expect(sent({ ...paid, paymentMode: 'UPI' })).toBe('000123');
  expect(sent({ ...paid, paymentMode: 'CASH' })).toBeUndefined();
  expect(sent({ ...paid, paymentMode: 'UPI' }, LOCKED)).toBeUndefined();
});
