import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, MadeAnswer } from './faults.ts';
import type { RecordedRequest } from './fault-proxy.ts';
import type { Line } from './line.ts';

/** What carries requests to the server. */
export interface Carrier {
  readonly target: URL;
  readonly agent: Agent;
  readonly line: Line;
  /** Connections on which nobody will ever answer. */
  readonly hanging: Set<Socket>;
  readonly late: Kept[];
  deliverLate(): Promise<number[]>;
  close(): void;
}

/** One request under way. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly answer: ServerResponse;
  /** The client's connection; a request that broke has none any more. */
  readonly socket: Socket;
  readonly record: RecordedRequest;
  /** How many later requests of the same rule were answered. */
  readonly overtaking: () => number;
  /** Says whether the fault is meant for this request: it happened, or its turn is still to come. */
  readonly judge: (isMeant: boolean) => void;
}

/** A request kept whole. */
interface Kept {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}

interface WholeAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Bytes that are carried at once; small, so that connections share a slow line fairly. */
const PIECE = 16_384;
/** A request that waits to be overtaken goes on after so long, milliseconds. */
const OVERTAKEN_WITHIN_MS = 15_000;
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

function passedOn(headers: IncomingMessage['headers'], without: readonly string[] = []) {
  const dropped = new Set([...OF_THE_CONNECTION, ...without]);
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => !dropped.has(name) && value !== undefined),
  );
}

/** Carries requests to the product at `target` over the line. */
export function newCarrier(target: string, line: Line): Carrier {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const late: Kept[] = [];
  const carrier: Carrier = {
    target: new URL(target),
    agent,
    line,
    hanging: new Set(),
    late,
    deliverLate: async () => {
      const statuses: number[] = [];
      for (const kept of late.splice(0).toReversed())
        statuses.push((await sendWhole(carrier, kept)).status);
      return statuses;
    },
    close: () => agent.destroy(),
  };
  return carrier;
}

function openRequest(
  { target, agent }: Carrier,
  incoming: IncomingMessage,
  headers: ReturnType<typeof passedOn>,
): ClientRequest {
  const { hostname, port } = target;
  const { method = 'GET', url: path = '/' } = incoming;
  const forward = request({ hostname, port, agent, method, path, headers });
  // Whoever waits for the answer hears of it; later ones must not end the process.
  forward.on('error', () => undefined);
  return forward;
}

/** Resolves when a full connection takes bytes again, or is gone. */
async function roomIn(to: ClientRequest | ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      to.off('drain', done).off('close', done);
      resolve();
    };
    to.once('drain', done).once('close', done);
  });
}

async function pump(
  line: Line,
  direction: 'up' | 'down',
  from: AsyncIterable<Buffer>,
  to: ClientRequest | ServerResponse,
  onBytes: (piece: Buffer) => void = () => undefined,
  most = Infinity,
): Promise<void> {
  let carried = 0;
  for await (const chunk of from) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE);
      await line.carry(direction, piece.length);
      if (to.destroyed) return;
      onBytes(piece);
      if (!to.write(piece)) await roomIn(to);
      carried += piece.length;
      if (carried < most) continue;
      // So that the server has got what was sent before the connection breaks.
      await sleep(50);
      throw new Error('Broken midway, as asked.');
    }
  }
  to.end();
}

async function readBody({ line }: Carrier, { incoming, record }: Exchange): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    await line.carry('up', piece.length);
    record.bytes += piece.length;
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  if (isJson(incoming)) record.body = body.toString('utf8');
  return body;
}

const isJson = ({ headers }: IncomingMessage) =>
  headers['content-type']?.includes('application/json') === true;

/** Sends a kept request on a connection of its own turn and reads the whole answer, in plain bytes. */
async function sendWhole(carrier: Carrier, { incoming, body }: Kept): Promise<WholeAnswer> {
  const forward = openRequest(carrier, incoming, passedOn(incoming.headers, ['accept-encoding']));
  const answered = once(forward, 'response') as Promise<[IncomingMessage]>;
  forward.end(body);
  const [given] = await answered;
  const pieces: Buffer[] = [];
  for await (const piece of given as AsyncIterable<Buffer>) pieces.push(piece);
  return { status: given.statusCode ?? 502, headers: given.headers, body: Buffer.concat(pieces) };
}

/** Passes a request on piece by piece, and its answer back. With a limit the connection breaks after so many bytes. */
async function passOn(carrier: Carrier, exchange: Exchange, most = Infinity): Promise<void> {
  const { incoming, answer, record } = exchange;
  const { line } = carrier;
  await line.travel();
  const forward = openRequest(carrier, incoming, passedOn(incoming.headers));
  const answered = once(forward, 'response') as Promise<[IncomingMessage]>;
  answer.once('close', () => forward.destroy());
  const json: Buffer[] = [];
  const sent = pump(
    line,
    'up',
    incoming as AsyncIterable<Buffer>,
    forward,
    (piece) => {
      record.bytes += piece.length;
      if (isJson(incoming)) json.push(piece);
    },
    most,
  );
  // A server that refuses early answers before it has read everything.
  const [given] = await Promise.race([answered, sent.then(() => answered)]);
  record.body = isJson(incoming) ? Buffer.concat(json).toString('utf8') : null;
  record.serverStatus = given.statusCode ?? null;
  await line.travel();
  answer.writeHead(given.statusCode ?? 502, passedOn(given.headers));
  await pump(line, 'down', given as AsyncIterable<Buffer>, answer);
}

async function doTheWork(carrier: Carrier, exchange: Exchange): Promise<WholeAnswer> {
  await carrier.line.travel();
  const body = await readBody(carrier, exchange);
  const given = await sendWhole(carrier, { incoming: exchange.incoming, body });
  exchange.record.serverStatus = given.status;
  return given;
}

function sendMade({ answer }: Exchange, made: MadeAnswer): void {
  const body = made.body ?? '';
  answer.writeHead(made.status, { ...made.headers, 'content-length': Buffer.byteLength(body) });
  answer.end(body);
}

async function answerInstead(
  carrier: Carrier,
  exchange: Exchange,
  { answer, isDone, about = '' }: Extract<Fault, { kind: 'made-answer' }>,
): Promise<void> {
  const body = await readBody(carrier, exchange);
  const isMeant = body.includes(about);
  exchange.judge(isMeant);
  const given = isDone || !isMeant ? await sendWhole(carrier, { ...exchange, body }) : null;
  exchange.record.serverStatus = given?.status ?? null;
  if (given === null || isMeant) return sendMade(exchange, answer);
  passBack(exchange, given);
}

/** Gives the client the server's answer, in plain bytes. */
function passBack({ answer }: Exchange, { status, headers, body }: WholeAnswer): void {
  answer.writeHead(status, passedOn(headers, ['content-encoding']));
  answer.end(body);
}

async function cutShort(carrier: Carrier, exchange: Exchange, isWhole: boolean): Promise<void> {
  const { status, headers, body } = await doTheWork(carrier, exchange);
  const half = body.subarray(0, Math.floor(body.length / 2));
  const { answer } = exchange;
  const kept = passedOn(headers, ['content-length', 'content-encoding']);
  answer.writeHead(status, { ...kept, 'content-length': isWhole ? half.length : body.length });
  if (isWhole) answer.end(half);
  else answer.write(half, () => answer.destroy());
}

async function sendTwice(carrier: Carrier, exchange: Exchange): Promise<void> {
  await carrier.line.travel();
  const kept: Kept = {
    incoming: exchange.incoming,
    body: await readBody(carrier, exchange),
  };
  const answers: WholeAnswer[] = [];
  const send = async () => answers.push(await sendWhole(carrier, kept));
  await Promise.all([send(), send()]);
  const last = answers.at(-1);
  if (last === undefined) throw new Error('Neither copy was answered.');
  exchange.record.serverStatus = last.status;
  passBack(exchange, last);
}

async function keepForLater(carrier: Carrier, exchange: Exchange): Promise<void> {
  const body = await readBody(carrier, exchange);
  carrier.late.push({ incoming: exchange.incoming, body });
  exchange.answer.destroy();
}

async function refuseLarge(carrier: Carrier, exchange: Exchange, most: number): Promise<void> {
  const length = Number(exchange.incoming.headers['content-length'] ?? Infinity);
  if (length <= most) return passOn(carrier, exchange);
  await readBody(carrier, exchange);
  const headers = { 'content-type': 'text/html' };
  sendMade(exchange, { status: 413, headers, body: '<h1>413 Request Entity Too Large</h1>' });
}

async function hang(
  carrier: Carrier,
  exchange: Exchange,
  { isDone, about = '' }: Extract<Fault, { kind: 'hung' }>,
): Promise<void> {
  const body = await readBody(carrier, exchange);
  const isMeant = body.includes(about);
  exchange.judge(isMeant);
  const given = isDone || !isMeant ? await sendWhole(carrier, { ...exchange, body }) : null;
  exchange.record.serverStatus = given?.status ?? null;
  if (given === null || isMeant) carrier.hanging.add(exchange.socket);
  else passBack(exchange, given);
}

async function waitToBeOvertaken({ overtaking }: Exchange, by: number): Promise<void> {
  const until = Date.now() + OVERTAKEN_WITHIN_MS;
  while (overtaking() < by && Date.now() < until) await sleep(20);
}

/** Does to a request what its fault says; without one it is passed on. Rejects when a connection broke. */
export async function carryOut(
  carrier: Carrier,
  fault: Fault | null,
  exchange: Exchange,
): Promise<void> {
  const { answer } = exchange;
  if (fault?.kind !== 'made-answer' && fault?.kind !== 'hung') exchange.judge(true);
  switch (fault?.kind) {
    case undefined:
      return passOn(carrier, exchange);
    case 'request-lost':
      answer.destroy();
      return;
    case 'answer-lost':
      await doTheWork(carrier, exchange);
      answer.destroy();
      return;
    case 'made-answer':
      return answerInstead(carrier, exchange, fault);
    case 'cut-short':
      return cutShort(carrier, exchange, fault.isWhole);
    case 'sent-twice':
      return sendTwice(carrier, exchange);
    case 'delayed':
      await sleep(fault.ms);
      return passOn(carrier, exchange);
    case 'held':
      await fault.until;
      return passOn(carrier, exchange);
    case 'overtaken':
      await waitToBeOvertaken(exchange, fault.by);
      return passOn(carrier, exchange);
    case 'late':
      return keepForLater(carrier, exchange);
    case 'broken-midway':
      return passOn(carrier, exchange, fault.bytes);
    case 'too-large':
      return refuseLarge(carrier, exchange, fault.bytes);
    case 'hung':
      return hang(carrier, exchange, fault);
  }
}
