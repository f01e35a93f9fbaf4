import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, tooMany } from '../errors.ts';

/** Proxies cut what is silent for half a minute; a page takes a stream for dead after two beats missed. Milliseconds. */
const BEAT_MS = 15_000;
/** A page that reads nothing is let go: what waits for it, bytes. */
const MOST_WAITING = 4_000_000;
/** Who takes no more of what waits for it is cut off after so long, milliseconds. */
const LAST_WORDS_MS = 1000;
/** Open streams of one user: tabs and devices. */
const MOST_OF_A_USER = 8;

/** A stream of server-sent events to one page. */
export interface EventStream {
  /** Sends one event, its data as JSON. Nothing after the end. */
  send(event: string, data: unknown): void;
  readonly isOpen: boolean;
  /** Asks now, not at the next beat, whether the page is still welcome: its session may have ended. */
  check(): void;
  close(): void;
}

/** What a stream is opened with. */
export interface StreamPlan {
  readonly userId: string;
  /** Asked at every beat: false ends the stream, as the session did. */
  readonly isStillWelcome: () => Promise<boolean>;
  /** Called once, when the page is gone or the server ends. */
  readonly onClose: () => void;
  readonly onBeat?: () => void;
}

const openStreams = new WeakMap<FastifyInstance, Map<string, Set<() => void>>>();

/** Ends the application's streams before it closes: else it would wait for them. Called once for each application. */
export function registerEventStreams(app: FastifyInstance): void {
  const streams = new Map<string, Set<() => void>>();
  openStreams.set(app, streams);
  app.addHook('preClose', async () => {
    const closers = [...streams.values()].flatMap((each) => Array.from(each));
    for (const close of closers) close();
  });
}

function refuseOthers(request: FastifyRequest, own: ReadonlySet<unknown>): void {
  // Nobody who only looks what the call answers is left hanging on it.
  if (!(request.headers.accept ?? '').includes('text/event-stream'))
    throw new CallError(406, 'EVENTS_ONLY', 'Ask for text/event-stream: this call goes on.');
  if (own.size >= MOST_OF_A_USER)
    throw tooMany('Too many screens of yours are open. Close some of them.', 30);
}

/**
 * Answers with a stream of events, under the headers of every answer. Throws 406 for a page that does not ask for events
 * and 429 when the user has too many open.
 */
export function openEventStream(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  plan: StreamPlan,
): EventStream {
  const users = openStreams.get(app);
  if (!users) throw new Error('The application was made without event streams.');
  const own = users.get(plan.userId) ?? new Set<() => void>();
  refuseOthers(request, own);
  users.set(plan.userId, own);
  const { raw } = reply;
  let isOpen = true;
  const write = (text: string): void => {
    if (isOpen && raw.writableLength <= MOST_WAITING) raw.write(text);
    else close();
  };
  const beat = setInterval(() => {
    write('event: beat\ndata: {}\n\n');
    plan.onBeat?.();
    check();
  }, BEAT_MS);
  function check(): void {
    plan
      .isStillWelcome()
      .then((isWelcome) => (isWelcome ? undefined : close()))
      // The database is away for a moment: the next beat asks again.
      .catch(() => undefined);
  }
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(beat);
    own.delete(close);
    if (own.size === 0) users?.delete(plan.userId);
    plan.onClose();
    raw.end();
    // A page that is gone without a word, or reads nothing, would keep the server from closing.
    setTimeout(() => raw.destroy(), LAST_WORDS_MS).unref();
  }
  own.add(close);
  raw.on('close', close);
  raw.on('error', close);
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Nothing follows on this connection: a closing server does not wait for it.
    connection: 'close',
  });
  raw.flushHeaders();
  // Gone while it was admitted: nobody tells of that any more.
  if (raw.destroyed || request.raw.socket.destroyed) queueMicrotask(close);
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    get isOpen() {
      return isOpen;
    },
    check,
    close,
  };
}
