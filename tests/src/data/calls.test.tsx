// @vitest-environment page
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ANSWER_HEADER, UNASKED } from '../../../contract/answer-mark.ts';
import { callsOf } from '../../../contract/call.ts';
import { useCallCommand, useCommand } from '../../../src/data/call-command.ts';
import type { CommandOptions } from '../../../src/data/call-command.ts';
import { callKey, readWhenOpened, useCallQuery } from '../../../src/data/call-query.ts';
import { server } from '../../../src/remote/session-client.ts';
import { render } from '../support/render.tsx';
import { loggedInUser } from '../support/logged-in-user.ts';

const about = { summary: 'Tried.', roles: 'any' } as const;
const answer = z.object({ text: z.string() });
const params = z.object({ id: z.string() });
const loans = callsOf('loans', {
  list: { ...about, method: 'GET', path: '/list', answer },
  read: { ...about, method: 'GET', path: '/read/:id', params, answer },
  remove: {
    ...about,
    method: 'DELETE',
    path: '/remove/:id',
    params,
    answer,
  },
});
const promises = callsOf('promises', {
  due: { ...about, method: 'GET', path: '/due', answer },
  names: {
    ...about,
    noun: 'clients',
    method: 'GET',
    path: '/names',
    answer,
  },
});

let asked: string[];
let isRefused: boolean;
let code: string;
let client: QueryClient;

beforeEach(() => {
  asked = [];
  isRefused = false;
  code = 'TAKEN';
  localStorage.clear();
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Headers }) => {
    asked.push(`${headers.has('x-background') ? 'quietly ' : ''}${address.replace('/api/v1', '')}`);
    if (isRefused && address.includes('remove'))
      return Response.json(
        { code, message: 'No.', details: {} },
        { status: 409, headers: { [ANSWER_HEADER]: UNASKED } },
      );
    return Response.json({ text: `answer ${asked.length}` });
  });
});
afterEach(() => vi.unstubAllGlobals());

const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 0)));

async function shown(content: ReactNode) {
  const view = await render(<QueryClientProvider client={client}>{content}</QueryClientProvider>);
  await settle();
  return view;
}

function All() {
  const list = useCallQuery(loans.list, {});
  const read = useCallQuery(loans.read, { params: { id: 'A' } });
  useCallQuery(promises.due, {});
  useCallQuery(promises.names, {});
  return `${list.data?.text} ${read.data?.text}`;
}

/** Sends a removal of A. */
const removal: { send: () => Promise<unknown> } = { send: async () => undefined };
function Removal(options: CommandOptions<unknown>) {
  const command = useCallCommand(loans.remove, options);
  useEffect(() => {
    removal.send = () => command.mutateAsync({ params: { id: 'A' } }).catch(() => undefined);
  });
  return null;
}

async function afterRemoval(options: CommandOptions<unknown>, content: ReactNode = <All />) {
  await shown(
    <>
      {content}
      <Removal {...options} />
    </>,
  );
  asked = [];
  await act(() => removal.send());
  await settle();
  return asked.filter((each) => !each.includes('remove'));
}

function Once() {
  useCallQuery(loans.read, { params: { id: 'A' } }, readWhenOpened);
  return null;
}

function Nothing() {
  useCallQuery(loans.read, null);
  return null;
}

function Polled() {
  useCallQuery(loans.list, {}, { isBackground: 'again' });
  return null;
}

describe('a query of a call', () => {
  it('is asked once for all who show it', async () => {
    const view = await shown(
      <>
        <All />, <All />
      </>,
    );
    expect(asked).toEqual(['/list', '/read/A', '/due', '/names']);
    expect(view.text()).toContain('answer 1 answer 2, answer 1 answer 2');
  });

  it('without an input asks nothing', async () => {
    await shown(<Nothing />);
    expect(asked).toEqual([]);
  });

  it('that goes on by itself is asked quietly from its second time on', async () => {
    await shown(<Polled />);
    await act(() => client.invalidateQueries());
    expect(asked).toEqual(['/list', 'quietly /list']);
  });
});

function Form() {
  useCallQuery(loans.read, { params: { id: 'B' } }, readWhenOpened);
  return null;
}

function Other() {
  useQuery({ queryKey: ['desk', 'leave', 'L'], queryFn: async () => asked.push('leave of L') });
  return null;
}

describe('a command', () => {
  it('has what is shown of its own noun read again, and nothing else', async () => {
    expect(await afterRemoval({})).toEqual(['/list', '/read/A']);
  });

  it('has the nouns that it names read again, a call with a noun of its own among them', async () => {
    expect(await afterRemoval({ changes: ['clients'] })).toEqual(['/list', '/read/A', '/names']);
  });

  it('does not ask again for what it removed', async () => {
    expect(await afterRemoval({ gone: () => ['A'] })).toEqual(['/list']);
  });

  it('leaves a form what it began with', async () => {
    expect(await afterRemoval({}, <Form />)).toEqual([]);
  });

  it('that was refused has all read again, for somebody may have been faster', async () => {
    isRefused = true;
    expect(await afterRemoval({})).toEqual(['/list', '/read/A']);
  });

  it('reads nothing again after a refusal when it was told so', async () => {
    isRefused = true;
    expect(await afterRemoval({ readsAgain: 'done' })).toEqual([]);
  });

  it('tells of its end before anything is read again', async () => {
    const told: string[][] = [];
    await afterRemoval({ onDone: () => told.push([...asked]) });
    expect(told).toEqual([['/remove/A']]);
  });

  it('has all of the noun read again when somebody else was faster, what is read once included', async () => {
    isRefused = true;
    expect(await afterRemoval({ readsAgain: 'done' }, <Once />)).toEqual([]);
    code = 'STALE_REVISION';
    expect(await afterRemoval({ readsAgain: 'done' }, <Once />)).toEqual(['/read/A']);
  });

  it('has what mentions an id read again, whatever its noun and key', async () => {
    expect(await afterRemoval({ changes: [{ id: 'L' }] }, <Other />)).toEqual(['leave of L']);
  });
});

const person = (_id: string) =>
  localStorage.setItem('recoup.user', JSON.stringify(loggedInUser(_id, 'MANAGER')));

it('what one person was answered is not kept for the next', async () => {
  const key = callKey(loans.read, { params: { id: 'A' } });
  const asha = '0190e2f8-5a3c-7c1d-8e4f-6a7b8c9d0e01';
  const bina = '0190e2f8-5a3c-7c1d-8e4f-6a7b8c9d0e02';
  function Sender() {
    const command = useCommand(
      async (next: string) => {
        const { text } = await server.call(loans.list);
        person(next);
        return { text };
      },
      { isAnswerOf: () => key },
    );
    useEffect(() => {
      removal.send = () => command.mutateAsync(bina);
    });
    return null;
  }
  person(asha);
  await shown(<Sender />);
  await act(() => removal.send());
  expect(client.getQueryData(key)).toBeUndefined();
  await act(() => removal.send());
  expect(client.getQueryData(key)).toEqual({ text: 'answer 2' });
});
