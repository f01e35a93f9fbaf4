import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Call } from '../../../contract/call.ts';
import { calls } from '../../../contract/calls.ts';
import { fieldProblemSchema } from '../../../contract/errors.ts';
import { PROBLEM_WORDS } from '../../../contract/problem-words.ts';
import { ROLES } from '../../../contract/roles.ts';
import { wellFormed } from '../../../server/http/well-formed.ts';
import { newId } from '../../../server/ids.ts';
import { triesAll } from '../../support/cases.ts';
import { addressOf, fieldsOf, inputShape, sampleOf } from '../../support/call-samples.ts';
import { personNames, testServer } from '../../support/server.ts';
import { registerTestDevice } from '../../support/test-device.ts';
import { loanOf } from '../../support/work.ts';

/* Security 21, 22, 25, 27, 28, 29: whatever is sent, nothing breaks and nothing is told. */

const server = testServer();
let loanId: string;
let deliveryToken: string;

beforeAll(async () => {
  loanId = await loanOf(server, 'collector');
  deliveryToken = (await registerTestDevice(server, 'fieldagent')).grant.deliveryToken;
});

const NASTY: unknown[] = [
  "'; drop table loans; --",
  '1 or 1=1',
  'a\u0000b',
  '%00',
  '../../../etc/passwd',
  '😀'.repeat(400),
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '9'.repeat(300),
  '-1',
  '1e308',
  'NaN',
  '99-99-9999',
  '0000-00-00',
  '01-01-0000',
  '\ud800',
  '{"__proto__":{"admin":true}}',
  -1,
  1e308,
  0.1,
  true,
  null,
  [],
  [[[]]],
  {},
  { length: 1e9 },
];

/** What a query carries is text. */
const NASTY_TEXTS: string[] = [
  ...NASTY.filter((each) => typeof each === 'string'),
  '31-02-2026',
  '0001-01-01',
  '%',
  "'",
  '\\',
  '0',
  '9999999999999999999',
  newId(),
  'ü'.repeat(50),
];

const TELLTALE =
  /syntax error|at \S+ \(|\.ts:\d|node_modules|\bselect .* from\b|insert into|relation "|pg_|violates|ECONN|stack/i;

function tokenFor(call: Call): string | null {
  if (call.access === 'public') return null;
  if (call.access === 'device') return deliveryToken;
  const role = call.roles === 'any' ? 'COLLECTOR' : (call.roles[0] ?? ROLES[0]);
  const name = personNames.find((person) => server.people[person].role === role) ?? 'admin';
  return server.people[name].token;
}

const ids = () => ({
  any: newId(),
  loanId,
  _id: loanId,
  collectorId: server.people.collector.id,
  managerId: server.people.manager.id,
});

const headersOf = (call: Call) => {
  const token = tokenFor(call);
  return token === null ? {} : { authorization: `Bearer ${token}` };
};

const refusalSchema = z.object({
  message: z.string().min(1),
  details: z.array(fieldProblemSchema.extend({ code: z.enum(Object.keys(PROBLEM_WORDS)) })),
});

/** Every 422, and every 400 with details, names the wrong fields in the one shape, with codes that clients know. */
function isFieldwise({ statusCode, body }: { statusCode: number; body: string }): boolean {
  if (statusCode !== 422 && !(statusCode === 400 && body.includes('"details"'))) return true;
  return refusalSchema.safeParse(JSON.parse(body)).success;
}

async function judge(
  call: Call,
  what: string,
  request: { url?: string; query?: Record<string, string>; payload?: object },
): Promise<string[]> {
  const answer = await server.app.inject({
    method: call.method,
    url: addressOf(call, loanId),
    headers: headersOf(call),
    ...request,
  });
  const isTelling = answer.statusCode >= 400 && TELLTALE.test(answer.body);
  return answer.statusCode >= 500 || isTelling || !isFieldwise(answer)
    ? [`${call.name} ${what}: ${answer.statusCode} ${answer.body.slice(0, 200)}`]
    : [];
}

const sentRefused = new Set<string>();
let taken = 0;

/** Values that the contract takes are sent to calls by turns. */
const TURNS = 3;

/**
 * Whether it is worth sending: what the contract refuses is refused in the same way whatever it is, and one of each call's
 * part says that it is; `npm run soak` sends all.
 */
function isWorth(call: Call, part: 'params' | 'query' | 'body', value: unknown): boolean {
  if (triesAll) return true;
  if (call[part] === undefined || call[part].safeParse(wellFormed(value)).success)
    return (taken += 1) % TURNS === 0;
  const key = `${call.name} ${part}`;
  const isFirst = !sentRefused.has(key);
  sentRefused.add(key);
  return isFirst;
}

const fuzzed = calls.filter((call) => !call.name.startsWith('logout'));

describe('a request that the framework refuses', () => {
  it.each([
    [400, 'UNREADABLE_REQUEST', 'application/json', '{bad'],
    [415, 'WRONG_MEDIA_TYPE', 'application/xml', '<x/>'],
    [413, 'TOO_LARGE', 'application/json', JSON.stringify({ email: 'x'.repeat(2_000_000) })],
  ])('is answered %i %s in our words', async (status, code, type, payload) => {
    const headers = { 'content-type': type };
    const url = '/api/v1/login';
    const answer = await server.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code });
  });
});

describe('nasty values', () => {
  it('break no address', async () => {
    const wrong = [];
    for (const call of fuzzed.filter((each) => each.path.includes(':')))
      for (const value of NASTY.filter((each) => typeof each === 'string')) {
        if (/[\ud800-\udbff](?![\udc00-\udfff])/.test(value)) continue;
        const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, value]);
        if (isWorth(call, 'params', Object.fromEntries(names)))
          wrong.push(...(await judge(call, `address ${value}`, { url: addressOf(call, value) })));
      }
    expect(wrong).toEqual([]);
  });

  it('break no query', async () => {
    const wrong = [];
    const seen = new Map<string, number>();
    for (const call of fuzzed) {
      const shape = inputShape(call.query);
      const base = sampleOf({ type: 'object', ...shape }, '', ids()) as Record<string, string>;
      for (const field of fieldsOf(shape)) {
        // Many calls share a filter: each of its fields is tried on two of them.
        const key = `${field} ${JSON.stringify((shape['properties'] as object)[field as never])}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
        if ((seen.get(key) ?? 0) > 2) continue;
        for (const [n, value] of NASTY_TEXTS.entries()) {
          // By turns alone and among the others.
          const query = { ...(n % 2 === 0 && base), [field]: value };
          if (isWorth(call, 'query', query))
            wrong.push(...(await judge(call, `query ${field}=${value}`, { query })));
        }
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('break no body', async () => {
    const wrong = [];
    for (const call of fuzzed.filter((each) => each.body && each.access !== 'public')) {
      const shape = inputShape(call.body);
      const base = sampleOf({ type: 'object', ...shape }, '', ids()) as Record<string, unknown>;
      for (const field of fieldsOf(shape))
        for (const value of NASTY) {
          const payload = { ...base, [field]: value };
          const what = `body ${field}=${JSON.stringify(value)}`;
          if (isWorth(call, 'body', payload)) wrong.push(...(await judge(call, what, { payload })));
        }
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  it('break no login', async () => {
    const wrong = [];
    for (const call of calls.filter((each) => each.access === 'public' && each.body))
      for (const value of NASTY.slice(0, 12))
        for (const payload of [
          { email: value, password: 'x' },
          { email: 'x', password: value },
        ])
          wrong.push(...(await judge(call, JSON.stringify(payload).slice(0, 60), { payload })));
    expect(wrong).toEqual([]);
  }, 120_000);

  it('break no header', async () => {
    for (const name of ['collectorid', 'managerid', 'username', 'authorization', 'x-key-id'])
      for (const value of ["' or 1=1", '../..', 'x'.repeat(4000), '{}']) {
        const answer = await server.app.inject({
          method: 'GET',
          url: '/api/v2/alerts',
          headers: { authorization: `Bearer ${server.people.collector.token}`, [name]: value },
        });
        expect(answer.statusCode, `${name}: ${value.slice(0, 20)}`).toBeLessThan(500);
        expect(answer.body).not.toMatch(TELLTALE);
      }
  });
});

const post = (payload: string, type = 'application/json', url = '/api/v1/call-disposition') =>
  server.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${server.people.collector.token}`,
      'content-type': type,
    },
    payload,
  });

describe('bodies', () => {
  it('over the limit are refused with 413', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v2/alerts',
      headers: {
        authorization: `Bearer ${server.people.collector.token}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ loanId, padding: 'x'.repeat(1_100_000) }),
    });
    expect(answer.statusCode).toBe(413);
  });

  it('that reach for the prototype, are cut off or of another kind are refused with a 4xx', async () => {
    expect((await post(`{"loanId":"${loanId}","__proto__":{"role":"ADMIN"}}`)).statusCode).toBe(
      400,
    );
    expect((await post('{"constructor":{"prototype":{"x":1}}}')).statusCode).toBe(400);
    expect((await post('{"loanId":')).statusCode).toBe(400);
    expect((await post('<xml/>', 'application/xml')).statusCode).toBe(415);
    expect((await post('', 'multipart/form-data; boundary=x')).statusCode).toBeLessThan(500);
    expect(
      (await post('--x\r\nbroken', 'multipart/form-data; boundary=x')).statusCode,
    ).toBeLessThan(500);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  it('with fields of their own wish store none of them', async () => {
    const id = newId();
    const answer = await server.call('POST', '/call-disposition', {
      as: 'collector',
      body: {
        _id: id,
        loanId,
        disposition: 'BUSY',
        role: 'ADMIN',
        Client_Name: undefined,
        disposition_class: 'PAID',
        Agent_Name: 'Someone else',
        createdAt: '2020-01-01T00:00:00Z',
        status: 'approved',
      },
    });
    expect(answer.json()).toMatchObject({
      disposition_class: 'NOT_CONTACTED',
      Agent_Name: server.people.collector.fullName,
    });
    expect(answer.json()).not.toHaveProperty('role');
    expect(answer.json<{ createdAt: string }>().createdAt).not.toMatch(/^2020/);
    const claimed = await server.call('POST', '/call-disposition', {
      as: 'collector',
      body: { _id: newId(), loanId, disposition: 'BUSY', agentId: server.people.collector2.id },
    });
    expect(claimed.json()).toMatchObject({ collectorId: server.people.collector.id });
  });
});

describe('answers', () => {
  it('are cut to the largest page', async () => {
    const answer = await server.call('GET', '/loans', {
      as: 'admin',
      query: { pageSize: '1000000' },
    });
    expect(answer.json()).toMatchObject({ pageSize: 200 });
  });

  it('carry no hash, token or key of anybody', async () => {
    const reads = calls.filter((call) => call.method === 'GET' && call.access === 'session');
    for (const call of reads.filter((each) => !each.name.startsWith('logout'))) {
      const answer = await server.app.inject({
        method: 'GET',
        url: addressOf(call, loanId),
        headers: { authorization: `Bearer ${server.people.admin.token}` },
        query: { loanId, managerId: server.people.manager.id },
      });
      expect(answer.body, call.name).not.toMatch(
        /argon2|passwordHash|password_hash|token_?hash|private_?key/i,
      );
    }
  });

  it('name rows by ids that can not be counted up', async () => {
    expect((await server.call('GET', '/loans/id/1', { as: 'admin' })).statusCode).toBe(400);
    const tails = new Set(Array.from({ length: 200 }, () => newId().slice(19)));
    expect(tails.size).toBe(200);
  });
});
