// @vitest-environment happy-dom
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
  let times = 0;
  const queryFn = () => {
    times += 1;
    return times === 1 ? Promise.reject(error) : Promise.resolve('answer');
  };
  const asked = queryClient
    .fetchQuery({ ...queryClient.defaultQueryOptions({ queryKey: ['asked'] }), queryFn })
    .catch((failure: unknown) => failure);
  await vi.runAllTimersAsync();
  return { answer: await asked, times };
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
  const refused = new RefusedError(404, body as never, null);
  expect(await ask(refused)).toEqual({ times: 1, answer: refused });
  queryClient.clear();
  expect(await ask(new RefusedError(503, body as never, null))).toEqual({
    times: 2,
    answer: 'answer',
  });
});
