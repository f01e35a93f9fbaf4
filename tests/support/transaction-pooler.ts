import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { byPort } from './cluster-address.ts';

/** A pooler by transaction: all connections are served by one session of the database. */
export interface TransactionPooler {
  /** The database's address through it. */
  readonly url: string;
  close(): Promise<void>;
}

const READY = 'Z'.charCodeAt(0);
const PROOF = 'R'.charCodeAt(0);
const GOODBYE = 'X'.charCodeAt(0);
const HEAD = 5;

/** Cuts whole messages off what came: a letter, then a length that counts itself. */
function messagesOf(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let rest = bytes;
  while (rest.length >= HEAD && rest.length > rest.readUInt32BE(1)) {
    const length = 1 + rest.readUInt32BE(1);
    messages.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return { messages, rest };
}

/**
 * Puts a pooler before the database at `url`, for who asks one thing at a time: each answer goes to whoever asked last.
 * Later connections are greeted with what the database said to the first.
 */
export async function poolByTransaction(url: string): Promise<TransactionPooler> {
  const target = new URL(byPort(url));
  const far = connect(Number(target.port), target.hostname);
  const open = new Set<Socket>([far]);
  let greeting: Buffer | null = null;
  let heard = Buffer.alloc(0);
  let asking: Socket | null = null;
  const said: Buffer[] = [];
  far
    .on('error', () => undefined)
    .on('data', (bytes) => {
      const { messages, rest } = messagesOf(Buffer.concat([heard, bytes]));
      heard = Buffer.from(rest);
      for (const message of messages) {
        // Who is let in without a word was not asked for a password.
        if (greeting === null && !(message[0] === PROOF && message.readUInt32BE(HEAD) > 0))
          said.push(message);
        if (greeting === null && message[0] === READY) greeting = Buffer.concat(said);
        asking?.write(message);
      }
    });
  const pooler = createServer((near) => {
    open.add(near);
    let isGreeted = false;
    near
      .on('error', () => undefined)
      .on('data', (bytes) => {
        if (bytes[0] === GOODBYE) return near.end();
        asking = near;
        if (!isGreeted && greeting !== null) near.write(greeting);
        else far.write(bytes);
        isGreeted = true;
        return undefined;
      });
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const address = pooler.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  return {
    url: byPort(url, port),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => pooler.close(resolve));
    },
  };
}
