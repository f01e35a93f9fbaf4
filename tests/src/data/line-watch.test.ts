// @vitest-environment page
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLine } from '../../../src/data/line-watch.ts';
import { queryClient } from '../../../src/app/query-client.ts';
import { OfflineError } from '../../../src/remote/call-errors.ts';
import { TOKEN_KEY, server } from '../../../src/remote/session-client.ts';

let stop = () => {};
/** Whether the line to the server is dead, which the browser does not notice. */
let isDead: boolean;
const probe = vi.fn<() => Promise<unknown>>();
const noAnswer = (cause: Error) => new OfflineError('Network error', { cause });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.setItem(TOKEN_KEY, 'token');
  isDead = true;
  probe.mockReset().mockImplementation(async () => {
    if (isDead) throw noAnswer(new TypeError('Failed to fetch'));
    return { notificationCount: 0 };
  });
  vi.spyOn(server, 'call').mockImplementation(probe);
  stop = watchLine(queryClient);
});
afterEach(() => {
  stop();
  queryClient.clear();
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A screen that shows what it reads over the line; `cause`: how its call ends when that is dead. */
function show(cause: Error) {
  const read = vi.fn<() => Promise<string>>(async () => {
    if (isDead) throw noAnswer(cause);
    return 'answer';
  });
  const observer = new QueryObserver(queryClient, { queryKey: [cause.name], queryFn: read });
  const leave = observer.subscribe(() => undefined);
  return { read, leave, shown: () => observer.getCurrentResult() };
}

it('a screen that found no line comes back by itself though the browser never noticed; meanwhile one call asks for all', async () => {
  const screen = show(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(screen.shown().isError).toBe(true);
  const tries = screen.read.mock.calls.length;
  expect(tries).toBeLessThanOrEqual(3);
  expect(probe.mock.calls.length).toBeGreaterThan(4);
  isDead = false;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(screen.shown().data).toBe('answer');
  const asked = probe.mock.calls.length;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(screen.read).toHaveBeenCalledTimes(tries + 1);
  expect(probe).toHaveBeenCalledTimes(asked);
  screen.leave();
});

it('a call that was hung up on waits longer: the server may take too long for just that', async () => {
  const screen = show(new DOMException('The operation timed out.', 'TimeoutError'));
  await vi.advanceTimersByTimeAsync(10);
  isDead = false;
  await vi.advanceTimersByTimeAsync(50_000);
  expect(screen.read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(screen.shown().data).toBe('answer');
  screen.leave();
});

it('nothing is asked for a screen that was left, in a hidden tab, or without a session', async () => {
  const screen = show(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  localStorage.clear();
  await vi.advanceTimersByTimeAsync(60_000);
  localStorage.setItem(TOKEN_KEY, 'token');
  screen.leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).not.toHaveBeenCalled();
});
