import { WebSocket } from 'ws';
import { ariEventSchema } from './ari-events.ts';
import type { AriEvent } from './ari-events.ts';
import { authorization, ExchangeAway, refusedLogin } from './ari-requests.ts';
import type { AriSettings } from './ari-settings.ts';
import { Standstill } from './standstill.ts';
import { log } from '../log.ts';

const OPEN_TIMEOUT_MS = 4000;
/** A stream that does not answer a ping within this time is dead. */
const PING_MS = 10_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5000;
/** The largest event that is read, bytes: ours are below a few thousand. */
const MOST_BYTES = 1_000_000;
/** A process that has asked nothing of the exchange for so long no longer runs the dialer: it lets go. */
const IDLE_MS = 60_000;

/** What the stream is put together with. */
interface StreamParts {
  readonly settings: AriSettings;
  /** `since`: when it happened, at the earliest. */
  readonly take: (event: AriEvent, since: Date) => void;
  /** Finds out what happened while nobody listened, since `awaySince` (null: from the beginning). */
  readonly catchUp: (awaySince: Date | null) => Promise<void>;
}

/**
 * The stream of the exchange's events. An application has one listener there, the newest: of several processes the one that
 * works opens it with its first order, and whoever is replaced stays away until it has an order itself.
 */
export class AriStream {
  readonly #parts: StreamParts;
  #socket: WebSocket | null = null;
  #opening: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #failures = 0;
  #lastError: unknown = null;
  #awaySince: Date | null = null;
  #usedAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  /** Resolves while events are heard. Throws ExchangeAway, at once when the exchange has just failed to answer. */
  async ready(): Promise<void> {
    this.#usedAtMs = performance.now();
    if (this.#opening) return this.#opening;
    if (this.#socket) return;
    if (this.#retry && this.#failures > 0) throw this.#lastError;
    await this.#open();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#socket?.terminate();
  }

  async #open(): Promise<void> {
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    this.#opening = this.#connect().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #connect(): Promise<void> {
    try {
      if (this.#isClosed) throw new ExchangeAway('The server is stopping.');
      this.#socket = await this.#openSocket();
      await this.#parts.catchUp(this.#awaySince);
      if (!this.#socket) throw new ExchangeAway('The telephone exchange broke off the events.');
      this.#awaySince = null;
      if (this.#failures > 0) log.warn('The telephone exchange is there again.');
      this.#failures = 0;
    } catch (error) {
      if (this.#failures === 0 && !this.#isClosed) log.error(String(error));
      this.#failures += 1;
      this.#lastError = error;
      this.#socket?.terminate();
      this.#socket = null;
      this.#retryLater();
      throw error;
    }
  }

  #retryLater(): void {
    const isIdle = performance.now() - this.#usedAtMs > IDLE_MS;
    if (this.#isClosed || this.#retry || isIdle) return;
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#failures, 10));
    this.#retry = setTimeout(
      () => {
        void this.#open().catch(() => undefined);
      },
      wait * (0.75 + Math.random() / 2),
    );
    this.#retry.unref();
  }

  async #openSocket(): Promise<WebSocket> {
    const { settings } = this.#parts;
    const address = `${settings.url.replace(/^http/, 'ws')}/events?app=${settings.app}`;
    const socket = new WebSocket(address, {
      headers: authorization(settings),
      handshakeTimeout: OPEN_TIMEOUT_MS,
      maxPayload: MOST_BYTES,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (request, response) => {
        const status = response.statusCode ?? 0;
        request.destroy();
        const isRefused = status === 401 || status === 403;
        const away = `The telephone exchange gives no events at ARI_URL (status ${status}).`;
        reject(isRefused ? refusedLogin(status) : new ExchangeAway(away));
      });
      // Stays: an error after the opening is followed by `close`.
      socket.on('error', (cause) =>
        reject(new ExchangeAway('The telephone exchange can’t be reached at ARI_URL.', { cause })),
      );
    });
    this.#watch(socket);
    return socket;
  }

  #watch(socket: WebSocket): void {
    let isAlive = true;
    const standstill = new Standstill();
    const pings = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, PING_MS);
    pings.unref();
    socket.on('pong', () => {
      isAlive = true;
    });
    socket.on('message', (data: Buffer) => {
      isAlive = true;
      this.#take(socket, data, standstill.heardSince());
    });
    socket.on('close', () => {
      clearInterval(pings);
      standstill.end();
      this.#lose(socket);
    });
  }

  #take(socket: WebSocket, data: Buffer, since: Date): void {
    let event: AriEvent;
    try {
      const parsed = ariEventSchema.safeParse(JSON.parse(data.toString('utf8')));
      if (!parsed.success) return;
      event = parsed.data;
    } catch {
      return;
    }
    if (event.type !== 'ApplicationReplaced') return this.#parts.take(event, since);
    log.warn('Another process listens to the telephone exchange now.');
    this.#awaySince = new Date();
    if (this.#socket === socket) this.#socket = null;
    socket.terminate();
  }

  /** The stream ended: by the exchange, or the network between. */
  #lose(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#awaySince ??= new Date();
    // While it is being opened, who opens it tries again.
    if (!this.#opening) this.#retryLater();
  }
}
