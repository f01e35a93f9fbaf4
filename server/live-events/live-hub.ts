import { Client } from 'pg';
import type { Database } from '../database/connection.ts';
import { SESSION_SETTINGS } from '../database/session-settings.ts';
import { log } from '../log.ts';

/** The one channel; what it is about is in the payload. */
export const LIVE_CHANNEL = 'recoup_live';

/** After a lost connection: at first, and at most, milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** What a topic looks like. Whoever may log in to the database can send on its channels. */
const TOPIC = /^[a-z-]+(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/;

type Listener = (topic: string) => void;

/** Hands on what the database notifies. The connection is open while somebody listens. */
class LiveHub {
  readonly #url: string;
  readonly #missed: string;
  readonly #listeners = new Set<Listener>();
  #client: Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #waitMs = FIRST_WAIT_MS;

  constructor(url: string, missed: string) {
    this.#url = url;
    this.#missed = missed;
  }

  add(listener: Listener): () => void {
    // Each its own, though the same function came twice.
    const own: Listener = (topic) => listener(topic);
    this.#listeners.add(own);
    if (this.#client === null && this.#retry === null) void this.#connect();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.#close();
    };
  }

  #tell(topic: string): void {
    for (const listener of this.#listeners)
      try {
        listener(topic);
      } catch (error) {
        log.error({ err: error }, `A listener to ${topic} failed.`);
      }
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'recoup live',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    this.#client = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload }) => {
      if (payload !== undefined && TOPIC.test(payload)) this.#tell(payload);
    });
    try {
      await client.connect();
      await client.query(`${SESSION_SETTINGS}; LISTEN ${LIVE_CHANNEL}`);
    } catch {
      this.#lose(client);
      return;
    }
    if (this.#client !== client) return;
    this.#waitMs = FIRST_WAIT_MS;
    // Until now nothing was heard.
    this.#tell(this.#missed);
  }

  /** The connection is gone: a new one after a while, longer each time. */
  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.end().catch(() => undefined);
    if (this.#listeners.size === 0) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      if (this.#listeners.size > 0) void this.#connect();
    }, this.#waitMs);
    this.#retry.unref();
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }

  #close(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    const client = this.#client;
    this.#client = null;
    client?.end().catch(() => undefined);
  }
}

const hubs = new WeakMap<Database, LiveHub>();

/** The hub of a database in this process; its listeners are told `missed` when its connection stands (again). */
export function liveHub(database: Database, missed: string): LiveHub {
  const known = hubs.get(database);
  if (known) return known;
  const made = new LiveHub(database.url, missed);
  hubs.set(database, made);
  return made;
}
