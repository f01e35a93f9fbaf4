import { setTimeout as later } from 'node:timers/promises';
import { Client } from 'pg';
import type { Part } from '../lifecycle.ts';
import { log } from '../log.ts';
import { breakConnection } from './connection.ts';

/** Asked so often, more often while it is away; milliseconds. */
const EVERY_MS = 2000;
const EVERY_MS_AWAY = 500;
/** Silent when it has not answered within so many ticks of our own: a busy process is not a silent database. */
const TICKS = 8;
const TICK_MS = 500;
/** Away when it was silent so often in a row. */
const MOST_SILENCES = 2;

/** Whether the database answers at all: one that hangs keeps its connections open and says nothing. */
export interface DatabaseWatch extends Part {
  isAway(): boolean;
}

/** Asks on a connection of its own, so that a full pool is not taken for a database that is away. */
class Questioner {
  readonly #url: string;
  #client: Client | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** Rejects when the database says no; never settles while it says nothing. */
  async ask(): Promise<void> {
    try {
      const client = this.#client ?? (await this.#connect());
      await client.query('select 1');
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** One that hangs would wait for a goodbye that never comes. */
  drop(): void {
    if (this.#client !== null) breakConnection(this.#client);
    this.#client = null;
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#url, application_name: 'recoup-watch' });
    this.#client = client;
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}

async function ticksPass(): Promise<void> {
  for (let tick = 0; tick < TICKS; tick += 1) await later(TICK_MS, undefined, { ref: false });
}

/** One that says no at once is not silent: every request hears it by itself. */
async function isSilent(questioner: Questioner): Promise<boolean> {
  const answer = questioner.ask().then(
    () => false,
    () => false,
  );
  const silence = await Promise.race([answer, ticksPass().then(() => true)]);
  if (silence) questioner.drop();
  return silence;
}

/**
 * Watches the database at `url`, which the log calls by `name`. Once it has been silent twice `onAway` is called: what still waits for it is to be cut
 * off, so that nobody waits longer than a person would. It is back with its first answer.
 */
export function watchDatabase(url: string, onAway: () => void, name = 'database'): DatabaseWatch {
  const questioner = new Questioner(url);
  const ended = new AbortController();
  let silences = 0;
  const isAway = () => silences >= MOST_SILENCES;
  const look = async () => {
    const silence = await isSilent(questioner);
    if (ended.signal.aborted) return;
    if (!silence && isAway()) log.warn(`The ${name} answers again.`);
    silences = silence ? silences + 1 : 0;
    if (silences === MOST_SILENCES) log.error(`The ${name} does not answer.`);
    if (isAway()) onAway();
  };
  const rest = { ref: false, signal: ended.signal } as const;
  const watching = (async () => {
    while (!ended.signal.aborted) {
      await look();
      await later(isAway() ? EVERY_MS_AWAY : EVERY_MS, undefined, rest).catch(() => undefined);
    }
  })();
  return {
    name: 'database watch',
    isAway,
    stop: async () => {
      ended.abort();
      questioner.drop();
      await watching;
    },
  };
}
