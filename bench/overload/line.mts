import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** How one request went: its status (0: no answer) and the milliseconds that it took. */
export interface Reply {
  readonly status: number;
  readonly ms: number;
}

const CONTENT_LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const HEAD_END = '\r\n\r\n';

/** Whether these bytes are a whole answer of HTTP/1.1, by its length or its last chunk. */
function isWhole(bytes: Buffer): boolean {
  const head = bytes.indexOf(HEAD_END);
  if (head < 0) return false;
  const length = CONTENT_LENGTH.exec(bytes.toString('latin1', 0, head + 2))?.[1];
  const body = bytes.length - head - HEAD_END.length;
  return length === undefined
    ? bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
    : body >= Number(length);
}

/**
 * Connections that are kept open, one request at a time on each. Requests are bytes made beforehand and answers are only
 * looked at as far as needed: what offers the load must not take the machine from what is measured.
 */
export class Line {
  readonly #port: number;
  readonly #idle = new Set<Socket>();
  readonly #all = new Set<Socket>();

  constructor(url: string) {
    this.#port = Number(new URL(url).port);
  }

  /** Sends one request; never rejects. */
  async send(request: Buffer): Promise<Reply> {
    const begun = performance.now();
    const [idle] = this.#idle;
    const socket = idle ?? this.#open();
    this.#idle.delete(socket);
    return new Promise((resolve) => {
      let seen: Buffer | null = null;
      const end = (status: number) => {
        socket.off('data', take).off('close', broken);
        if (status > 0 && !socket.destroyed) this.#idle.add(socket);
        resolve({ status, ms: performance.now() - begun });
      };
      const take = (bytes: Buffer) => {
        seen = seen === null ? bytes : Buffer.concat([seen, bytes]);
        if (isWhole(seen)) end(Number(seen.toString('latin1', 9, 12)));
      };
      const broken = () => end(0);
      socket.on('data', take);
      socket.once('close', broken);
      socket.write(request);
    });
  }

  /**
   * Opens as many connections as people and phones have open already when a rush begins, a few at a time: a server of Node
   * takes one new connection in each turn of its loop, which is not what is measured.
   */
  async openUpTo(count: number): Promise<void> {
    while (this.#all.size < count) {
      const socket = this.#open();
      await new Promise((resolve) => {
        socket.once('connect', resolve);
      });
      this.#idle.add(socket);
    }
  }

  close(): void {
    for (const socket of this.#all) socket.destroy();
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#all.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#all.delete(socket);
      this.#idle.delete(socket);
    });
    return socket;
  }
}
