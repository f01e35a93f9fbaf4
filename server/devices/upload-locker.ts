import type { Lock, Locker } from '@tus/server';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { CallError } from '../errors.ts';
import { giveSessionLock, trySessionLock } from '../database/locks.ts';
import { SESSION_SETTINGS } from '../database/session-settings.ts';

/** Notifications under this name ask whoever holds an upload's lock to let go. */
const channel = 'recoup_upload';
const patienceMs = 10_000;
const againMs = 100;
const queryTimeoutMs = 5_000;

type Release = () => Promise<void> | void;

const busy = () =>
  new CallError(423, 'UPLOAD_BUSY', 'This file is being received already. Try again in a moment.');

/** The one connection of this process that holds the locks of all its uploads: a slow upload costs no connection of its own. */
class LockConnection {
  /** Who holds which upload here, and how to ask for it. */
  readonly holders = new Map<string, Release>();
  readonly #url: string;
  #client: Promise<Client> | null = null;
  #isStopped = false;
  /** Ends when the query before has: one connection runs one at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  async use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const run = async () => this.#run(work);
    const answer = this.#turn.then(run, run);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #run<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    if (this.#isStopped) throw busy();
    this.#client ??= this.#connect();
    try {
      return await work(await this.#client);
    } catch (error) {
      await this.#drop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#drop();
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'recoup uploads',
      keepAlive: true,
      query_timeout: queryTimeoutMs,
      connectionTimeoutMillis: queryTimeoutMs,
    });
    // A lost connection has lost its locks: those who held one stop writing.
    client.on('error', () => void this.#drop());
    client.on('notification', ({ payload }) => void this.holders.get(payload ?? '')?.());
    await client.connect();
    await client.query(`${SESSION_SETTINGS}; listen ${channel}`);
    return client;
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    for (const release of this.holders.values()) await release();
    await client?.then(async (open) => open.end()).catch(() => undefined);
  }
}

async function take(connection: LockConnection, id: string, release: Release): Promise<boolean> {
  const { holders } = connection;
  const holder = holders.get(id);
  if (holder) {
    await holder();
    return false;
  }
  // Noted before it is taken: the connection is shared, and PostgreSQL grants it its own locks again.
  holders.set(id, release);
  let isTaken = false;
  try {
    isTaken = await connection.use((client) => trySessionLock(client, 'upload', id));
    if (!isTaken)
      await connection.use((client) => client.query('select pg_notify($1, $2)', [channel, id]));
  } finally {
    if (!isTaken) holders.delete(id);
  }
  return isTaken;
}

function newLock(connection: LockConnection, id: string): Lock {
  return {
    lock: async (signal, requestRelease) => {
      const until = performance.now() + patienceMs;
      while (!(await take(connection, id, requestRelease))) {
        if (signal.aborted || performance.now() > until) throw busy();
        await pause(againMs);
      }
    },
    unlock: async () => {
      // When the connection was lost the lock is gone with it.
      await connection
        .use((client) => giveSessionLock(client, 'upload', id))
        .catch(() => undefined);
      connection.holders.delete(id);
    },
  };
}

/**
 * One writer per upload over all server processes: PostgreSQL's advisory locks, all held by one connection. Whoever wants
 * an upload asks its holder (often a connection that is long dead) to let go, and waits up to 10 s; then 423.
 */
export function uploadLocker(url: string): { locker: Locker; stop(): Promise<void> } {
  const connection = new LockConnection(url);
  return {
    locker: { newLock: (id) => newLock(connection, id) },
    stop: async () => connection.stop(),
  };
}
