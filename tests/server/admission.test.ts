import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { ANSWER_HEADER, ASK_HEADER } from '../../contract/answer-mark.ts';
import { Admission } from '../../server/http/admission.ts';
import type { GiveBack } from '../../server/http/admission.ts';
import { registerFrontDoor } from '../../server/http/front-door.ts';
import { serverBehind } from '../../server/http/outer-door.ts';
import { registerSlowBodies } from '../../server/http/slow-bodies.ts';
import { PATIENCE } from '../support/patience.ts';

/* Past its limit the server sheds: so many at once, some wait for a moment, the rest hear at once. */

const stays = () => undefined;

describe('the door of the server', () => {
  it('lets in so many at once, and the next when one leaves, however often it says so', async () => {
    const door = new Admission(2);
    const first = await door.enter('usual', stays);
    await door.enter('usual', stays);
    let isIn = false;
    const third = door.enter('usual', stays).then((turn) => {
      isIn = true;
      return turn;
    });
    await Promise.resolve();
    expect(isIn).toBe(false);
    first?.();
    first?.();
    expect(await third).not.toBeNull();
    expect(door.figures).toEqual({ inside: 2, waiting: 0, refused: 0 });
  });

  it('calls what phones deliver before what people look at', async () => {
    const door = new Admission(1);
    const inside = await door.enter('usual', stays);
    const order: string[] = [];
    const list = door.enter('usual', stays).then((turn) => {
      order.push('list');
      return turn;
    });
    const delivery = door.enter('delivery', stays).then((turn) => {
      order.push('delivery');
      return turn?.();
    });
    inside?.();
    await delivery;
    await list;
    expect(order).toEqual(['delivery', 'list']);
  });

  it('calls those first who had a turn before their body came, however many others wait', async () => {
    let now = 0;
    const door = new Admission(1, () => now);
    const inside = await door.enter('usual', stays);
    const waiting = Array.from({ length: 400 }, () => door.enter('delivery', stays));
    expect(door.isFull('delivery')).toBe(true);
    const goesOn = door.goOn('delivery', stays);
    inside?.();
    const turn = await goesOn;
    expect(door.figures).toEqual({ inside: 1, waiting: 400, refused: 0 });
    const outOfPatience = door.goOn('usual', stays);
    now = 1200;
    turn?.();
    expect(await outOfPatience).toBeNull();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => null));
  });

  it('refuses at once when too many wait, and whoever has waited too long', async () => {
    let now = 0;
    const door = new Admission(1, () => now);
    const inside = await door.enter('usual', stays);
    const waiting = Array.from({ length: 200 }, () => door.enter('usual', stays));
    expect(await door.enter('usual', stays)).toBeNull();
    const late = door.enter('delivery', stays);
    now = 900;
    inside?.();
    expect(await late).not.toBeNull();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => null));
    expect(door.figures).toEqual({ inside: 1, waiting: 0, refused: 201 });
    const tooLate = door.enter('delivery', stays);
    now = 900 + 1200;
    await expect(tooLate).resolves.toBeNull();
  });

  it('lets no more wait than it serves within their patience, and as many as before once nobody waits', async () => {
    let now = 0;
    const door = new Admission(1, () => now);
    const inside = await door.enter('delivery', stays);
    const waiting = Array.from({ length: 300 }, () => door.enter('delivery', stays));
    expect(door.isFull('delivery')).toBe(false);
    // Twenty in 500 ms: 40 within 1000, of which half are counted on.
    let turn = inside;
    for (const next of waiting.slice(0, 20)) {
      turn?.();
      turn = await next;
    }
    now = 500;
    expect(door.isFull('delivery')).toBe(true);
    expect(door.isFull('usual')).toBe(false);
    const fullWith: number[] = [];
    for (const next of waiting.slice(20)) {
      turn?.();
      turn = await next;
      if (door.isFull('delivery')) fullWith.push(door.figures.waiting);
    }
    expect(fullWith.at(-1)).toBe(20);
    turn?.();
    const again = Array.from({ length: 400 }, () => door.enter('delivery', stays));
    expect(door.figures.refused).toBe(0);
    expect(again).toHaveLength(400);
  });

  it('forgets who left while waiting', async () => {
    const door = new Admission(1);
    const inside = await door.enter('usual', stays);
    let leave = stays as () => void;
    const gone = door.enter('usual', (go) => {
      leave = go;
    });
    leave();
    expect(await gone).toBeNull();
    const next = door.enter('usual', stays);
    inside?.();
    expect(await next).not.toBeNull();
  });

  it('serves fewer at once while turns take long, and as many as before when they do not', async () => {
    let now = 0;
    const door = new Admission(12, () => now);
    const work = async (turnMs: number, rounds: number) => {
      let most = 0;
      for (let round = 0; round < rounds; round += 1) {
        const asked = Array.from({ length: 12 }, () => door.enter('usual', stays));
        const turns = await Promise.all(asked.slice(0, door.figures.inside));
        most = turns.length;
        now += turnMs;
        for (const turn of turns) turn?.();
        for (const late of asked.slice(turns.length)) (await late)?.();
      }
      return most;
    };
    expect(await work(50, 3)).toBe(12);
    expect(await work(900, 30)).toBe(8);
    expect(await work(50, 60)).toBe(12);
  });
});

/** The answer to one request, and its headers. */
async function ask(port: number, path: string, more: object = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, host: '127.0.0.1', ...more }, (answer) => {
      answer.resume().once('end', () => resolve(answer));
    });
    sent.once('error', reject).end('a body that nobody reads');
  });
}

describe('a server without a place left', () => {
  it('turns away what would wait, phones only when their own queue is full, and answers what asks for its health', async () => {
    const full = new Set(['usual']);
    let refused = 0;
    const admission = {
      isFull: (kind: string) => full.has(kind),
      noteRefused: () => {
        refused += 1;
      },
    };
    const server = serverBehind(admission)((_request, response) => response.end('served'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const list = await ask(port, '/api/v1/loans', {
      method: 'POST',
      headers: { [ASK_HEADER]: 'the-name-of-this' },
    });
    expect(list.statusCode).toBe(503);
    expect(Number(list.headers['retry-after'])).toBeGreaterThan(1);
    expect(list.headers[ANSWER_HEADER]).toBe('the-name-of-this');
    expect(list.headers['cache-control']).toBe('no-store');
    for (const path of ['/api/v1/device/delivery', '/healthz', '/metrics', '/loans'])
      expect((await ask(port, path, { method: 'POST' })).statusCode).toBe(200);
    full.add('delivery');
    expect((await ask(port, '/api/v1/device/delivery', { method: 'POST' })).statusCode).toBe(503);
    expect(refused).toBe(2);
    await new Promise((resolve) => server.close(resolve));
  });
});

it('lets a request whose body has come go on before those who came meanwhile', async () => {
  const door = new Admission(1);
  const app = Fastify();
  registerFrontDoor(app, door, { isAway: () => false });
  const order: string[] = [];
  const later: Promise<unknown>[] = [];
  let leave: GiveBack | null = null;
  app.addContentTypeParser('text/slow', async () => {
    leave = await door.enter('usual', stays);
    later.push(app.inject('/api/v1/any'), app.inject('/api/v1/any'));
    await vi.waitFor(() => expect(door.figures.waiting).toBe(2), PATIENCE);
    setTimeout(() => leave?.(), 50);
    return null;
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/api/v1/any',
    handler: async ({ method }) => {
      order.push(method);
      return {};
    },
  });
  await app.inject({
    method: 'POST',
    url: '/api/v1/any',
    headers: { 'content-type': 'text/slow' },
    payload: 'comes slowly',
  });
  await Promise.all(later);
  await app.close();
  expect(order).toEqual(['POST', 'GET', 'GET']);
});

it('watches a body until it has come, and cuts off one that stops coming after it was refused', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const app = Fastify();
  try {
    registerFrontDoor(app, new Admission(2), { isAway: () => false });
    registerSlowBodies(app);
    const watches: number[] = [];
    app.post('/api/v1/any', async () => {
      watches.push(vi.getTimerCount());
      return {};
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const ended = once(socket, 'close');
    const post = async (type: string, sent: string) => {
      socket.write(
        `POST /api/v1/any HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 9\r\n\r\n${sent}`,
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString();
    };
    const before = vi.getTimerCount();
    const type = { 'content-type': 'no/thing' };
    await app.inject({ method: 'POST', url: '/api/v1/any', headers: type, payload: 'refused' });
    expect(vi.getTimerCount()).toBe(before);
    expect(await post('application/json', '{"a":123}')).toMatch(/^HTTP\/1.1 200 /);
    expect(watches).toEqual([before]);
    expect(await post('no/thing', '')).toMatch(/^HTTP\/1.1 415 /);
    vi.advanceTimersByTime(40_000);
    await ended;
  } finally {
    vi.useRealTimers();
    await app.close();
  }
});
