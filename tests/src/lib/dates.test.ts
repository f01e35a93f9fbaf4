import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  addDays,
  currentMonth,
  daysBetween,
  formatClock,
  formatDay,
  formatDayTime,
  formatTime,
  instantOf,
  parseDay,
  today,
} from '../../../src/lib/dates.ts';
import { formatMonth, monthChoices } from '../../../src/lib/months.ts';
import { dueState, relativeDay, relativeTime } from '../../../src/lib/relative-time.ts';

const NOW = Date.parse('2026-11-20T20:00:00Z'); // 01:30 on the 21st in India

describe('months', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it.each(['America/New_York', 'Australia/Sydney', 'Europe/London', 'Asia/Kolkata'])(
    'begin and end where the calendar says, on a device in %s',
    (place) => {
      process.env['TZ'] = place;
      for (let year = 2026; year <= 2028; year += 1)
        for (let month = 1; month <= 12; month += 1) {
          const name = `${year}-${String(month).padStart(2, '0')}`;
          const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
          for (const day of [`${name}-01`, `${name}-15`, last]) {
            expect(today(day)).toBe(day);
            expect(currentMonth(day)).toEqual({ from: `${name}-01`, to: last });
            expect(formatMonth(day)).toBe(`${name.slice(5)}-${year}`);
          }
        }
    },
  );

  it('to choose from are each there once, around a new year and after a February', () => {
    vi.useFakeTimers({ now: Date.parse('2028-02-29T18:31:00Z') });
    const choices = monthChoices(4, 1);
    vi.useRealTimers();
    expect(choices.map(({ value }) => value)).toEqual([
      '2028-04-01',
      '2028-03-01',
      '2028-02-01',
      '2028-01-01',
    ]);
    expect(choices[3]?.label).toBe('01-2028');
  });
});

describe('dates', () => {
  it('shows instants in the business time zone, not the machine’s', () => {
    expect(formatDay('2026-11-20T20:00:00Z')).toBe('21-11-2026');
    expect(formatTime('2026-11-20T20:00:00Z')).toBe('01:30 AM');
    expect(formatDayTime('2026-11-20T05:12:00Z')).toBe('20-11-2026 10:42 AM');
  });

  it('shows a calendar day as that day', () => {
    expect(formatDay('2026-11-21')).toBe('21-11-2026');
    expect(formatDay(null)).toBe('–');
    expect(formatDay('nonsense')).toBe('–');
    expect(formatClock('16:05')).toBe('04:05 PM');
  });

  it('knows today, the month and distances in the business time zone', () => {
    expect(today(NOW)).toBe('2026-11-21');
    expect(currentMonth(NOW)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(daysBetween('2026-11-21', '2026-11-18')).toBe(-3);
  });

  it('reads days as people type them and refuses impossible ones', () => {
    expect(parseDay('21-11-2026')).toBe('2026-11-21');
    expect(parseDay('1/2/2026')).toBe('2026-02-01');
    expect(parseDay('2026-11-21')).toBe('2026-11-21');
    expect(parseDay('31-02-2026')).toBeNull();
    expect(parseDay('tomorrow')).toBeNull();
  });

  it('makes the instant of a business day and time', () => {
    expect(instantOf('2026-11-21', '10:00')).toBe('2026-11-21T04:30:00.000Z');
  });
});

describe('relative times', () => {
  it('counts minutes and hours near now, days further away', () => {
    expect(relativeTime(NOW + 20 * 60_000, NOW)).toEqual({ key: 'inMinutes', count: 20 });
    expect(relativeTime(NOW - 3 * 3_600_000, NOW)).toEqual({ key: 'hoursAgo', count: 3 });
    expect(relativeTime(NOW + 3 * 86_400_000, NOW)).toEqual({ key: 'inDays', count: 3 });
    expect(relativeDay('2026-11-20', NOW)).toEqual({ key: 'yesterday', count: 1 });
  });

  it('says how a due day stands', () => {
    expect(dueState('2026-11-18', '2026-11-21')).toEqual({ state: 'overdue', days: 3 });
    expect(dueState('2026-11-21', '2026-11-21')).toEqual({ state: 'today', days: 0 });
    expect(dueState('2026-11-30', '2026-11-21')).toEqual({ state: 'ahead', days: 9 });
  });
});
