import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../server/ids.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';
import { callOf, loanOf } from '../support/work.ts';

const SOUND = Buffer.from('RIFF....WAVE made up sound');
let asked: string[] = [];
/** Answers without an end that were ended by us. */
let hangUps = 0;
let host: Server;
let origin: string;
let server: TestServer;

beforeAll(async () => {
  host = createServer((request, answer) => {
    asked.push(request.url ?? '');
    if (request.url === '/letter.wav') {
      answer
        .writeHead(200, { 'content-type': 'audio/wav' })
        .end('%PDF-1.4 a letter of another borrower');
    } else if (request.url === '/call.wav') {
      answer.writeHead(200, { 'content-type': 'audio/wav', 'content-length': SOUND.length });
      answer.end(SOUND);
    } else if (request.url === '/elsewhere.wav') {
      answer.writeHead(302, { location: `${origin}/call.wav` }).end();
    } else if (request.url === '/page.html') {
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in</p>');
    } else if (request.url === '/endless.html') {
      answer.once('close', () => (hangUps += 1)).writeHead(200);
      const write = () => {
        while (answer.write('<p>Log in</p>'.repeat(1000)));
        answer.once('drain', write);
      };
      write();
    } else if (request.url === '/silent.wav') {
      answer
        .once('close', () => (hangUps += 1))
        .writeHead(200)
        .write('RIFF');
    } else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  server = await startTestServer({ RECORDING_HOSTS: `rec.example.com, ${new URL(origin).host}` });
});

afterAll(async () => {
  await server.close();
  host.closeAllConnections();
  host.close();
});

const play = (id: string, as: PersonName = 'collector') =>
  server.call('GET', `/call-recordings/${id}`, { as });

async function record(loanId: string, more: object): Promise<string> {
  const body = callOf(loanId, more);
  await server.taken('POST', '/call-disposition', { as: 'collector', body });
  return body._id;
}

/** A contact whose call the exchange has a recording of, under that address. */
async function callWith(link: string): Promise<string> {
  const loanId = await loanOf(server, 'collector');
  const id = await record(loanId, {});
  await server.db.execute(sql`
    insert into dialer_calls (id, source, loan_id, agent_id, number, state, result, placed_at, ended_at, disposition_id,
      record_link)
    values (${newId()}, 'ENGINE', ${loanId}, ${server.people.collector.id}, '9876501234', 'ENDED', 'ANSWERED', now(), now(),
      ${id}, ${link})`);
  return id;
}

describe("an agent's own link", () => {
  it('is kept as text, never fetched, and is no recording', async () => {
    const loanId = await loanOf(server, 'collector');
    const recordlink = `${origin}/call.wav`;
    const id = await record(loanId, { recordlink });
    asked = [];
    for (const as of ['collector', 'manager', 'admin'] as const)
      expect((await play(id, as)).statusCode).toBe(404);
    expect(asked).toEqual([]);
    const read = async (as: PersonName) =>
      (await server.call('GET', '/call-disposition/caseHistory', { as, query: { loanId } })).json();
    expect(await read('collector')).toMatchObject({ data: [{ recordlink, hasRecording: false }] });
    const list = await server.call('GET', '/call-recordings', { as: 'admin' });
    expect(list.body).not.toContain(id);
  });

  it('opens no recording of another call', async () => {
    const other = await callWith(`${origin}/call.wav`);
    const own = await record(await loanOf(server, 'collector'), {
      recordlink: `${origin}/call.wav`,
    });
    expect((await play(own)).statusCode).toBe(404);
    expect((await play(other)).statusCode).toBe(200);
  });
});

describe('a recording', () => {
  it('is streamed from its host to those who may see the call', async () => {
    const id = await callWith(`${origin}/call.wav`);
    for (const as of ['collector', 'manager', 'admin', 'customer'] as const) {
      const answer = await play(id, as);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.headers['content-type']).toBe('audio/wav');
      expect(answer.rawPayload).toEqual(SOUND);
    }
    for (const as of ['collector2', 'manager2', 'customerOfY'] as const)
      expect((await play(id, as)).statusCode).toBe(404);
  });

  it("is found by a dialer call's id too", async () => {
    const loanId = await loanOf(server, 'collector');
    const id = newId();
    await server.db.execute(sql`
      insert into dialer_calls (id, source, loan_id, agent_id, number, state, result, placed_at, ended_at, record_link)
      values (${id}, 'SHEET', ${loanId}, ${server.people.collector.id}, '9876501234', 'ENDED', 'ANSWERED', now(), now(),
        ${`${origin}/call.wav`})`);
    expect((await play(id, 'manager')).rawPayload).toEqual(SOUND);
    expect((await play(id, 'manager2')).statusCode).toBe(404);
  });

  it('is fetched from configured hosts only, by http or https, and no redirect is followed', async () => {
    for (const link of [
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'javascript:alert(1)',
      `${origin.replace('127.0.0.1', 'localhost')}/call.wav`,
      'not a link',
    ])
      expect((await play(await callWith(link))).json(), link).toMatchObject({
        code: 'RECORDING_HOST_UNKNOWN',
      });
    expect((await play(await callWith(`${origin}/elsewhere.wav`))).statusCode).toBe(503);
  });

  it('says when there is none, or something else lies there', async () => {
    expect((await play(await callWith(''))).statusCode).toBe(404);
    expect((await play(newId())).statusCode).toBe(404);
    expect((await play(await callWith(`${origin}/gone.wav`))).statusCode).toBe(404);
    for (const other of ['page.html', 'letter.wav'])
      expect((await play(await callWith(`${origin}/${other}`))).json()).toMatchObject({
        code: 'NO_RECORDING',
      });
  });

  it('that is none is fetched no further, and one that does not begin is given up', async () => {
    expect((await play(await callWith(`${origin}/endless.html`))).json()).toMatchObject({
      code: 'NO_RECORDING',
    });
    await vi.waitFor(() => expect(hangUps).toBe(1));
    const id = await callWith(`${origin}/silent.wav`);
    const timer = globalThis.setTimeout;
    const patience = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((done: () => void, ms?: number) => timer(done, ms === 15_000 ? 100 : ms));
    expect((await play(id)).statusCode).toBe(503);
    patience.mockRestore();
    await vi.waitFor(() => expect(hangUps).toBe(2));
  });
});
