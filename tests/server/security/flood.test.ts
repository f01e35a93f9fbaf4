import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { fastify } from 'fastify';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../../server/errors.ts';
import { answerError, asCallError } from '../../../server/http/error-answer.ts';
import { openIncomingFolder } from '../../../server/http/incoming-folder.ts';
import { loggedError } from '../../../server/log.ts';
import { testPassword, testServer } from '../../support/server.ts';
import { loanOf } from '../../support/work.ts';

/* Security 26, 44, 45, 49 and the logs: floods, overload, and what is written down of whom. */

const METRICS_TOKEN = 'a token for the tests';

const server = testServer({ REQUESTS_AT_ONCE: '2', METRICS_TOKEN });

const listen = async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return server.app.server.address();
};

const logIn = (email: string, password: string, remoteAddress = '127.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/login',
    remoteAddress,
    payload: { email, password },
  });

const readMetrics = (token: string) =>
  server.app.inject({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  });

describe('a flood', () => {
  it('of exports by one person is stopped with the time to wait, and nobody else is', async () => {
    const ask = (as: 'manager' | 'admin') =>
      server.call('GET', '/reports/dailyCalls/export', { as });
    const codes: number[] = [];
    let last = await ask('manager');
    for (let round = 0; round < 70 && last.statusCode !== 429; round += 1) {
      last = await ask('manager');
      codes.push(last.statusCode);
    }
    expect(codes.length).toBeGreaterThan(30);
    expect(last.statusCode).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('admin')).statusCode).not.toBe(429);
    expect((await server.call('GET', '/loans', { as: 'manager' })).statusCode).toBe(200);
  });

  it('of rows of files, as JSON, is stopped as one of files is', async () => {
    const query = { model: 'Loan', gte: '01-03-2026', lte: '02-03-2026' };
    let code = 200;
    for (let round = 0; round < 70 && code === 200; round += 1)
      code = (await server.call('GET', '/activity/get-export', { as: 'collector', query }))
        .statusCode;
    expect(code).toBe(429);
  });

  it('of passwords within a session is stopped', async () => {
    const body = { currentPassword: 'not this one', newPassword: 'a better word of mine' };
    const codes = new Set<number>();
    for (let round = 0; round < 12; round += 1)
      codes.add((await server.call('PUT', '/session/password', { as: 'client', body })).statusCode);
    expect(Array.from(codes)).toEqual([400, 429]);
  });

  it('of logins sprayed over accounts is stopped at its address, and only there', async () => {
    const { email } = server.people.manager;
    let code = 200;
    for (let round = 0; round < 110 && code === 200; round += 1)
      code = (await logIn(`nobody${round}@example.com`, 'Summer2026', '203.0.113.9')).statusCode;
    expect(code).toBe(429);
    expect((await logIn(email, testPassword, '203.0.113.9')).statusCode).toBe(429);
    expect((await logIn(email, testPassword, '198.51.100.7')).json()).toMatchObject({ auth: true });
  });

  it('of wrong passwords from elsewhere does not lock a person out of where it works', async () => {
    const { email } = server.people.collector;
    expect((await logIn(email, testPassword, '192.0.2.10')).json()).toMatchObject({ auth: true });
    const strangers = ['203.0.113.20', '203.0.113.21', '2001:db8:1:2::9'];
    for (let round = 0; round < 11; round += 1)
      await logIn(email, 'wrong', strangers[round % strangers.length]);
    expect((await logIn(email, testPassword, '203.0.113.22')).statusCode).toBe(429);
    expect((await logIn(email, testPassword, '192.0.2.10')).json()).toMatchObject({ auth: true });
    expect((await logIn(email, testPassword, '203.0.113.22')).statusCode).toBe(429);
  });
});

describe('past its limit', () => {
  it('the server says at once that it is busy, stays healthy, and goes on when it can', async () => {
    const lock = new Client({ connectionString: server.context.database.url });
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table sessions in access exclusive mode');
    const asked = Array.from({ length: 230 }, () =>
      server.call('GET', '/loans', { as: 'manager' }),
    );
    const first = await Promise.race(asked);
    expect(first.statusCode).toBe(503);
    expect(first.json()).toMatchObject({ code: 'BUSY' });
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
    expect(first.headers['x-recoup-answer']).toBe('unasked');
    const health = await server.app.inject({ method: 'GET', url: '/healthz' });
    expect(health.statusCode).toBe(200);
    await lock.query('rollback');
    await lock.end();
    const codes = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(new Set(codes)).toEqual(new Set([200, 503]));
    expect((await server.call('GET', '/loans', { as: 'manager' })).statusCode).toBe(200);
  });

  it('its figures are for whoever has the token', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer another' },
      { authorization: 'Bearer ' },
      { authorization: METRICS_TOKEN },
      { authorization: `Bearer ${METRICS_TOKEN} x` },
      { authorization: `Bearer ${server.people.superadmin.token}` },
      { 'x-forwarded-for': '127.0.0.1' },
    ]) {
      const refused = await server.app.inject({ method: 'GET', url: '/metrics', headers });
      expect(refused.statusCode, JSON.stringify(headers)).toBe(401);
      expect(refused.body).not.toMatch(/recoup_|nodejs_/);
    }
    const query = await server.app.inject({
      method: 'GET',
      url: `/metrics?authorization=Bearer%20${encodeURIComponent(METRICS_TOKEN)}`,
    });
    expect(query.statusCode).toBe(401);
    const { body, statusCode } = await readMetrics(METRICS_TOKEN);
    expect(statusCode).toBe(200);
    for (const figure of [
      'recoup_request_seconds_bucket{le="0.1",call="listLoans"',
      'recoup_requests_refused',
      'recoup_pool_connections',
      'recoup_check_state{check="database"}',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(body).toContain(figure);
  });
});

it('whatever passes says when to come again', async () => {
  const app = fastify();
  app.setErrorHandler(answerError);
  const thrown = [
    new CallError(503, 'ANY', 'Later.'),
    new CallError(429, 'ANY', 'Less.'),
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  ];
  for (const [at, error] of thrown.entries())
    app.get(`/${at}`, () => {
      throw error;
    });
  for (const at of thrown.keys()) {
    const answer = await app.inject(`/${at}`);
    expect([429, 503]).toContain(answer.statusCode);
    expect(Number(answer.headers['retry-after']), answer.body).toBeGreaterThan(0);
  }
  // A full disk, the server's or the database's, too: it is no fault of a call.
  for (const code of ['ENOSPC', '53100']) {
    const { status, retryAfterSeconds } = asCallError(Object.assign(new Error(code), { code }));
    expect([status, retryAfterSeconds]).toEqual([507, 60]);
  }
  await app.close();
});

/** A statement that failed since a file was missing. */
const missing = (syscall: string) =>
  new Error('a query failed', {
    cause: Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall }),
  });

it('the database is said to be away when its socket is not there, and not when another file is missing', () => {
  expect(asCallError(missing('connect')).status).toBe(503);
  expect(asCallError(missing('open')).status).toBe(500);
});

it.each([
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNREFUSED',
  '08006',
  '25006',
  '28000',
  '28P01',
  '3D000',
  '53200',
  '53300',
  '57P01',
  '57P05',
])('the database is said to be away while a failover answers %s', (code) => {
  const cause = Object.assign(new Error(code), { code });
  const { status, retryAfterSeconds } = asCallError(new Error('Failed query', { cause }));
  expect([status, retryAfterSeconds]).toEqual([503, 5]);
});

/** What PostgreSQL says by one code in many places. */
const unsuited = (routine: string) => Object.assign(new Error(routine), { code: '55000', routine });

it('the database is said to be away while it takes no connections, and not when it lacks what a statement needs', () => {
  const closed = unsuited('CheckMyDatabase');
  expect(asCallError(new Error('Failed query', { cause: closed })).status).toBe(503);
  expect(asCallError(closed).status).toBe(503);
  expect(asCallError(unsuited('rewriteTargetView')).status).toBe(500);
});

describe('what is written down', () => {
  it('of an error holds no value of anybody', async () => {
    const phone = '9876512345';
    const failed = await server.db
      .execute(sql`insert into loans (id, mobile_number) values (${phone}, ${phone})`)
      .then(null, (error: unknown) => error);
    expect(JSON.stringify(failed)).toContain(phone);
    const logged = JSON.stringify(loggedError(failed));
    expect(logged).not.toContain(phone);
    expect(logged).toContain('22P02');
  });

  it('of an answer is its name, in the answer too', async () => {
    const answers = await Promise.all([
      server.call('GET', '/loans', { as: 'manager' }),
      server.call('GET', '/loans', { as: null }),
    ]);
    const names = answers.map(({ headers }) => headers['x-request-id']);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[\da-f-]{36}$/);
  });

  it('is never what a stranger calls itself, its request or its address', async () => {
    const at = server.app.server.address() ?? (await listen());
    const { port } = at as AddressInfo;
    const loanId = await loanOf(server, 'collector');
    const send = async (lines: readonly string[]) => {
      const socket = connect(port, '127.0.0.1');
      const request = [`GET /api/v1/loans/id/${loanId} HTTP/1.1`, 'Host: recoup', ...lines];
      socket.write(`${request.join('\r\n')}\r\nConnection: close\r\n\r\n`);
      return text(socket);
    };
    const bearer = `Authorization: Bearer ${server.people.collector.token}`;
    for (const mark of ['abcdefgh-forged', 'x\u0001y', 'a\tSet-Cookie: stolen=1', '{"level":60}']) {
      const answer = await send([
        bearer,
        `X-Request-Id: ${mark}`,
        `X-Forwarded-For: ${mark}, 6.6.6.6`,
      ]);
      expect(answer, mark).toMatch(/^HTTP\/1\.1 (200|400) /);
      expect(answer).not.toMatch(/forged|stolen|^set-cookie/im);
    }
    // A line feed ends a header: what follows is one of its own, and no answer repeats it.
    expect(await send([bearer, 'X-Request-Id: a\r\nX-Forged: 1'])).not.toMatch(/^x-forged/im);
    const { rows } = await server.db.execute<{ address: string }>(
      sql`select distinct address from audit_reads where about = ${loanId}`,
    );
    expect(rows.map(({ address }) => address)).toEqual(['127.0.0.1']);
  });

  it('of a loan opened and a report taken away: who, what, from where, with what', async () => {
    const loanId = await loanOf(server, 'collector');
    const headers = { 'user-agent': 'A phone of ours' };
    await server.call('GET', `/loans/id/${loanId}`, { as: 'collector', headers });
    const { rows } = await server.db.execute(sql`
      select actor_id, actor_role, call, address, user_agent from audit_reads where about = ${loanId}`);
    expect(rows).toEqual([
      {
        actor_id: server.people.collector.id,
        actor_role: 'COLLECTOR',
        call: 'getLoan',
        address: '127.0.0.1',
        user_agent: 'A phone of ours',
      },
    ]);
    const exports = await server.db.execute(
      sql`select 1 from audit_reads where call = 'exportReport'`,
    );
    expect(exports.rows.length).toBeGreaterThan(30);
  });
});

describe('what is sent', () => {
  it('lies beside the data until it is answered, and what a kill left is swept at the start', async () => {
    const { settings } = server.context;
    const all = join(settings.dataDir, 'incoming');
    const [own = ''] = await readdir(all);
    const host = own.slice(0, -String(process.pid).length);
    // Killed ones of this machine, by the name of today and of before; and one of another machine.
    for (const folder of [`${host}999999999`, '999999999', 'elsewhere.999999999']) {
      await mkdir(join(all, folder));
      for (const file of ['old.csv', 'new.csv'])
        await writeFile(join(all, folder, file), 'Loan_ID');
      await utimes(join(all, folder, 'old.csv'), 0, 0);
    }
    await openIncomingFolder(settings);
    expect((await readdir(all)).toSorted()).toEqual(['elsewhere.999999999', own].toSorted());
    expect(await readdir(join(all, 'elsewhere.999999999'))).toEqual(['new.csv']);
  });
});
