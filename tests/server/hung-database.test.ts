import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byPort } from '../support/cluster-address.ts';
import { organisationDatabase } from '../support/organisation.ts';
import type { TestDatabase } from '../support/postgres.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

/* Security 44: a database that hangs keeps its connections open and says nothing. Nobody waits for it longer than 15 s. */

let server: TestServer;
let wire: Server;
let database: TestDatabase;
const sockets = new Set<Socket>();
let isFrozen = false;

beforeAll(async () => {
  database = await organisationDatabase();
  wire = createServer((near) => {
    const far = connect(Number(new URL(database.url).port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => (isFrozen ? undefined : to.write(bytes)));
      from.on('close', () => to.destroy()).on('error', () => from.destroy());
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const { port } = wire.address() as AddressInfo;
  server = await startTestServer({ DATABASE_URL: byPort(database.url, String(port)) });
});

afterAll(async () => {
  isFrozen = false;
  // What was sent while it hung never arrives: nobody is left to wait for an answer to it.
  for (const socket of sockets) socket.destroy();
  await server.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => wire.close(resolve));
  await database.close();
});

it('cuts off who waits for a database that says nothing, says so at once to the next, and is back with it', async () => {
  const ask = () => server.call('GET', '/loans', { as: 'manager' });
  expect((await ask()).statusCode).toBe(200);
  isFrozen = true;
  const waiting = Array.from({ length: 12 }, ask);
  const tooLong = new Promise<'too long'>((resolve) => setTimeout(resolve, 20_000, 'too long'));
  const answers = await Promise.race([Promise.all(waiting), tooLong]);
  expect(answers).not.toBe('too long');
  for (const answer of answers as Awaited<ReturnType<typeof ask>>[]) {
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  const [soon, ready, health] = await Promise.all([
    ask(),
    server.app.inject({ method: 'GET', url: '/readyz' }),
    server.app.inject({ method: 'GET', url: '/healthz' }),
  ]);
  expect([soon, ready, health].map(({ statusCode }) => statusCode)).toEqual([503, 503, 200]);
  for (const { headers } of [soon, ready])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  isFrozen = false;
  await expect.poll(async () => (await ask()).statusCode).toBe(200);
});
