import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { LoginAnswer } from '../../../contract/auth.ts';
import { testPassword, testServer } from '../../support/server.ts';
import type { PersonName } from '../../support/server.ts';
import { createPool } from '../../../server/database/connection.ts';
import { testDatabase } from '../../support/postgres.ts';

/* Security 2-13 and 16: login and session. */

const server = testServer();

const logIn = (
  email: string,
  password: string,
  path = '/login',
  headers: Record<string, string> = {},
) => server.call('POST', path, { as: null, body: { email, password }, headers });

const emailOf = (name: PersonName) => server.people[name].email;
const read = (path: string, token: string) =>
  server.app.inject({
    method: 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
const whoAmI = (token: string) => read('/session', token);
const freshToken = async (name: PersonName, path = '/login') =>
  (await logIn(emailOf(name), testPassword, path)).json<LoginAnswer>().token ?? '';

/** What twelve wrong passwords are answered, the name written in three ways. */
const statusesOf = async (name: string) => {
  const statuses: number[] = [];
  // The first letter as a keyboard for Asian scripts writes it, capitals, spaces around.
  const wide = String.fromCodePoint((name.codePointAt(0) ?? 0) + 0xfe_e0) + name.slice(1);
  for (const written of [name, wide, ` ${name.toUpperCase()} `])
    for (let round = 0; round < 4; round += 1)
      statuses.push((await logIn(written, 'wrong')).statusCode);
  return statuses;
};

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[4] ?? 0;

describe('login', () => {
  it('is refused in the same words and with the same status, whatever was wrong', async () => {
    await server.db.execute(
      sql`update users set disabled_at = now() where id = ${server.people.collector3.id}`,
    );
    const answers = await Promise.all([
      logIn('nobody@test.recoup', testPassword),
      logIn(emailOf('manager2'), 'not the password'),
      logIn(emailOf('collector3'), 'not the password'),
    ]);
    const bodies = new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`));
    expect([...bodies]).toHaveLength(1);
    expect(answers[0]?.json()).toMatchObject({ auth: false, error: expect.any(String) });
    await server.db.execute(
      sql`update users set disabled_at = null where id = ${server.people.collector3.id}`,
    );
  });

  it('says which door is its own to who has the right password, and to nobody else', async () => {
    const doors = [
      ['customer', '/login', 'CLIENT'],
      ['collector2', '/admin/login', 'STAFF'],
      ['admin', '/client/login', 'ADMIN'],
      ['fieldagent', '/client/login', 'FIELD_AGENT'],
    ] as const;
    for (const [name, path, door] of doors) {
      const answer = (await logIn(emailOf(name), testPassword, path)).json<LoginAnswer>();
      expect(answer).toMatchObject({ auth: false, door, error: expect.stringContaining('login') });
      expect(answer.token).toBeUndefined();
      const wrong = (await logIn(emailOf(name), 'wrong', path)).json<LoginAnswer>();
      expect(wrong.door).toBeUndefined();
    }
  });

  it('takes as long for an unknown account as for a wrong password', async () => {
    const times = { unknown: [] as number[], wrong: [] as number[] };
    for (let round = 0; round < 9; round += 1)
      for (const [kind, email] of [
        ['unknown', 'nobody2@test.recoup'],
        ['wrong', emailOf('partner')],
      ] as const) {
        const start = process.cpuUsage();
        await logIn(email, `wrong ${round}`);
        times[kind].push(process.cpuUsage(start).user);
      }
    // The processor's time: a busy machine makes any of them wait. Without the hash it is a tenth.
    const ratio = median(times.unknown) / median(times.wrong);
    expect(ratio > 0.6 && ratio < 1.6, `${ratio}`).toBe(true);
  });

  it('locks an account after ten failures over all doors and addresses, unlocks by itself, spares others', async () => {
    const email = emailOf('fieldagent2');
    const doors = ['/login', '/admin/login', '/client/login'];
    for (let round = 0; round < 10; round += 1) {
      const forged = { 'x-forwarded-for': `10.0.0.${round}`, 'x-real-ip': `10.0.1.${round}` };
      const answer = await logIn(email, 'wrong', doors[round % 3], forged);
      expect(answer.statusCode).toBe(200);
    }
    const locked = await logIn(email, testPassword);
    expect(locked.statusCode).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn('FieldAgent2', testPassword, '/admin/login')).statusCode).toBe(429);
    expect((await logIn(emailOf('manager'), testPassword)).json()).toMatchObject({ auth: true });
    await server.db.execute(
      sql`update login_failures set failed_at = failed_at - interval '10 minutes 1 second'`,
    );
    expect((await logIn(email, testPassword)).json()).toMatchObject({ auth: true });
  });

  it('locks a name that nobody has like an account, however it is written', async () => {
    await server.db.execute(sql`delete from login_failures`);
    const unknown = await statusesOf('nobody3@test.recoup');
    const known = await statusesOf(emailOf('collector2'));
    await server.db.execute(sql`delete from login_failures`);
    expect(unknown.at(-1)).toBe(429);
    expect(known).toEqual(unknown);
  });

  it('does not count against an account that the server could not let in whom it knew', async () => {
    const { email, id } = server.people.fieldagent2;
    await server.ownerDb.execute(sql`alter table sessions add constraint broken
      check (user_id <> ${sql.raw(`'${id}'`)}) not valid`);
    const failed = new Set<number>();
    for (let time = 0; time <= 10; time += 1)
      failed.add((await logIn(email, testPassword)).statusCode);
    await server.ownerDb.execute(sql`alter table sessions drop constraint broken`);
    expect(failed).toEqual(new Set([500]));
    expect((await logIn(email, testPassword)).json()).toMatchObject({ auth: true });
  });

  it('does not count against an account that its owner came by the door of others', async () => {
    const { email } = server.people.customer;
    const answers = new Set<unknown>();
    for (let time = 0; time <= 10; time += 1)
      answers.add((await logIn(email, testPassword)).json<LoginAnswer>().door);
    expect(answers).toEqual(new Set(['CLIENT']));
    expect((await logIn(email, testPassword, '/client/login')).json()).toMatchObject({
      auth: true,
    });
  });

  it('answers the fields of the spec and nothing more', async () => {
    const answer = (await logIn(emailOf('collector2'), testPassword)).json<LoginAnswer>();
    expect(Object.keys(answer).toSorted()).toEqual(['auth', 'token', 'userInfo']);
    expect(Object.keys(answer.userInfo ?? {}).toSorted()).toEqual([
      'Client_Name',
      '_id',
      'client',
      'createdBy',
      'fullName',
      'location',
      'noBiReport',
      'role',
      'username',
    ]);
  });

  it('has no account to log in to on a new database', async () => {
    const database = await testDatabase();
    const pool = createPool(database.url, 1);
    expect((await pool.query('select count(*)::int as n from users')).rows).toEqual([{ n: 0 }]);
    await pool.end();
    await database.close();
  });
});

const change = (newPassword: string, currentPassword = testPassword) =>
  server.call('PUT', '/session/password', {
    as: 'client',
    body: { currentPassword, newPassword },
  });

describe('passwords', () => {
  it('need eight characters and must not be common; long ones and any characters are welcome', async () => {
    for (const weak of ['short 7', 'password1', 'Password123', 'qwertyuiop', 'iloveyou1'])
      expect((await change(weak)).json(), weak).toMatchObject({ code: 'WEAK_PASSWORD' });
    expect((await change('पासवर्ड बहुत लंबा है')).statusCode).toBe(200);
    expect((await change('x1 '.repeat(60), 'पासवर्ड बहुत लंबा है')).statusCode).toBe(200);
    expect((await change('another fine one', 'not the current')).statusCode).toBe(400);
  });

  it('are kept as argon2id of at least 19 MiB, two passes', async () => {
    const kept = await server.db.execute<{ password_hash: string }>(
      sql`select distinct substr(password_hash, 1, 30) as password_hash from users`,
    );
    for (const { password_hash: hash } of kept.rows)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1/);
  });
});

const hash = (token: string) => sql`sha256(${token}::bytea)`;

/** Does something with the old password while somebody gives the account another one, whose transaction ends last. */
async function duringReset<Answer>(name: PersonName, work: () => Promise<Answer>) {
  const { id } = server.people[name];
  const { rows } = await server.db.execute<{ hash: string }>(
    sql`select password_hash as hash from users where id = ${id}`,
  );
  const working: Promise<Answer>[] = [];
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`update users set password_hash = 'another' where id = ${id}`);
    working.push(work());
    const isWaiting = vi.waitFor(async () => {
      const waiting = await server.db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(waiting.rows).not.toEqual([]);
    }, 10_000);
    await Promise.race([...working, isWaiting]);
  });
  const [answer] = await Promise.all(working);
  const after = await server.db.execute<{ hash: string }>(
    sql`update users set password_hash = ${rows[0]?.hash} from (select password_hash as hash from users
      where id = ${id}) was where id = ${id} returning was.hash`,
  );
  return { answer, hash: after.rows[0]?.hash };
}

describe('a password that is replaced', () => {
  it('opens no session that was being opened with the one before', async () => {
    const { answer } = await duringReset('manager2', () =>
      logIn(emailOf('manager2'), testPassword),
    );
    expect(answer?.json()).toMatchObject({ auth: false });
    expect(answer?.json<LoginAnswer>().token).toBeUndefined();
  });

  it('is not set aside by whoever was changing the one before', async () => {
    const body = { currentPassword: testPassword, newPassword: 'Heron-over-Wardha' };
    const { answer, hash } = await duringReset('manager2', () =>
      server.call('PUT', '/session/password', { as: 'manager2', body }),
    );
    expect(answer?.json()).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(hash).toBe('another');
  });
});

describe('a session', () => {
  it('ends at logout, on the server', async () => {
    const token = await freshToken('collector');
    const out = await read('/collector/auth/logout', token);
    expect(out.json()).toEqual({ success: true });
    expect((await whoAmI(token)).statusCode).toBe(401);
  });

  it('has its own half of the key to its device, the same each time, and told to nobody after its end', async () => {
    const [token, other] = [await freshToken('collector'), await freshToken('collector')];
    const half = async (of: string) =>
      (await read('/device/start-key', of)).json<{ startKey: string }>();
    const { startKey } = await half(token);
    expect(startKey).toMatch(/^[0-9a-f-]{36}$/);
    const userId = server.people.collector.id;
    expect(await half(token)).toEqual({ startKey, userId });
    expect((await half(other)).startKey).not.toBe(startKey);
    const { headers } = await read('/device/start-key', token);
    expect(headers['cache-control']).toContain('no-store');
    await read('/collector/auth/logout', token);
    expect((await read('/device/start-key', token)).statusCode).toBe(401);
  });

  it('gets a new token with every login, and the old one of that browser dies', async () => {
    const old = await freshToken('collector');
    const again = await logIn(emailOf('collector'), testPassword, '/login', {
      authorization: `Bearer ${old}`,
    });
    const { token = '' } = again.json<LoginAnswer>();
    expect(token).not.toBe(old);
    expect((await whoAmI(old)).statusCode).toBe(401);
    expect((await whoAmI(token)).statusCode).toBe(200);
  });

  it('is refused when the token was edited, is in the address, or is not one', async () => {
    const token = await freshToken('collector');
    const edited = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const bad of [edited, `${token}A`, token.slice(0, -1), '', 'null', "' or 1=1 --"])
      expect((await whoAmI(bad)).statusCode).toBe(401);
    const inAddress = await server.app.inject({
      method: 'GET',
      url: `/api/v1/session?token=${token}&authorization=Bearer%20${token}`,
    });
    expect(inAddress.statusCode).toBe(401);
  });

  it('ends after ten idle minutes, and after half a day whatever happens; polling does not keep it', async () => {
    const idle = await freshToken('collector');
    const old = await freshToken('collector');
    await server.db.execute(
      sql`update sessions set last_seen_at = now() - interval '599 seconds' where token_hash = ${hash(idle)}`,
    );
    const polled = await server.app.inject({
      method: 'GET',
      url: '/api/v1/session',
      headers: { authorization: `Bearer ${idle}`, 'x-background': '1' },
    });
    expect(polled.statusCode).toBe(200);
    await server.db.execute(
      sql`update sessions set last_seen_at = last_seen_at - interval '2 seconds' where token_hash = ${hash(idle)}`,
    );
    expect((await whoAmI(idle)).statusCode).toBe(401);
    await server.db.execute(
      sql`update sessions set expires_at = now() where token_hash = ${hash(old)}`,
    );
    expect((await whoAmI(old)).statusCode).toBe(401);
  });

  it('ends at once when its user is disabled or gets another role', async () => {
    const { id } = server.people.collector2;
    const disabled = await freshToken('collector2');
    await server.db.execute(sql`update users set disabled_at = now() where id = ${id}`);
    expect((await whoAmI(disabled)).statusCode).toBe(401);
    await server.db.execute(
      sql`update users set disabled_at = null, role = 'MANAGER' where id = ${id}`,
    );
    expect((await whoAmI(disabled)).statusCode).toBe(401);
    await server.db.execute(sql`update users set role = 'COLLECTOR' where id = ${id}`);
  });

  it('leaves nothing of its token in the database', async () => {
    const token = await freshToken('manager');
    const kept = await server.db.execute(
      sql`select 1 from sessions s where s::text like ${`%${token}%`}
        union all select 1 from audit_log a where a::text like ${`%${token}%`}`,
    );
    expect(kept.rows).toEqual([]);
  });
});
