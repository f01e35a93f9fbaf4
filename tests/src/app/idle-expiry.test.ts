// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  IDLE_MS,
  extendExpiry,
  isExpired,
  storedExpiry,
  watchIdle,
} from '../../../src/app/idle-expiry.ts';
import { noteClock } from '../../../src/lib/clock.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  noteClock(null);
  vi.useRealTimers();
});

describe('the idle timeout', () => {
  it('logs out 600 seconds after the last activity, within a second', () => {
    const onIdle = vi.fn<() => void>();
    extendExpiry();
    const stop = watchIdle(onIdle);
    vi.advanceTimersByTime(IDLE_MS - 1000);
    expect(onIdle).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    expect(onIdle).toHaveBeenCalled();
    stop();
  });

  it('is put off by mouse, scroll and key activity, written once per 300 ms of quiet', () => {
    extendExpiry();
    const stop = watchIdle(() => undefined);
    const first = storedExpiry();
    vi.advanceTimersByTime(60_000);
    for (const name of ['mousemove', 'scroll', 'keydown']) window.dispatchEvent(new Event(name));
    expect(storedExpiry()).toBe(first);
    vi.advanceTimersByTime(300);
    expect(storedExpiry()).toBe(1_060_300 + IDLE_MS);
    stop();
  });

  it('counts activity in another tab, which moves the same stored expiry', () => {
    const onIdle = vi.fn<() => void>();
    extendExpiry();
    const stop = watchIdle(onIdle);
    vi.advanceTimersByTime(IDLE_MS - 1000);
    localStorage.setItem('recoup.expiry', String(Date.now() + IDLE_MS));
    vi.advanceTimersByTime(5000);
    expect(onIdle).not.toHaveBeenCalled();
    stop();
  });

  it('does not bring back a session whose expiry has passed', () => {
    extendExpiry();
    const stop = watchIdle(() => undefined);
    vi.advanceTimersByTime(IDLE_MS);
    window.dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(300);
    expect(isExpired()).toBe(true);
    stop();
  });

  it('lasts no longer for a clock that was ahead and is put right', () => {
    const onIdle = vi.fn<() => void>();
    extendExpiry(Date.now() + 86_400_000);
    const stop = watchIdle(onIdle);
    vi.advanceTimersByTime(IDLE_MS + 3000);
    expect(onIdle).toHaveBeenCalledWith();
    stop();
  });

  const HOUR_MS = 3_600_000;

  it.each([
    ['put right is no idleness, and what was left of the time is left', HOUR_MS, false],
    ['still, and slept through as much as makes it look later, is', HOUR_MS / 2, true],
  ])('of a clock that was an hour behind, %s', (_, leapMs, isIdle) => {
    noteClock({
      heardMs: Date.now() + HOUR_MS,
      offsetMs: HOUR_MS,
      atMonotonicMs: performance.now(),
    });
    const onIdle = vi.fn<() => void>();
    extendExpiry();
    const stop = watchIdle(onIdle);
    vi.advanceTimersByTime(300_000);
    vi.setSystemTime(Date.now() + leapMs);
    vi.advanceTimersByTime(280_000);
    expect(onIdle.mock.calls.length > 0).toBe(isIdle);
    vi.advanceTimersByTime(30_000);
    expect(onIdle).toHaveBeenCalledWith();
    stop();
  });

  it('finds nothing expired where nothing is stored', () => {
    expect(isExpired()).toBe(false);
  });
});
