import { describe, expect, it } from 'vitest';
import type { Analytics } from '../../../../contract/staff-dashboard.ts';
import { pathWith } from '../../../../src/components/loan-link.ts';
import { callPath, casesPath } from '../../../../src/features/staff-dashboards/board-paths.ts';
import { rangeParts } from '../../../../src/features/staff-dashboards/range-days.ts';
import { linedUp, lineLabel } from '../../../../src/features/staff-dashboards/target-lines.ts';

const day = (name: string, collected: number): Analytics['days'][number] => ({
  day: name,
  claimed: 0,
  receipted: collected,
  verified: 0,
  collected,
  calls: 1,
  visits: 0,
  promiseCount: 0,
  promiseAmount: 0,
});

const line = (key: string, amount: number) => ({ key, name: key, amount });

describe('what was collected in a range', () => {
  it('stands day by day, days without anything included', () => {
    const days = [day('2026-03-02', 70)];
    const { by, parts } = rangeParts({ from: '2026-03-01', to: '2026-03-03', days });
    expect(by).toBe('day');
    expect(parts).toEqual([
      { label: '01-03', amount: 0 },
      { label: '02-03', amount: 70 },
      { label: '03-03', amount: 0 },
    ]);
  });

  it('stands by month when there are too many days to see', () => {
    const days = [day('2025-12-31', 5), day('2026-01-01', 7), day('2026-01-30', 3)];
    expect(rangeParts({ from: '2020-01-01', to: '2030-01-01', days })).toEqual({
      by: 'month',
      parts: [
        { label: '12-2025', amount: 5 },
        { label: '01-2026', amount: 10 },
      ],
    });
  });
});

describe('target and achievement side by side', () => {
  it('leave days to come without an achievement', () => {
    const lines = linedUp({
      by: 'day',
      month: '2026-03-01',
      achievement: [line('2026-03-01', 10)],
      target: [line('2026-03-01', 4), line('2026-03-02', 8)],
      achieved: 10,
      targeted: 8,
      ledByOthers: [],
      otherTeams: [],
      verified: null,
    });
    expect(lines.map(({ achieved, target }) => [achieved, target])).toEqual([
      [10, 4],
      [null, 8],
    ]);
  });

  it('stand alone where no target is set', () => {
    const lines = linedUp({
      by: 'day',
      month: '2026-03-01',
      achievement: [line('2026-03-01', 10)],
      target: [],
      achieved: 10,
      targeted: null,
      ledByOthers: [],
      otherTeams: [],
      verified: null,
    });
    expect(lines).toEqual([{ key: '2026-03-01', name: '2026-03-01', achieved: 10, target: null }]);
  });

  it('are named by day of the month, month, or person', () => {
    expect(lineLabel('day', line('2026-03-07', 0))).toBe('07');
    expect(lineLabel('month', line('2026-03-01', 0))).toBe('03-2026');
    expect(lineLabel('person', { key: 'some-id', name: 'Asha Patil' })).toBe('Asha Patil');
  });
});

describe('links of a board', () => {
  it('carry what they lead to, whatever characters it has', () => {
    expect(callPath({ loanId: 'a', Loan_ID: 'LN 1&2' })).toBe(
      '/call-management?loanId=a&loanNumber=LN+1%262',
    );
    expect(pathWith('/active-loans', { bucket: ['1', '6+'], city: '' })).toBe(
      '/active-loans?bucket=1&bucket=6%2B',
    );
    expect(casesPath('today')).toBe('/home?view=today');
  });
});
