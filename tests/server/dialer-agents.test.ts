import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CollectorProcess, DialerStatus } from '../../contract/dialer-agent.ts';
import type { LoginAnswer } from '../../contract/auth.ts';
import { readSettings } from '../../server/settings.ts';
import { startTestServer, testPassword, testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  await server.db
    .execute(sql`update users set location = 'D', manual_process = 'Manual HL', predictive_process = 'Pred HL'
    where id in (${server.people.collector.id}, ${server.people.collector3.id})`);
});

beforeEach(async () => {
  await server.db.execute(sql`delete from agent_breaks`);
  await server.db.execute(sql`delete from agent_spans`);
  await server.db.execute(sql`delete from agent_seats`);
});

const send = async (what: string, body: object = {}, as: PersonName = 'collector') =>
  server.call('POST', `/api/v2/dialer/${what}`, { as, body: { username: as, ...body } });
const takeBreak = (breakName: string, as?: PersonName) =>
  send('break', { breakName, processName: 'Manual HL' }, as);
const status = async () => {
  const headers = { username: 'collector' };
  const answer = await server.call('GET', '/api/v2/dialer/agent/agentStatus', {
    as: 'collector',
    headers,
  });
  return answer.json<{ data: DialerStatus }>().data;
};
const breaks = async () =>
  (
    await server.db
      .execute(sql`select reason, process_name, ended_at is null as is_open from agent_breaks
      where user_id = ${server.people.collector.id} order by ended_at nulls last, started_at`)
  ).rows;

const logIn = async (username: string, password = testPassword) =>
  (
    await server.call('POST', '/api/v2/dialer/login', { as: null, body: { username, password } })
  ).json<LoginAnswer>();
const set = (name: string, value: string) => () => readSettings({ [name]: value });

describe('a dialer agent', () => {
  it('is ready at first, on break after a reason, and ready again', async () => {
    expect(await status()).toMatchObject({ status: 'LOGGED_OUT', since: null });
    const seated = await send('seat');
    expect(seated.json()).toMatchObject({ data: { status: 'READY', breakName: null } });
    expect((await takeBreak('tea')).json()).toEqual({ success: true });
    expect(await status()).toMatchObject({ status: 'BREAK', breakName: 'tea' });
    expect((await send('readyCall')).json()).toEqual({ success: true });
    expect(await status()).toMatchObject({ status: 'READY' });
    expect(await breaks()).toEqual([{ reason: 'tea', process_name: 'Manual HL', is_open: false }]);
    // Ready without a break is harmless.
    expect((await send('readyCall')).json()).toEqual({ success: true });
  });

  it('goes from one break into another, and repeats one without a second row', async () => {
    await takeBreak('tea');
    await takeBreak('tea');
    expect(await breaks()).toHaveLength(1);
    await takeBreak('training');
    expect(await breaks()).toMatchObject([
      { reason: 'tea', is_open: false },
      { reason: 'training', is_open: true },
    ]);
  });

  it('has one open break, however many are asked for at once', async () => {
    const answers = await Promise.all(
      ['lunch', 'tea', 'bio', 'lunch', 'QAF', 'tea'].map((reason) => takeBreak(reason)),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200));
    expect((await breaks()).filter((row) => row['is_open'])).toHaveLength(1);
  });

  it('reads its process', async () => {
    const answer = await server.call('GET', '/api/v2/dialer/process', {
      as: 'collector',
      headers: { username: 'collector' },
    });
    expect(answer.json<{ data: CollectorProcess }>().data).toEqual({
      manualProcess: 'Manual HL',
      assignedPredictiveProcess: 'Pred HL',
    });
  });

  it('takes no break for a reason that is none, and none in another name', async () => {
    expect((await takeBreak('siesta')).statusCode).toBe(400);
    const foreign = await send('break', { breakName: 'tea', username: 'collector3' });
    expect(foreign.statusCode).toBe(403);
    for (const path of ['agent/agentStatus', 'process']) {
      const headers = { username: 'collector3' };
      const answer = await server.call('GET', `/api/v2/dialer/${path}`, {
        as: 'collector',
        headers,
      });
      expect(answer.statusCode).toBe(403);
    }
    expect(await breaks()).toEqual([]);
  });

  it('is only a collector at location D', async () => {
    for (const what of ['break', 'readyCall', 'logout'])
      for (const as of ['collector2', 'fieldagent', 'manager', 'customer'] as const)
        expect((await send(what, { breakName: 'tea' }, as)).statusCode).toBe(403);
    const answer = await server.call('GET', '/api/v2/dialer/process', { as: 'collector2' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'NOT_A_DIALER' });
  });

  it('ends its break when it leaves the dialer; its session goes on', async () => {
    await takeBreak('bio');
    expect((await send('logout')).json()).toEqual({ success: true });
    expect(await status()).toMatchObject({ status: 'LOGGED_OUT' });
    // Its app still runs: it is not seated again until it says that it is ready.
    await send('seat');
    expect(await status()).toMatchObject({ status: 'LOGGED_OUT' });
    await send('readyCall');
    expect(await status()).toMatchObject({ status: 'READY', processName: 'Manual HL' });
    const trail = await server.db.execute(
      sql`select 1 from audit_log where action = 'dialer.logout' and actor_id = ${server.people.collector.id}`,
    );
    expect(trail.rows.length).toBeGreaterThan(0);
  });
});

describe("the dialer role's login", () => {
  it('lets dialer agents in by user name or e-mail, and ends a break that was forgotten', async () => {
    const { id } = server.people.collector3;
    await server.db.execute(sql`insert into agent_breaks (id, user_id, reason, started_at)
      values (gen_random_uuid(), ${id}, 'tea', now() - interval '20 hours')`);
    await server.db.execute(sql`update sessions set last_seen_at = now() - interval '19 hours',
      created_at = now() - interval '21 hours' where user_id = ${id}`);
    const answer = await logIn('Collector3');
    expect(answer).toMatchObject({ auth: true, userInfo: { _id: id, location: 'D' } });
    expect((await logIn(server.people.collector3.email)).auth).toBe(true);
    const ended = await server.db.execute(sql`select 1 from agent_breaks where user_id = ${id}
      and ended_at - started_at between interval '59 minutes' and interval '61 minutes'`);
    expect(ended.rows).toHaveLength(1);
  });

  it('sends everybody else to the right door, and refuses a wrong password and a stranger in the same words', async () => {
    for (const name of ['collector2', 'manager'])
      expect(await logIn(name)).toMatchObject({ auth: false, door: 'STAFF' });
    const wrong = await logIn('collector3', 'wrong-password');
    expect(wrong.auth).toBe(false);
    expect(wrong).toEqual({ auth: false, error: expect.any(String) as string });
    expect(await logIn('nobody')).toEqual(wrong);
    expect(await logIn('manager', 'wrong-password')).toEqual(wrong);
  });

  it('is limited like the others', async () => {
    for (let tries = 0; tries < 10; tries += 1) await logIn('nobody-else', 'wrong-password');
    const answer = await server.call('POST', '/api/v2/dialer/login', {
      as: null,
      body: { username: 'nobody-else', password: 'wrong-password' },
    });
    expect(answer.statusCode).toBe(429);
  });
});

describe('a configured dialer service', () => {
  it('may be called by the app, and nothing else besides us', async () => {
    const other = await startTestServer({
      DIALER_LOGIN_URL: 'https://dialer.example:8443/auth?x=1',
    });
    try {
      const policy = (await other.app.inject('/healthz')).headers['content-security-policy'];
      expect(policy).toContain("connect-src 'self' https://dialer.example:8443;");
    } finally {
      await other.close();
    }
    const policy = (await server.app.inject('/healthz')).headers['content-security-policy'];
    expect(policy).toContain("connect-src 'self';");
  });

  it('is set by an address only', () => {
    expect(set('DIALER_LOGIN_URL', 'dialer')).toThrow('DIALER_LOGIN_URL must look like');
    expect(set('DIALER_LOGIN_URL', 'https://me:pw@dialer.example/')).toThrow('DIALER_LOGIN_URL');
    expect(set('DIALER_APP_URL', 'javascript:alert(1)')).toThrow('DIALER_APP_URL must be a path');
    expect(set('DIALER_APP_URL', '//evil.example')).toThrow('DIALER_APP_URL');
    expect(set('DIALER_APP_URL', 'https://dialer.example/app')().dialerAppUrl).toBe(
      'https://dialer.example/app',
    );
  });
});
