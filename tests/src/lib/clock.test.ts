import { afterEach, describe, expect, it, vi } from 'vitest';
import { clockNow, noteClock, offsetOfSaving, recallClock } from '../../../src/lib/clock.ts';
import { today } from '../../../src/lib/dates.ts';
import { relativeDay, relativeTime } from '../../../src/lib/relative-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HEARD_MS = Date.parse('2026-11-30T06:30:00Z'); // noon in India

afterEach(() => {
  noteClock(null);
  vi.restoreAllMocks();
});

/** What this device's clock shows. */
const show = (wallMs: number) => vi.spyOn(Date, 'now').mockReturnValue(wallMs);

describe('a clock that is wrong', () => {
  it.each([
    ['a day slow', -DAY_MS],
    ['a day fast', DAY_MS],
    ['in 2019', Date.parse('2019-07-10T00:00:00Z') - HEARD_MS],
    ['an hour slow', -HOUR_MS],
  ])(
    '%s does not make another day, nor another time of day, once the server was heard',
    (_, by) => {
      noteClock({ heardMs: HEARD_MS, offsetMs: -by });
      show(HEARD_MS + by + HOUR_MS / 2);
      expect(clockNow()).toBe(HEARD_MS + HOUR_MS / 2);
      expect(today()).toBe('2026-11-30');
      expect(relativeDay('2026-12-01')).toEqual({ key: 'tomorrow', count: 1 });
    },
  );

  it.each([
    ['slow', -DAY_MS],
    ['fast', DAY_MS],
  ])('that was %s and is set right is not put off by what was known of it', (_, by) => {
    noteClock({ heardMs: HEARD_MS, offsetMs: -by });
    show(HEARD_MS + 2 * HOUR_MS);
    expect(clockNow()).toBe(HEARD_MS + 2 * HOUR_MS);
    expect(today()).toBe('2026-11-30');
  });

  it.each([
    ['an hour slow', -HOUR_MS],
    ['three hours fast', 3 * HOUR_MS],
  ])('%s stays put right on a page that is open without the server for a day', (_, by) => {
    const page = vi.spyOn(performance, 'now').mockReturnValue(1000);
    noteClock({ heardMs: HEARD_MS, offsetMs: -by, atMonotonicMs: 1000 });
    for (const passed of [HOUR_MS / 2, 2 * HOUR_MS, DAY_MS]) {
      page.mockReturnValue(1000 + passed);
      show(HEARD_MS + by + passed);
      expect(clockNow()).toBe(HEARD_MS + passed);
    }
  });

  it.each([
    ['an hour slow', -HOUR_MS],
    ['three hours fast', 3 * HOUR_MS],
  ])('%s, set right by hand hours after the server was heard, is left alone', (_, by) => {
    const page = vi.spyOn(performance, 'now').mockReturnValue(1000);
    noteClock({ heardMs: HEARD_MS, offsetMs: -by, atMonotonicMs: 1000 });
    page.mockReturnValue(1000 + 5 * HOUR_MS);
    const byHand = HEARD_MS + 5 * HOUR_MS - 30_000;
    show(byHand);
    expect(clockNow()).toBe(byHand);
  });

  it('goes by what this page heard itself, also after what was kept is taken up again', () => {
    const page = vi.spyOn(performance, 'now').mockReturnValue(1000);
    noteClock({ heardMs: HEARD_MS, offsetMs: HOUR_MS, atMonotonicMs: 1000 });
    recallClock({ heardMs: HEARD_MS, offsetMs: HOUR_MS });
    page.mockReturnValue(1000 + 2 * HOUR_MS);
    show(HEARD_MS + HOUR_MS);
    expect(clockNow()).toBe(HEARD_MS + 2 * HOUR_MS);
  });

  it.each([
    ['an hour slow', -HOUR_MS],
    ['two days fast', 2 * DAY_MS],
  ])('%s does not move what the server dated in words', (_, by) => {
    noteClock({ heardMs: HEARD_MS, offsetMs: -by });
    show(HEARD_MS + by);
    const ago = new Date(HEARD_MS - 20 * 60_000);
    expect(relativeTime(ago)).toEqual({ key: 'minutesAgo', count: 20 });
  });

  it.each([
    ['right', 0],
    ['an hour slow', -HOUR_MS],
    ['three hours fast', 3 * HOUR_MS],
  ])('that was %s and is set back, of an open page, does not make another day', (_, by) => {
    const page = vi.spyOn(performance, 'now').mockReturnValue(1000);
    noteClock({ heardMs: HEARD_MS, offsetMs: -by, atMonotonicMs: 1000 });
    page.mockReturnValue(1000 + 2 * HOUR_MS);
    const now = HEARD_MS + 2 * HOUR_MS;
    for (const back of [HOUR_MS, DAY_MS, 2700 * DAY_MS]) {
      show(now + Math.min(by, 0) - back);
      expect(clockNow()).toBe(now);
      expect(offsetOfSaving(Date.now(), -by)).toBe(now - Date.now());
    }
  });

  it('that is ahead of what an open page counted may be right: what is slept through is not counted', () => {
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    noteClock({ heardMs: HEARD_MS, offsetMs: 0, atMonotonicMs: 1000 });
    show(HEARD_MS + 5 * HOUR_MS);
    expect(clockNow()).toBe(HEARD_MS + 5 * HOUR_MS);
    expect(offsetOfSaving(Date.now(), 0)).toBe(0);
  });

  it('counts as right within ten minutes, and before the server was heard', () => {
    show(HEARD_MS);
    expect(clockNow()).toBe(HEARD_MS);
    noteClock({ heardMs: HEARD_MS + 500_000, offsetMs: 500_000 });
    expect(clockNow()).toBe(HEARD_MS);
  });
});
