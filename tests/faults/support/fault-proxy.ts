import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Fault, RequestMatch } from './faults.ts';
import { layLine } from './line.ts';
import type { Line, LineSpeed } from './line.ts';
import { carryOut, newCarrier } from './fault-carrier.ts';
import type { Carrier } from './fault-carrier.ts';

/** A request as the proxy saw it. */
export interface RecordedRequest {
  /** Counts up from 0. */
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** What was done to it; null: nothing. */
  readonly fault: Fault['kind'] | null;
  /** Bytes of its body that came so far. */
  bytes: number;
  /** The body of a JSON request, once it came whole. */
  body: string | null;
  /** What the server answered, seen by the client or not; null: it never answered. */
  serverStatus: number | null;
  /** What the client was answered; null: nothing (yet). */
  status: number | null;
  /** Epoch milliseconds; null while it is under way. */
  endedAt: number | null;
}

/** A fault put in place. */
export interface InjectedFault {
  /** How often it happened. */
  hits(): number;
  /** Resolves when it happened so often. Throws after half a minute. */
  happened(times?: number): Promise<void>;
  remove(): void;
}

/** A proxy between a browser and the product that does harm on demand. */
export interface FaultProxy {
  /** The app's origin for the browser. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  readonly line: Line;
  /** Puts a fault in place; the newest rule that fits a request wins. */
  inject(match: RequestMatch, fault: Fault): InjectedFault;
  /** Requests of a kind so far. */
  seen(match: Pick<RequestMatch, 'method' | 'path'>): RecordedRequest[];
  /** Sends the requests that came `late` to the server, the last one first; their statuses. */
  deliverLate(): Promise<number[]>;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  restore(): void;
  /** Removes every fault and breaks what hangs: the network is as good as new. */
  heal(): void;
  close(): Promise<void>;
}

interface Rule {
  readonly match: RequestMatch;
  readonly fault: Fault;
  seen: number;
  /** Requests that it was put to; those that it turned out not to be meant for give their turn back. */
  taken: number;
  hits: number;
}

const HAPPEN_WITHIN_MS = 30_000;

const fits = ({ method, path }: Pick<RequestMatch, 'method' | 'path'>, asked: RecordedRequest) =>
  (method === undefined || method === asked.method) && path.test(asked.path);

/** Rules as they stand, and what happens to the next request by them. */
function ruleBook() {
  const rules: Rule[] = [];
  const remove = (rule: Rule) => {
    const at = rules.indexOf(rule);
    if (at >= 0) rules.splice(at, 1);
  };
  const happened = async (rule: Rule, times: number) => {
    const until = Date.now() + HAPPEN_WITHIN_MS;
    while (rule.hits < times) {
      if (Date.now() > until)
        throw new Error(`${rule.fault.kind} happened ${rule.hits} times, not ${times}.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    add: (match: RequestMatch, fault: Fault): InjectedFault => {
      const rule: Rule = { match, fault, seen: 0, taken: 0, hits: 0 };
      rules.unshift(rule);
      return {
        hits: () => rule.hits,
        happened: (times = 1) => happened(rule, times),
        remove: () => remove(rule),
      };
    },
    clear: () => rules.splice(0),
    /** The rule that hits this request; each rule that fits it counts it. */
    take: (asked: RecordedRequest): Rule | null => {
      let hit: Rule | null = null;
      for (const rule of rules) {
        if (!fits(rule.match, asked)) continue;
        rule.seen += 1;
        const isDue = rule.seen >= (rule.match.nth ?? 1);
        if (hit === null && isDue && rule.taken < (rule.match.times ?? 1)) hit = rule;
      }
      if (hit !== null) hit.taken += 1;
      return hit;
    },
  };
}

function newRecord(incoming: IncomingMessage, number: number): RecordedRequest {
  const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://proxy');
  return {
    number,
    at: Date.now(),
    method: incoming.method ?? 'GET',
    path,
    query,
    headers: incoming.headers,
    fault: null,
    bytes: 0,
    body: null,
    serverStatus: null,
    status: null,
    endedAt: null,
  };
}

/** Starts a proxy before the product at `target`; connections are kept alive as a real one does. */
export async function startFaultProxy(
  target: string,
  speed: Partial<LineSpeed> = {},
): Promise<FaultProxy> {
  const requests: RecordedRequest[] = [];
  const book = ruleBook();
  const line = layLine(speed);
  const carrier: Carrier = newCarrier(target, line);
  const sockets = new Set<Socket>();
  let isCut = false;

  const handle = async (incoming: IncomingMessage, answer: ServerResponse, socket: Socket) => {
    const plain = newRecord(incoming, requests.length);
    const rule = book.take(plain);
    const record = { ...plain, fault: rule?.fault.kind ?? null };
    requests.push(record);
    answer.once('close', () => {
      record.endedAt = Date.now();
      if (answer.headersSent) record.status = answer.statusCode;
    });
    const overtaking = () =>
      requests.filter(
        (other) =>
          other.number > record.number &&
          other.status !== null &&
          rule !== null &&
          fits(rule.match, other),
      ).length;
    const judge = (isMeant: boolean) => {
      if (rule === null) return;
      if (isMeant) rule.hits += 1;
      else rule.taken -= 1;
    };
    const exchange = { incoming, answer, socket, record, overtaking, judge };
    await carryOut(carrier, rule?.fault ?? null, exchange);
  };
  const server = createServer((incoming, answer) => {
    const { socket } = incoming;
    handle(incoming, answer, socket).catch(() => socket.destroy());
  });
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    if (isCut) return socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    line,
    inject: book.add,
    seen: (match) => requests.filter((request) => fits(match, request)),
    deliverLate: () => carrier.deliverLate(),
    cut: () => {
      isCut = true;
      breakAll();
    },
    restore: () => {
      isCut = false;
    },
    heal: () => {
      book.clear();
      isCut = false;
      for (const hanging of carrier.hanging) hanging.destroy();
      carrier.hanging.clear();
    },
    close: async () => {
      breakAll();
      carrier.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
