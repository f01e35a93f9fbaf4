// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { ANSWER_HEADER, UNASKED } from '../../../contract/answer-mark.ts';
import { callsOf } from '../../../contract/call.ts';
import { useKeptCallQuery } from '../../../src/data/kept-query.ts';
import type { KeptResult } from '../../../src/data/kept-query.ts';
import { readKeptAnswer } from '../../../src/offline/kept-answers.ts';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

vi.mock(import('../../../src/offline/kept-answers.ts'));

const calls = callsOf('loans', {
  read: {
    summary: 'Tried.',
    roles: 'any',
    method: 'GET',
    path: '/read',
    answer: z.object({ text: z.string() }),
  },
});

/** What the server says, in the order in which it is asked; after the last it says nothing. */
let answers: Response[];

beforeEach(() => {
  localStorage.clear();
  vi.mocked(readKeptAnswer)
    .mockReset()
    .mockResolvedValue({ at: 1, answer: { text: 'kept' } });
  vi.stubGlobal('fetch', () => answers.shift() ?? new Promise(() => undefined));
});
afterEach(() => vi.unstubAllGlobals());

/** All that a screen was given, from the first drawing on. */
async function givenTo(said: Response[]): Promise<KeptResult<typeof calls.read>[]> {
  answers = said;
  const given: KeptResult<typeof calls.read>[] = [];
  function Probe() {
    given.push(useKeptCallQuery(calls.read, {}, { isShownAhead: true }));
    return null;
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = await render(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await view.unmount();
    client.clear();
  });
  return given;
}

const refusal = () =>
  Response.json(
    { code: 'FORBIDDEN', message: 'No.', details: {} },
    { status: 403, headers: { [ANSWER_HEADER]: UNASKED } },
  );
const failure = () =>
  Response.json(
    { code: 'INTERNAL', message: 'No.', details: {} },
    { status: 500, headers: { [ANSWER_HEADER]: UNASKED } },
  );
const later = (check: () => void) => act(async () => vi.waitFor(check, PATIENCE));

it('what was kept is looked up at once and shown before the server answers', async () => {
  const given = await givenTo([]);
  expect(given[0]).toMatchObject({ data: undefined, isLookedUp: true });
  await later(() =>
    expect(given.at(-1)).toMatchObject({ data: { text: 'kept' }, isLookedUp: false }),
  );
});

it('what the server refused is not shown from what was kept while it is asked again', async () => {
  const given = await givenTo([refusal()]);
  await later(() => expect(given.at(-1)?.isError).toBe(true));
  const before = given.length;
  await act(async () => void given.at(-1)?.refetch());
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(given.length).toBeGreaterThan(before);
  expect(given.slice(before).map(({ data }) => data)).not.toContainEqual({ text: 'kept' });
});

it('what was shown ahead stays where the server fails at its answer', async () => {
  const given = await givenTo([failure(), failure()]);
  await later(() => expect(given.at(-1)?.error).not.toBeNull());
  await later(() => expect(given.at(-1)).toMatchObject({ data: { text: 'kept' } }));
  await act(async () => void given.at(-1)?.refetch());
  const shown = given.findIndex(({ data }) => data !== undefined);
  expect(given.slice(shown).map(({ data }) => data?.text)).not.toContain(undefined);
});

it('nobody waits for what was kept once it could not be read, however often that is tried', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  vi.mocked(readKeptAnswer).mockRejectedValue(new Error('The database is broken.'));
  const given = await givenTo([]);
  await later(() => expect(given.at(-1)?.isLookedUp).toBe(false));
  const before = given.length;
  for (let second = 0; second < 15; second += 1)
    await act(async () => vi.advanceTimersByTimeAsync(1000));
  // Each reading is tried again some times, and begun anew after a while.
  expect(vi.mocked(readKeptAnswer).mock.calls.length).toBeGreaterThan(7);
  expect(given.slice(before).filter(({ isLookedUp }) => isLookedUp)).toEqual([]);
});
