import { afterEach, describe, expect, it, vi } from 'vitest';
import { clockNow, noteClock } from '../../../src/lib/clock.ts';
import { today } from '../../../src/lib/dates.ts';
import { relativeDay } from '../../../src/lib/relative-time.ts';

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

  it('counts as right within ten minutes, and before the server was heard', () => {
    show(HEARD_MS);
    expect(clockNow()).toBe(HEARD_MS);
    noteClock({ heardMs: HEARD_MS + 500_000, offsetMs: 500_000 });
    expect(clockNow()).toBe(HEARD_MS);
  });
});
