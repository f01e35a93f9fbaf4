import { describe, expect, it } from 'vitest';
import { presetDays } from '../../contract/report-days.ts';
import { latestTime, nextTime } from '../../server/reports/schedule-times.ts';

const ZONE = 'Asia/Kolkata';
const next = (time: Parameters<typeof nextTime>[0], after: string, zone = ZONE) =>
  nextTime(time, zone, new Date(after)).toISOString();

describe('the next time of a schedule', () => {
  it('is today’s when it is still to come, else the next day’s', () => {
    const time = { rhythm: 'DAILY', at: '07:00' } as const;
    expect(next(time, '2026-03-01T01:29:59Z')).toBe('2026-03-01T01:30:00.000Z');
    expect(next(time, '2026-03-01T01:30:00Z')).toBe('2026-03-02T01:30:00.000Z');
  });

  it('is on its weekday, Monday being the first and Sunday the seventh', () => {
    expect(next({ rhythm: 'WEEKLY', weekday: 1, at: '09:00' }, '2026-03-04T00:00:00Z')).toBe(
      '2026-03-09T03:30:00.000Z',
    );
    expect(next({ rhythm: 'WEEKLY', weekday: 7, at: '00:00' }, '2026-03-04T00:00:00Z')).toBe(
      '2026-03-07T18:30:00.000Z',
    );
  });

  it('is on the last day of a month that is too short', () => {
    const time = { rhythm: 'MONTHLY', monthDay: 31, at: '23:59' } as const;
    expect(next(time, '2026-02-01T00:00:00Z')).toBe('2026-02-28T18:29:00.000Z');
    expect(next(time, '2026-02-28T18:29:00Z')).toBe('2026-03-31T18:29:00.000Z');
    expect(next({ ...time, monthDay: 30 }, '2026-03-01T00:00:00Z')).toBe(
      '2026-03-30T18:29:00.000Z',
    );
  });

  it('comes once a day where the clock jumps', () => {
    const time = { rhythm: 'DAILY', at: '02:30' } as const;
    const first = next(time, '2026-03-29T00:00:00Z', 'Europe/Berlin');
    expect(next(time, first, 'Europe/Berlin')).toBe('2026-03-30T00:30:00.000Z');
  });

  it('of what was missed is the newest that has come', () => {
    const time = { rhythm: 'DAILY', at: '07:00' } as const;
    const latest = latestTime(
      time,
      ZONE,
      new Date('2026-03-01T01:30:00Z'),
      new Date('2026-03-04T01:00:00Z'),
    );
    expect(latest.toISOString()).toBe('2026-03-03T01:30:00.000Z');
  });
});

it('presets are the calendar’s', () => {
  expect(presetDays('week', '2026-03-01')).toEqual({ gte: '2026-02-23', lte: '2026-03-01' });
  expect(presetDays('week', '2026-03-02')).toEqual({ gte: '2026-03-02', lte: '2026-03-08' });
  expect(presetDays('month', '2028-02-29')).toEqual({ gte: '2028-02-01', lte: '2028-02-29' });
  expect(presetDays('lastMonth', '2026-01-31')).toEqual({ gte: '2025-12-01', lte: '2025-12-31' });
  expect(presetDays('quarter', '2026-12-31')).toEqual({ gte: '2026-10-01', lte: '2026-12-31' });
  expect(presetDays('yesterday', '2026-01-01')).toEqual({ gte: '2025-12-31', lte: '2025-12-31' });
});
