import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { moveAgent } from '../../server/agent-states/agent-state-service.ts';
import { newId } from '../../server/ids.ts';
import { tokenHash } from '../../server/identity/token-service.ts';
import { testPassword, testServer } from '../support/server.ts';

const server = testServer();
let agent: string;

beforeAll(async () => {
  agent = server.people.collector.id;
  await server.db.execute(sql`update users set location = 'D' where id = ${agent}`);
});

/** Nobody has touched the computers for eight minutes. */
const leaveAlone = () =>
  server.db.execute(sql`update sessions set created_at = now() - interval '9 minutes',
    last_seen_at = now() - interval '8 minutes' where user_id = ${agent}`);

beforeEach(async () => {
  await server.db.execute(sql`delete from agent_spans`);
  await leaveAlone();
});

/** The token of a computer at which the agent logs in. */
async function computer(): Promise<string> {
  const body = { username: 'collector', password: testPassword };
  const { token } = await server.taken<{ token: string }>('POST', '/api/v2/dialer/login', {
    as: null,
    body,
  });
  return token;
}

/** What the app does when a computer is logged out, or was left alone for too long. */
async function logOut(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const body = { username: 'collector' };
  for (const path of ['/api/v2/dialer/logout', '/session/logout'])
    await server.taken('POST', path, {
      as: null,
      headers,
      ...(path.startsWith('/api') && { body }),
    });
}

const takeSeat = (token: string) =>
  server.taken('POST', '/api/v2/dialer/seat', {
    as: null,
    headers: { authorization: `Bearer ${token}` },
    body: { username: 'collector' },
  });

const move = (to: Parameters<typeof moveAgent>[2]) =>
  server.db.transaction((tx) => moveAgent(tx, agent, to));

async function stand(): Promise<string | null> {
  const { rows } = await server.db.execute<{ state: string }>(
    sql`select state from agent_spans where user_id = ${agent} and ended_at is null`,
  );
  return rows[0]?.state ?? null;
}

it.each([
  ['a call', { state: 'INCALL', callId: newId() }],
  ['a wrap-up', { state: 'DISPO', callId: newId() }],
  ['a break', { state: 'BREAK', breakReason: 'tea' }],
] as const)('%s goes on when the computer that was used before logs out', async (_, to) => {
  const [before, now] = [await computer(), await computer()];
  await move(to);
  await logOut(before);
  expect(await stand()).toBe(to.state);
  await logOut(now);
  expect(await stand()).toBeNull();
});

it('a seat that waits is taken again by the app that runs on', async () => {
  const [before, now] = [await computer(), await computer()];
  await logOut(before);
  expect(await stand()).toBeNull();
  await takeSeat(now);
  expect(await stand()).toBe('READY');
});

it('who logs out of the newest computer leaves, though an older one was never logged out', async () => {
  await computer();
  await leaveAlone();
  const now = await computer();
  await move({ state: 'INCALL', callId: newId() });
  await logOut(now);
  expect(await stand()).toBeNull();
});

it('who goes over to another computer and logs out there leaves, though the older one was used a moment before', async () => {
  await computer();
  const now = await computer();
  await move({ state: 'INCALL', callId: newId() });
  await logOut(now);
  expect(await stand()).toBeNull();
});

it('a call goes on at an older computer that is used beside the newest', async () => {
  const before = await computer();
  const now = await computer();
  await move({ state: 'INCALL', callId: newId() });
  await server.db.execute(sql`update sessions set last_seen_at = now()
    where user_id = ${agent} and token_hash = ${tokenHash(before)}`);
  await logOut(now);
  expect(await stand()).toBe('INCALL');
});
