import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { deviceCalls } from '../../contract/device.ts';
import { Admission } from '../../server/http/admission.ts';
import { noteUser, registerFrontDoor } from '../../server/http/front-door.ts';
import { PATIENCE } from '../support/patience.ts';

/* One person, however much they ask and however often they hang up, leaves places at the door to the others. */

const PLACES = 8;
const OF_ONE = 4;

/** A server whose work goes on until it is let go, for whoever the header names. */
function slowServer() {
  const app = Fastify();
  const admission = new Admission(PLACES);
  registerFrontDoor(app, admission, { isAway: () => false });
  const working: { readonly who: string; readonly end: () => void }[] = [];
  app.route({
    method: ['GET', 'POST'],
    url: '/api/v1/slow',
    config: { call: deviceCalls.pullLoans },
    onRequest: async (asked) => noteUser(asked, String(asked.headers['x-who'])),
    handler: async (asked) => {
      await new Promise<void>((end) => {
        working.push({ who: String(asked.headers['x-who']), end });
      });
      return {};
    },
  });
  const ask = async (who: string, headers: object = {}) => {
    const answer = await app.inject({
      url: '/api/v1/slow',
      headers: { 'x-who': who, ...headers },
    });
    return answer.statusCode;
  };
  return { app, admission, working, ask };
}

let server: ReturnType<typeof slowServer>;

afterEach(async () => {
  for (const { end } of server.working) end();
  await server.app.close();
});

it.each([
  ['plainly', {}],
  ['as a stream, which it is not', { accept: 'text/event-stream' }],
  ['as a form, which it is not', { 'content-type': 'multipart/form-data; boundary=a' }],
])(
  '28 calls of one person, asked %s, take half of the places, and all get an answer',
  async (_, headers) => {
    server = slowServer();
    const { working, admission, ask } = server;
    const greedy = Array.from({ length: 28 }, () => ask('greedy', headers));
    await vi.waitFor(() => expect(working.length).toBe(OF_ONE), PATIENCE);
    const others = ['b', 'c', 'd', 'e'].map((who) => ask(who));
    await vi.waitFor(() => expect(working.length).toBe(PLACES), PATIENCE);
    expect(working.filter(({ who }) => who === 'greedy')).toHaveLength(OF_ONE);
    for (let ended = 0; ended < 32; ended += 1) {
      await vi.waitFor(() => expect(working.length).toBeGreaterThan(ended), PATIENCE);
      working[ended]?.end();
    }
    expect(new Set(await Promise.all([...greedy, ...others]))).toEqual(new Set([200]));
    expect(admission.figures).toEqual({ inside: 0, waiting: 0, refused: 0 });
  },
);

it('work goes on counting when its caller has hung up, until it is done', async () => {
  server = slowServer();
  const { app, working, admission, ask } = server;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = () => new Promise<number>((told) => app.server.getConnections((_, n) => told(n)));
  const askAndHangUp = async (count: number, isWorked: () => boolean) => {
    const asked = Array.from({ length: count }, () =>
      request({ port, host: '127.0.0.1', path: '/api/v1/slow', headers: { 'x-who': 'rude' } })
        .on('error', () => undefined)
        .end(),
    );
    await vi.waitFor(() => expect(isWorked()).toBe(true), PATIENCE);
    for (const each of asked) each.destroy();
    await vi.waitFor(async () => expect(await open()).toBe(0), PATIENCE);
  };
  await askAndHangUp(OF_ONE, () => working.length === OF_ONE);
  let came = 0;
  app.server.on('request', () => {
    came += 1;
  });
  await askAndHangUp(10, () => came === 10);
  expect(working).toHaveLength(OF_ONE);
  const other = ask('b');
  await vi.waitFor(() => expect(working).toHaveLength(OF_ONE + 1), PATIENCE);
  for (const { end } of working) end();
  expect(await other).toBe(200);
  await vi.waitFor(() => expect(admission.figures.inside).toBe(0), PATIENCE);
});

it('beyond what may wait of one person the rest hears at once that it is too much', async () => {
  server = slowServer();
  const { working, ask } = server;
  const codes: number[] = [];
  for (let count = 0; count < 100; count += 1) void ask('greedy').then((code) => codes.push(code));
  await vi.waitFor(() => expect(codes.length).toBe(100 - OF_ONE - 60), PATIENCE);
  expect(new Set(codes)).toEqual(new Set([503]));
  expect(working).toHaveLength(OF_ONE);
  for (let ended = 0; ended < 64; ended += 1) {
    await vi.waitFor(() => expect(working.length).toBeGreaterThan(ended), PATIENCE);
    working[ended]?.end();
  }
});
