import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { testServer } from '../support/server.ts';

const token = 'a token for whoever watches';

const server = testServer({ METRICS_TOKEN: token });

/** What costs statements is read anew after a while only. */
let ahead = 0;
const now = performance.now.bind(performance);
vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);

const figures = async () => {
  ahead += 60_000;
  const headers = { authorization: `Bearer ${token}` };
  return (await server.app.inject({ method: 'GET', url: '/metrics', headers })).body;
};

it.each(['alerts.yml', 'dashboard.json', '../operations.md'])(
  'every figure and check that docs/operations/%s names is told by the server',
  async (name) => {
    await server.call('GET', '/loans', { as: 'admin' });
    const told = await figures();
    const text = await readFile(new URL(`../../docs/operations/${name}`, import.meta.url), 'utf8');
    const plain = text.replaceAll(String.raw`\"`, '"');
    const names = new Set(plain.match(/\b(?:recoup|nodejs|process)_[a-z0-9_]+/g));
    expect(names.size).toBeGreaterThan(5);
    for (const figure of names)
      expect(told, figure).toMatch(new RegExp(`^${figure}(_bucket)?[ {]`, 'm'));
    const facts = plain.match(/recoup_check_fact\{check="\w+", ?fact="\w+"\}/g) ?? [];
    expect(facts.length).toBeGreaterThan(1);
    for (const fact of facts) expect(told).toContain(fact.replaceAll(', ', ','));
  },
);

const move = async (from: string, to: string) =>
  server.ownerDb.execute(sql.raw(`alter table ${from} rename to ${to}`));

it('what can not be read any more is not told as it was last, and takes nothing else away', async () => {
  const hours = 'recoup_check_fact{check="backups",fact="hours"}';
  const unreadable = 'recoup_check_fact{check="backups",fact="unreadable"}';
  const due = 'recoup_messages_waiting{channel="SMS"}';
  const before = await figures();
  await move('backups', 'backups_away');
  await move('messages', 'messages_away');
  const meanwhile = await figures();
  await move('backups_away', 'backups');
  await move('messages_away', 'messages');
  const after = await figures();
  for (const told of [before, after]) {
    expect(told).toContain(hours);
    expect(told).toContain(due);
    expect(told).not.toContain(unreadable);
  }
  expect(meanwhile).not.toContain(hours);
  expect(meanwhile).not.toContain(due);
  expect(meanwhile).toContain(unreadable);
  expect(meanwhile).toContain('recoup_check_state{check="backups"} 2');
  expect(meanwhile).toContain('recoup_requests_waiting 0');
});

it('a server on a database that takes no changes says that it is not ready: it could serve nobody', async () => {
  const readOnly = async (to: string) => {
    await server.ownerDb.execute(
      sql.raw(`do $$ begin execute format('alter database %I ${to}', current_database()); end $$`),
    );
    server.context.database.cutOff();
  };
  const ready = async () => (await server.app.inject('/readyz')).statusCode;
  expect(await ready()).toBe(200);
  await readOnly('set default_transaction_read_only = on');
  await expect.poll(ready, { timeout: 10_000 }).toBe(503);
  const served = await server.call('GET', '/session', { as: 'admin' });
  await readOnly('reset default_transaction_read_only');
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  expect(served.statusCode).toBe(503);
});
