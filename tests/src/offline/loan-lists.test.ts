import { describe, expect, it } from 'vitest';
import { leftToCollect } from '../../../contract/loan.ts';
import type { DispositionCode } from '../../../contract/disposition.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import type { CachedLoan } from '../../../src/offline/loan-overlay.ts';
import {
  distanceTo,
  passesFilters,
  searchFor,
  searchTextOf,
  sortLoans,
} from '../../../src/offline/loan-search.ts';
import { overlayLoan } from '../../../src/offline/loan-overlay.ts';
import { myDay } from '../../../src/offline/my-day.ts';
import { pulledLoan } from './support.ts';

const cached = (change: Partial<LoanDetail>, distanceMetres: number | null = null): CachedLoan => ({
  ...pulledLoan(change),
  pendingEdits: {},
  isWaiting: false,
  distanceMetres,
});
const names = (rows: readonly CachedLoan[]) => rows.map((row) => row.loan.Customer_Name);

describe('my day', () => {
  const today = '2026-11-21';
  const groups = (change: Partial<LoanDetail>) => {
    const day = myDay([cached(change)], today);
    return Object.entries(day).find(([, rows]: [string, CachedLoan[]]) => rows.length === 1)?.[0];
  };

  it.each([
    ['an open promise of yesterday', { promiseDate: '2026-11-20' }, 'promisesOverdue'],
    [
      'a broken promise',
      { promiseDate: '2026-11-18', promiseBrokenOn: '2026-11-20', visitDate: today },
      'promisesBroken',
    ],
    [
      'a promise of today, even one planned to visit',
      { promiseDate: today, visitDate: today },
      'promisesToday',
    ],
    [
      'a settlement being paid, though a promise of today says the same: once',
      { settlementStatus: 'ACTIVE', promiseDate: today, visitDate: today },
      'settlements',
    ],
    ['a visit planned for today', { visitDate: today }, 'visits'],
    ['a visit of yesterday that was not made', { visitDate: '2026-11-20' }, 'visits'],
    ['a visit made today', { visitDate: today, disCreatedAt: '2026-11-21T05:00:00.000Z' }, 'done'],
    [
      'one just after midnight in India',
      { visitDate: today, disCreatedAt: '2026-11-20T18:31:00.000Z' },
      'done',
    ],
    [
      'one just before midnight in India',
      { visitDate: today, disCreatedAt: '2026-11-20T18:29:00.000Z' },
      'visits',
    ],
    ['a visit of next week', { visitDate: '2026-11-28' }, 'rest'],
    ['nothing planned', {}, 'rest'],
  ] as const)('%s', (_, change, group) => {
    expect(groups(change)).toBe(group);
  });
});

describe('searching', () => {
  const { loan } = pulledLoan({
    Customer_Name: 'Ravi Kumar',
    Mobile_Number: '+91 98765 43210',
    Address: '12 MG Road, Indiranagar',
    Pincode: '560038',
  });

  const finds = (text: string, among = loan) => searchFor(text)?.(searchTextOf(among));

  it.each(['ravi indira', '43210', '9876543210', '560038 kumar', loan.Loan_ID])(
    'finds %s',
    (text) => {
      expect(finds(text)).toBe(true);
    },
  );

  it.each([
    '+91 98765 43210',
    '09876543210',
    '98765-43210',
    '+919876543210',
    '९८७६५',
    '४३२१०',
    '+91 98765 4',
    '91 98765 4',
    '098765 43',
    '9876543',
  ])('finds a number written as %s, however the client wrote it', (text) => {
    for (const Mobile_Number of ['+91 98765 43210', '9876543210', '098765-43210', '९८७६५ ४३२१०'])
      expect(finds(text, { ...loan, Mobile_Number }), Mobile_Number).toBe(true);
  });

  it('needs every word, and finds everything without any', () => {
    expect(finds('ravi sharma')).toBe(false);
    expect(finds('+91 98765 43211')).toBe(false);
    expect(searchFor('  ')).toBe(null);
  });

  it('filters by lists and amounts; NONE is never worked', () => {
    const owed = { ...loan, Total_Due_Amount: 5000, Bucket: '30-60' };
    expect(passesFilters(owed, { bucket: ['30-60', '60-90'], minDue: 5000, maxDue: 5000 })).toBe(
      true,
    );
    expect(passesFilters(owed, { minDue: 5001 })).toBe(false);
    expect(passesFilters(owed, { disposition: ['NONE'] })).toBe(true);
    expect(passesFilters({ ...owed, disposition: 'PTP' }, { disposition: ['NONE'] })).toBe(false);
  });
});

describe('sorting', () => {
  const rows = [
    cached({ Customer_Name: 'b', Due_Date: '2026-11-02', Total_Due_Amount: 100 }, 900),
    cached({ Customer_Name: 'a', Due_Date: null, Total_Due_Amount: null }, null),
    cached({ Customer_Name: 'c', Due_Date: '2026-10-02', Total_Due_Amount: 700 }, 20),
  ];

  it.each([
    ['due', ['c', 'b', 'a']],
    ['amount', ['c', 'b', 'a']],
    ['distance', ['c', 'b', 'a']],
    ['name', ['a', 'b', 'c']],
  ] as const)('by %s, what lacks it last', (sort, expected) => {
    expect(names(sortLoans(rows, sort))).toEqual(expected);
  });

  it('a degree of latitude is about 111 km', () => {
    const { loan } = pulledLoan({ Latitude: 13, Longitude: 77 });
    const metres = distanceTo(loan, { latitude: 12, longitude: 77 }) ?? 0;
    expect(Math.abs(metres - 111_195)).toBeLessThan(50);
    expect(distanceTo(pulledLoan().loan, { latitude: 12, longitude: 77 })).toBeNull();
  });
});

const visit = (amountCollected: number, state: 'queued' | 'sent' | 'attention') => ({
  opId: `op-${amountCollected}`,
  sequence: amountCollected,
  savedAt: 0,
  call: 'createFieldDisposition' as const,
  loanId: 'x',
  body: { disposition: 'FIELD_PARTIAL_PAID', amountCollected },
  files: [],
  state,
});

describe('money that an agent collected', () => {
  it('stands beside the due at once, with what the server knows already; a refused visit does not', () => {
    const row = pulledLoan({ Total_Due_Amount: 46_696, Unverified_Amount: 1000 });
    const work = [visit(11_674, 'queued'), visit(500, 'sent'), visit(9000, 'attention')];
    const { loan } = overlayLoan(row, work, []);
    expect(loan).toMatchObject({ Total_Due_Amount: 46_696, Unverified_Amount: 13_174 });
    expect(leftToCollect(loan)).toBe(33_522);
  });
});

const paid = (amountCollected: number) => ({ disposition: 'FIELD_PARTIAL_PAID', amountCollected });

const saved = (body: object) => ({
  ...visit(0, 'queued'),
  body: { amountCollected: 0, ...body },
});

describe('an open promise under own waiting visits', () => {
  const codes = [
    { code: 'FIELD_PTP', disposition_class: 'PTP' },
    { code: 'FIELD_PARTIAL_PAID', disposition_class: 'PAID' },
    { code: 'FIELD_NOT_AT_HOME', disposition_class: 'NOT_CONTACTED' },
    { code: 'FIELD_REFUSED', disposition_class: 'REFUSED' },
  ] as DispositionCode[];
  const promiseAfter = (...bodies: object[]) => {
    const row = pulledLoan({ promiseDate: '2026-11-21', promiseAmount: 5000 });
    const { promiseDate, promiseAmount } = overlayLoan(row, bodies.map(saved), codes).loan;
    return [promiseDate, promiseAmount];
  };

  it('stands as the server will have it: until its money, a newer one or a refusal comes', () => {
    const stands = ['2026-11-21', 5000];
    expect(promiseAfter({ disposition: 'FIELD_NOT_AT_HOME' })).toEqual(stands);
    expect(promiseAfter(paid(2000))).toEqual(stands);
    expect(promiseAfter(paid(2000), paid(3000))).toEqual([null, null]);
    expect(promiseAfter({ disposition: 'FIELD_REFUSED' })).toEqual([null, null]);
    const newer = { disposition: 'FIELD_PTP', date: '25-11-2026', promiseAmount: 4000 };
    expect(promiseAfter(paid(2000), newer)).toEqual(['2026-11-25', 4000]);
    expect(promiseAfter(newer, paid(3999))).toEqual(['2026-11-25', 4000]);
  });

  it('is done with at any payment once it is broken, a newer one made since is not', () => {
    const row = pulledLoan({
      promiseDate: '2026-11-18',
      promiseAmount: 5000,
      promiseBrokenOn: '2026-11-20',
    });
    const after = (...bodies: object[]) => overlayLoan(row, bodies.map(saved), codes).loan;
    expect(after({ disposition: 'FIELD_NOT_AT_HOME' }).promiseBrokenOn).toBe('2026-11-20');
    expect(after(paid(100))).toMatchObject({ promiseDate: null, promiseBrokenOn: null });
    const newer = { disposition: 'FIELD_PTP', date: '25-11-2026', promiseAmount: 4000 };
    expect(after(newer, paid(100))).toMatchObject({
      promiseDate: '2026-11-25',
      promiseAmount: 4000,
    });
  });
});
