import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ANSWER_HEADER, ASK_HEADER, UNASKED, WORK_HEADER } from '../../../contract/answer-mark.ts';
import { contactPersonCalls } from '../../../contract/contact-person.ts';
import { deviceCalls } from '../../../contract/device.ts';
import { DONE_ONCE_HEADER } from '../../../contract/done-once.ts';
import { reportEngineCalls } from '../../../contract/report-engine.ts';
import { loanImportCalls } from '../../../contract/loan-import.ts';
import { queryListSchema } from '../../../contract/values.ts';
import { clockNow, noteClock } from '../../../src/lib/clock.ts';
import { createServerClient } from '../../../src/remote/server-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const asks: string[] = [];
const receipt = {
  _id: '01a20896-6c9b-738e-a09c-1ae4ab8b7bd5',
  outcome: 'UNKNOWN',
  sha256: null,
};

/** A 401 in the server's own words, under a mark that is made of the request's name. */
async function answered401(markOf: (ask: string) => string | null) {
  let isOver = false;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const ask = new Headers(init.headers).get(ASK_HEADER) ?? '';
    asks.push(ask);
    const mark = markOf(ask);
    const headers = mark === null ? {} : { [ANSWER_HEADER]: mark };
    return Response.json({ code: 'SESSION_OVER', message: 'Log in.' }, { status: 401, headers });
  });
  const onSessionOver = () => {
    isOver = true;
  };
  const client = createServerClient({ token: () => 'token', onSessionOver });
  const name = await client
    .call(deviceCalls.pullLoans, { query: {} })
    .catch((error: Error) => error.name);
  return { name, isOver };
}

it('only the server’s own answer to this very request ends a session', async () => {
  const over = { name: 'RefusedError', isOver: true };
  const unusable = { name: 'OfflineError', isOver: false };
  expect(await answered401((ask) => ask)).toEqual(over);
  // Something on the way dropped the request's name.
  expect(await answered401(() => UNASKED)).toEqual(over);
  expect(await answered401(() => null)).toEqual(unusable);
  // An answer to an earlier request, kept by something on the way.
  expect(await answered401(() => asks[0] ?? '')).toEqual(unusable);
  expect(new Set(asks).size).toBe(asks.length);
});

it('a name with a comma that is the only one of a list arrives whole', async () => {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    asked.push(queryListSchema.parse(searchParams.getAll('city')));
    return Response.json({});
  });
  const client = createServerClient({ token: () => 'token' });
  for (const city of [['Pune, Camp'], ['Pune, Camp', 'Nashik'], ['Pune']])
    await client
      .call(reportEngineCalls.readReport, {
        params: { report: 'lastInteraction' },
        query: { city },
      })
      .catch(() => undefined);
  expect(asked).toEqual([['Pune, Camp'], ['Pune, Camp', 'Nashik'], ['Pune']]);
});

const unreadable = () => Promise.reject(new DOMException('It changed.', 'NotReadableError'));

it('a chosen file that can not be read any more is no failure of the network', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const client = createServerClient({ token: () => 'token' });
  const sent = async (file: File) => {
    const input = { body: { Client_Name: 'Xenon Finance' }, files: { file: [file] } };
    return client.call(loanImportCalls.uploadLoanMapping, input).catch((error: Error) => error);
  };
  const changed = new File(['Loan'], 'loans.csv');
  changed.slice = () => Object.assign(new Blob(), { arrayBuffer: unreadable });
  expect(await sent(new File(['Loan'], 'loans.csv'))).toMatchObject({ name: 'OfflineError' });
  expect(await sent(changed)).toMatchObject({ name: 'UnreadableFileError', fileName: 'loans.csv' });
});

it.each([
  ['1250', 1250],
  [null, 0],
  ['soon', 0],
])('how long the server worked is told with its answer: %s', async (said, told) => {
  const headers = said === null ? {} : { [WORK_HEADER]: said };
  vi.stubGlobal('fetch', async () => Response.json(receipt, { headers }));
  const client = createServerClient({ token: () => 'token' });
  const onWorked = vi.fn<(ms: number) => void>();
  await client.call(deviceCalls.readFileReceipt, { params: { id: receipt._id } }, { onWorked });
  expect(onWorked.mock.calls).toEqual([[told]]);
});

const refused = (status: number) => (ask: string) =>
  Response.json({ code: 'X', message: 'X' }, { status, headers: { [ANSWER_HEADER]: ask } });
const done = () => Response.json({ _id: receipt._id });

describe('what is done once', () => {
  const body = { name: 'Nandita Rao', designation: null, matter: null, phone: null, email: null };
  const names: (string | null)[] = [];
  const say = (answer: (ask: string) => Response) =>
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      names.push(headers.get(DONE_ONCE_HEADER));
      return answer(headers.get(ASK_HEADER) ?? '');
    });
  const client = createServerClient({ token: () => 'token' });
  const add = async (name = 'Nandita Rao') =>
    client
      .call(contactPersonCalls.createContact, { body: { ...body, name } })
      .then(() => 'done')
      .catch((error: Error) => error.name);

  it('is sent under one name until its answer is known, and under another one after that', async () => {
    say(() => Response.error());
    expect(await add()).toBe('OfflineError');
    say(() => new Response('{"_id":', { headers: { 'content-type': 'application/json' } }));
    expect(await add()).toBe('OfflineError');
    say(refused(503));
    expect(await add()).toBe('RefusedError');
    expect(await add('Suresh Pai')).toBe('RefusedError');
    say(done);
    expect(await add()).toBe('done');
    expect(await add()).toBe('done');
    say(refused(422));
    expect(await add('Suresh Pai')).toBe('RefusedError');
    expect(await add('Suresh Pai')).toBe('RefusedError');
    const [first, cut, busy, other, answered, next, wrong, right] = names;
    expect(first).toMatch(/^[\w-]{8,64}$/);
    expect([cut, busy, answered]).toEqual([first, first, first]);
    expect(new Set([first, other, next, wrong, right]).size).toBe(5);
  });

  it('is something new once another thing of its noun was done, or after ten minutes', async () => {
    names.length = 0;
    say(() => Response.error());
    await add();
    say(done);
    await client.call(contactPersonCalls.removeContact, { params: { id: receipt._id } });
    say(() => Response.error());
    await add();
    await add();
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 11 * 60_000);
    await add();
    const [first, removal, second, again, late] = names;
    expect(again).toBe(second);
    expect(new Set([first, removal, second, late]).size).toBe(4);
  });
});

it('the head of the server’s own answer renews what is known of its clock, and no other', async () => {
  onTestFinished(() => noteClock(null));
  const dayMs = 86_400_000;
  const client = createServerClient({ token: () => 'token' });
  const answerAt = async (mark: boolean) => {
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      const own = mark
        ? { [ANSWER_HEADER]: new Headers(headers).get(ASK_HEADER) ?? '' }
        : undefined;
      const date = new Date(Date.now()).toUTCString();
      return Response.json({}, { headers: { date, ...own } });
    });
    await client.call(deviceCalls.pullLoans, { query: {} }).catch(() => undefined);
    return Math.round((clockNow() - Date.now()) / dayMs);
  };
  // Three days ago this clock was a day fast; somebody set it right since.
  noteClock({ heardMs: Date.now() - 3 * dayMs, offsetMs: -dayMs });
  expect(await answerAt(false)).toBe(-1);
  expect(await answerAt(true)).toBe(0);
});
