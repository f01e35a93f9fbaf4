import { describe, expect, it } from 'vitest';
import type { SeatRow } from '../../../contract/agent-seat.ts';
import {
  colourStep,
  inReach,
  processesOf,
  sorted,
  stateCounts,
} from '../../../src/features/agent-monitor/monitor-rows.ts';

const seat = (fullName: string, more: Partial<SeatRow> = {}): SeatRow => ({
  _id: fullName,
  fullName,
  status: 'READY',
  breakName: null,
  since: '2026-03-02T05:00:00.000Z',
  processName: 'Home loans',
  isPredictive: false,
  wantedBreak: null,
  loanId: null,
  Loan_ID: null,
  Customer_Name: null,
  callCount: 0,
  talkSeconds: 0,
  wrapUpSeconds: 0,
  waitSeconds: 0,
  breakSeconds: 0,
  breakCount: 0,
  loggedInSeconds: 0,
  ...more,
});

const floor = [
  seat('Bala Iyer', { callCount: 4, since: '2026-03-02T05:03:00.000Z' }),
  seat('Asha Rao', { status: 'INCALL', callCount: 9, processName: 'Cards' }),
  seat('Chetan Roy', { status: 'LOGGED_OUT', since: null, processName: null }),
];
const names = (rows: readonly SeatRow[]) => rows.map(({ fullName }) => fullName[0]).join('');

describe('the monitor', () => {
  it('colours the time in a state at 10, 60 and 300 seconds', () => {
    expect([0, 9, 10, 59, 60, 299, 300, 9000].map((seconds) => colourStep(seconds))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ]);
  });

  it('counts every state, those without anybody too', () => {
    expect(
      Object.fromEntries(stateCounts(floor).map(({ state, count }) => [state, count])),
    ).toEqual({ READY: 1, QUEUE: 0, INCALL: 1, DEAD: 0, DISPO: 0, BREAK: 0, LOGGED_OUT: 1 });
  });

  it('is narrowed by process and by the words of a name', () => {
    const all = { state: [], process: [], search: '' };
    expect(names(inReach(floor, all))).toBe('BAC');
    expect(names(inReach(floor, { ...all, process: ['Cards'] }))).toBe('A');
    expect(names(inReach(floor, { ...all, search: ' roy  CHE' }))).toBe('C');
    expect(processesOf(floor)).toEqual(['Cards', 'Home loans']);
  });

  it('is sorted by name at first, and by figures and times both ways', () => {
    expect(names(sorted(floor, null))).toBe('ABC');
    expect(names(sorted(floor, { key: 'calls', direction: 'desc' }))).toBe('ABC');
    expect(names(sorted(floor, { key: 'calls', direction: 'asc' }))).toBe('CBA');
    expect(names(sorted(floor, { key: 'time', direction: 'desc' }))).toBe('ABC');
    expect(names(sorted(floor, { key: 'state', direction: 'asc' }))).toBe('BAC');
  });
});
