import { sql } from 'drizzle-orm';
import { readdir } from 'node:fs/promises';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import type { AgentLoginRow, AgentPerformanceRow } from '../../contract/dialer-report.ts';
import type { Analytics } from '../../contract/staff-dashboard.ts';
import { dayRange } from '../../server/clock.ts';
import { migrate } from '../../server/database/migrate.ts';
import { newId } from '../../server/ids.ts';
import { sendFile } from '../support/loan-file.ts';
import { addPayment } from '../support/money.ts';
import { addAccount, newAccountPassword } from '../support/people.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';
import { storeMoves } from '../support/team-histories.ts';
import { registerTestDevice } from '../support/test-device.ts';
import { dayFromNow, visitOf } from '../support/work.ts';

const server = testServer();

interface Span extends Record<string, unknown> {
  role: string;
  manager_id: string | null;
}

/** Who led whom, in order; fails where a span does not begin when the one before ended, unless it was no agent between. */
async function spansOf(id: string): Promise<(string | null)[]> {
  const { rows } = await server.db.execute<Span & { is_open: boolean }>(sql`
    select s.role, s.manager_id, s.to_at = 'infinity' as is_open from team_spans s where s.user_id = ${id} order by s.from_at`);
  expect(rows.slice(0, -1).filter((row) => row.is_open)).toEqual([]);
  return rows.map((row) => row.manager_id);
}

const changed = async (_id: string, more: object) =>
  server.taken('PUT', '/userData', { as: 'admin', body: { _id, ...more } });
const moved = async (id: string, managerId: string) =>
  server.taken('PUT', `/people/${id}/manager`, { as: 'admin', body: { managerId } });

describe('who led an agent when', () => {
  it('is kept of each move: back, twice in one transaction, by promotion and return', async () => {
    const { manager, manager2 } = server.people;
    const { _id: id } = await addAccount(server, 'COLLECTOR', manager.id);
    await moved(id, manager2.id);
    await moved(id, manager.id);
    await changed(id, { fullName: 'Renamed Only' });
    expect(await spansOf(id)).toEqual([manager.id, manager2.id, manager.id]);
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`update users set manager_id = ${manager2.id} where id = ${id}`);
      await tx.execute(sql`update users set manager_id = ${manager.id} where id = ${id}`);
    });
    expect((await spansOf(id)).at(-1)).toBe(manager.id);
    await changed(id, { role: 'MANAGER' });
    const { rows } = await server.db.execute(
      sql`select 1 from team_spans where user_id = ${id} and to_at = 'infinity'`,
    );
    expect(rows).toEqual([]);
    await changed(id, { role: 'FIELD_AGENT', managerId: manager2.id });
    expect((await spansOf(id)).at(-1)).toBe(manager2.id);
  });

  it('is kept when its manager is deleted and when a sheet brought it', async () => {
    const { manager } = server.people;
    const leaver = await addAccount(server, 'MANAGER');
    const { _id: id } = await addAccount(server, 'COLLECTOR', leaver._id);
    await server.taken('DELETE', `/manager/${leaver._id}`, {
      as: 'admin',
      query: { successorId: manager.id },
    });
    expect(await spansOf(id)).toEqual([leaver._id, manager.id]);
    const sheet = [
      'Role,Full Name,User Name,E-Mail,Mobile No.,Password,Manager,Location',
      `Collector,Asha Span,asha.span,asha.span@sheet.test,,${newAccountPassword},Test manager,D`,
    ].join('\n');
    const answer = await sendFile(server, '/people/sheet', {
      as: 'admin',
      content: sheet,
      name: 'people.csv',
      fields: { isTrial: 'false' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows } = await server.db.execute<{ id: string }>(
      sql`select id from users where username = 'asha.span'`,
    );
    expect(await spansOf(rows[0]?.id ?? '')).toEqual([manager.id]);
  });

  it('never overlaps, whatever writes it', async () => {
    const { manager, manager2 } = server.people;
    const { _id: id } = await addAccount(server, 'COLLECTOR', manager.id);
    const add = async ([from, to, follows]: readonly [string, string, string | null]) =>
      server.db
        .execute(sql`insert into team_spans (user_id, role, manager_id, from_at, to_at, follows_at)
        values (${id}, 'COLLECTOR', ${manager2.id}, ${from}, ${to}, ${follows})`);
    for (const given of [
      ['2026-01-01', '2026-02-01', null],
      ['2026-01-01', 'infinity', null],
      ['2026-01-01', '2026-02-01', '2025-12-01'],
      ['2026-02-01', '2026-01-01', null],
    ] as const)
      await expect(add(given), given.join()).rejects.toMatchObject({
        cause: { table: 'team_spans' },
      });
    expect(await spansOf(id)).toEqual([manager.id]);
  });
});

it('a contact that comes late is of the manager of its time', async () => {
  const { manager, manager2, fieldagent } = server.people;
  const phone = await registerTestDevice(server, 'fieldagent');
  const loanId = await server.addLoan({ fieldAgentId: fieldagent.id, managerId: manager.id });
  const sealed = await phone.seal({
    call: 'createFieldDisposition',
    loanId,
    body: visitOf(loanId),
  });
  await moved(fieldagent.id, manager2.id);
  expect(await phone.deliver([sealed])).toMatchObject([{ outcome: 'DONE' }]);
  const { rows } = await server.db.execute(
    sql`select manager_id from dispositions where loan_id = ${loanId}`,
  );
  expect(rows).toEqual([{ manager_id: manager.id }]);
  await moved(fieldagent.id, manager.id);
});

it('a former manager may ask for the days when it led somebody, and for nothing of now', async () => {
  const { manager, manager2 } = server.people;
  const { _id: id } = await addAccount(server, 'COLLECTOR', manager.id);
  const seat = async (from: string, to: string) =>
    server.db.execute(sql`insert into agent_spans (id, user_id, state, started_at, ended_at)
      values (${newId()}, ${id}, 'READY', now() + ${from}::interval, now() + ${to}::interval)`);
  await seat('-50 minutes', '-40 minutes');
  await moved(id, manager2.id);
  await seat('1 second', '61 seconds');
  const secondsOf = async (as: PersonName) => {
    const query = { collectorId: id, gte: dayFromNow(-1), lte: dayFromNow(1) };
    const { data } = await server.taken<{ data: AgentLoginRow[] }>('GET', '/reports/agent-logins', {
      as,
      query,
    });
    return data.reduce((sum, row) => sum + row.loggedInSeconds, 0);
  };
  expect([await secondsOf('manager'), await secondsOf('manager2')]).toEqual([600, 60]);
  const leaderOf = async (as: PersonName) => {
    const query = { gte: dayFromNow(-1), lte: dayFromNow(1), pageSize: '1000' };
    const { data } = await server.taken<{ data: AgentPerformanceRow[] }>(
      'GET',
      '/reports/agent-performance',
      { as, query },
    );
    return data.find(({ userId }) => userId === id)?.managerName;
  };
  const { rows: named } = await server.db.execute<{
    name: string;
  }>(sql`select u.full_name as name from users u
    where u.id in (${manager.id}, ${manager2.id}) order by u.id = ${manager2.id}`);
  const [first, second] = named.map(({ name }) => name);
  expect([await leaderOf('admin'), await leaderOf('manager'), await leaderOf('manager2')]).toEqual([
    `${first}, ${second}`,
    first,
    second,
  ]);
  const profiles = await server.taken<{ data: { _id: string; managerId: string | null }[] }>(
    'GET',
    '/agentprofile/getList',
    { as: 'manager' },
  );
  expect(profiles.data.find(({ _id }) => _id === id)?.managerId).toBeNull();
  const names = await server.taken<{ agents: { _id: string }[] }>(
    'GET',
    '/reports/processes/names',
    {
      as: 'manager',
    },
  );
  expect(names.agents.map(({ _id }) => _id)).toContain(id);
  for (const path of ['/collector/active/by/manager', '/loans/getLandingAnalytics']) {
    const answer = await server.call('GET', path, { as: 'manager', query: {} });
    expect(answer.body).not.toContain(id);
  }
  const asked = { as: 'manager', query: { collectorId: id } } as const;
  expect((await server.call('GET', '/loans/active', asked)).statusCode).not.toBe(200);
});

it('a payment of a day is of whom that day ended under, an old one too that keeps no end of its day', async () => {
  const { manager, manager2 } = server.people;
  const { _id: id } = await addAccount(server, 'COLLECTOR', manager.id);
  const loanId = await server.addLoan({ status: 'WITHDRAWN' });
  const day = dayFromNow(-3);
  await addPayment(server, { loanId, amount: 314, paidOn: day, collectorId: id });
  const verifiedOf = async (as: PersonName) => {
    const query = { gte: day, lte: day };
    const asked = { as, query };
    return (await server.taken<Analytics>('GET', '/loans/getManagerLandingAnalytics', asked)).range
      .verified;
  };
  // Minutes before and after the midnight that ended the day.
  const end = Date.parse(dayRange('Asia/Kolkata', day, day).end);
  for (const [minutes, sums] of [
    [-30, [0, 314]],
    [30, [314, 0]],
  ] as const) {
    const at = end + minutes * 60_000;
    const moves = [
      { at: Number.NEGATIVE_INFINITY, to: manager.id },
      { at, to: manager2.id },
    ];
    await storeMoves(server, { id, moves });
    expect([await verifiedOf('manager'), await verifiedOf('manager2')]).toEqual(sums);
  }
});

it('is told of the time before it was kept by the audit trail, where that is whole', async () => {
  const database = await emptyDatabase();
  const client = new Client({ connectionString: database.url });
  try {
    const files = (await readdir('server/database/migrations')).filter((name) =>
      name.endsWith('.sql'),
    );
    const before = new Set(files.filter((name) => name < '0079'));
    await migrate(database.url, undefined, before);
    await client.connect();
    const ids = Object.fromEntries(
      ['a', 'b', 'whole', 'broken', 'promoted', 'still'].map((name) => [name, newId()]),
    ) as Record<'a' | 'b' | 'whole' | 'broken' | 'promoted' | 'still', string>;
    const { a, b } = ids;
    const addUser = async (id: string, role: string, managerId: string | null) =>
      client.query(
        `insert into users (id, role, username, email, full_name, password_hash, manager_id)
        values ($1::uuid, $2, $1::text, $1::text, 'N', 'x', $3)`,
        [id, role, managerId],
      );
    const move = async (id: string, from: string, to: string) =>
      client.query(
        `insert into audit_log (action, entity, entity_id, details)
        values ('user.move', 'user', $1, jsonb_build_object('from', $2::text, 'to', $3::text))`,
        [id, from, to],
      );
    await addUser(a, 'MANAGER', null);
    await addUser(b, 'MANAGER', null);
    await addUser(ids.whole, 'COLLECTOR', a);
    await addUser(ids.broken, 'COLLECTOR', b);
    await addUser(ids.promoted, 'MANAGER', null);
    await addUser(ids.still, 'FIELD_AGENT', b);
    await move(ids.whole, a, b);
    await move(ids.whole, b, a);
    await move(ids.broken, b, a);
    await move(ids.promoted, a, b);
    await client.query(`insert into former_roles (user_id, role) values ($1, 'COLLECTOR')`, [
      ids.promoted,
    ]);
    await migrate(database.url);
    const spans = async (id: string) => {
      const { rows } = await client.query<{ manager_id: string; is_open: boolean }>(
        `select manager_id, to_at = 'infinity' as is_open from team_spans where user_id = $1 order by from_at`,
        [id],
      );
      return rows.map((row) => [row.manager_id, row.is_open]);
    };
    expect(await spans(ids.whole)).toEqual([
      [a, false],
      [b, false],
      [a, true],
    ]);
    expect(await spans(ids.broken)).toEqual([[b, true]]);
    expect(await spans(ids.still)).toEqual([[b, true]]);
    expect(await spans(ids.promoted)).toEqual([[b, false]]);
    expect(await spans(a)).toEqual([]);
  } finally {
    await client.end();
    await database.close();
  }
});
