// @vitest-environment page
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../src/app/query-client.ts';
import { OfflineError, RefusedError } from '../../../src/remote/call-errors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  queryClient.clear();
});

const cutOff = () => new OfflineError('Network error', { cause: new TypeError('Failed to fetch') });

/** Asks something that fails with `error` the first time; how often it was asked in all, and what came. */
async function ask(error: Error): Promise<{ times: number; answer: unknown }> {
  const queryFn = vi.fn<() => Promise<string>>(async () => 'answer').mockRejectedValueOnce(error);
  const observer = new QueryObserver(queryClient, { queryKey: ['asked'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.runAllTimersAsync();
  stop();
  const { data, error: failure } = observer.getCurrentResult();
  return { times: queryFn.mock.calls.length, answer: data ?? failure };
}

it('a call that a change of network cut is asked again by itself', async () => {
  expect(await ask(cutOff())).toEqual({ times: 2, answer: 'answer' });
});

it('without a network, after half a minute of silence, or when a portal answered, nothing is asked again', async () => {
  const silent = new OfflineError('Network error', {
    cause: new DOMException('The operation timed out.', 'TimeoutError'),
  });
  expect(await ask(silent)).toEqual({ times: 1, answer: silent });
  queryClient.clear();
  const portal = new OfflineError('Something redirected the call.', { status: 302 });
  expect(await ask(portal)).toEqual({ times: 1, answer: portal });
  queryClient.clear();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const gone = cutOff();
  expect(await ask(gone)).toEqual({ times: 1, answer: gone });
});

it('what the server refused is not asked again; what it failed at is', async () => {
  const body = { statusCode: 404, code: 'NOT_FOUND', message: 'No such loan.' };
  const refused = new RefusedError(404, body, null);
  expect(await ask(refused)).toEqual({ times: 1, answer: refused });
  queryClient.clear();
  expect(await ask(new RefusedError(500, body, null))).toEqual({
    times: 2,
    answer: 'answer',
  });
});

const busyBody = { code: 'BUSY', message: 'Busy.' };

it.each([
  ['the server itself says', new RefusedError(503, busyBody, 20)],
  [
    'its door or a gateway says',
    new OfflineError('Not ours.', { status: 503, retryAfterSeconds: 20 }),
  ],
])(
  'where %s that it is busy, a reading is told of it at once and asked again by itself, not sooner than it says',
  async (_who, error) => {
    let isBusy = true;
    const queryFn = vi.fn<() => Promise<string>>(async () => {
      if (isBusy) throw error;
      return 'answer';
    });
    const observer = new QueryObserver(queryClient, { queryKey: ['busy'], queryFn });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    expect(observer.getCurrentResult().error).toBe(error);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(queryFn).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(7000);
    expect(queryFn).toHaveBeenCalledTimes(2);
    // Each time later, and at least once in a minute and a bit.
    await vi.advanceTimersByTimeAsync(600_000);
    const tries = queryFn.mock.calls.length;
    expect(tries).toBeLessThan(25);
    isBusy = false;
    await vi.advanceTimersByTimeAsync(76_000);
    expect(observer.getCurrentResult().data).toBe('answer');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(queryFn).toHaveBeenCalledTimes(tries + 1);
    stop();
  },
);

it('what just takes too long is not asked again for ever', async () => {
  const slow = new RefusedError(503, { code: 'TOO_SLOW', message: 'Narrow the filter.' }, 5);
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValue(slow);
  const observer = new QueryObserver(queryClient, { queryKey: ['slow'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
  stop();
});

it('what changes while it is read for the first time is read again', async () => {
  let stored = 'waiting';
  const queryFn = async () => {
    const read = stored;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return read;
  };
  const options = { queryKey: ['visit'], queryFn, staleTime: Number.POSITIVE_INFINITY };
  const observer = new QueryObserver(queryClient, options);
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(50);
  stored = 'sent';
  const told = queryClient.invalidateQueries({ queryKey: ['visit'] });
  await vi.runAllTimersAsync();
  await told;
  expect(observer.getCurrentResult().data).toBe('sent');
  stop();
});
