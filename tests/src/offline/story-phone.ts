import { FakeFiles } from './fake-files.ts';
import { Quota, factoryWithin } from './quota.ts';
import { loadEngine } from './story-engine.ts';
import type { Engine } from './story-engine.ts';

type Listener = (event: { data: unknown }) => void;

/** One page or worker: alive until it is killed, and then it never does anything again. */
export interface StoryPage extends Engine {
  kill: () => void;
  isNext: boolean;
}

/** The phone: its databases outlive pages, its local storage outlives an eviction of the databases. */
export class StoryPhone {
  quota = new Quota();
  databases: IDBFactory = factoryWithin(this.quota);
  /** How far the phone's clock is off, milliseconds. */
  clockOffsetMs = 0;
  readonly local = new Map<string, string>();
  readonly files = new FakeFiles();
  readonly pages = new Set<() => void>();
  readonly #channels = new Set<Listener>();
  readonly #locks = new Map<string, Promise<void>>();
  /** Without the browser's locks every tab drains by itself. */
  readonly hasLocks: boolean;
  fetch: (address: string, init: RequestInit) => Promise<Response>;

  constructor(fetch: StoryPhone['fetch'], hasLocks: boolean) {
    this.fetch = fetch;
    this.hasLocks = hasLocks;
  }

  /** Loads a page (or, without local storage, a worker) of this release or the next. */
  async load(options: { isWorker?: boolean; isNext?: boolean } = {}): Promise<StoryPage> {
    const life = new Life();
    const isNext = options.isNext === true;
    const engine = await loadEngine({
      indexedDB: life.databases(this.databases),
      fetch: (address, init) => life.living(this.fetch(address, init)),
      localStorage: options.isWorker === true ? undefined : this.#storage(),
      navigator: {
        userAgent: 'story',
        storage: this.files.storage,
        ...(this.hasLocks ? { locks: this.#lockManager(life) } : {}),
      },
      BroadcastChannel: this.#channelOf(life),
      setTimeout: life.timer(setTimeout),
      setInterval: life.timer(setInterval),
      Date: this.#clock(),
      isNext,
    });
    const kill = () => {
      life.end();
      this.pages.delete(kill);
    };
    this.pages.add(kill);
    return { ...engine, kill, isNext };
  }

  killAll(): void {
    for (const kill of this.pages) kill();
  }

  /** The system clears the databases; who was using them is gone with them. */
  evict(): void {
    this.killAll();
    this.quota = new Quota();
    this.databases = factoryWithin(this.quota);
    this.files.files.clear();
  }

  #storage() {
    const { local } = this;
    return {
      getItem: (key: string) => local.get(key) ?? null,
      setItem: (key: string, value: string) => void local.set(key, value),
      removeItem: (key: string) => void local.delete(key),
    };
  }

  /** Dates as this phone's clock has them. */
  #clock(): DateConstructor {
    const now = () => Date.now() + this.clockOffsetMs;
    return new Proxy(Date, {
      construct: (target, given: ConstructorParameters<DateConstructor>) =>
        (given as readonly unknown[]).length === 0 ? new target(now()) : new target(...given),
      get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
    });
  }

  #channelOf(life: Life) {
    const channels = this.#channels;
    return class {
      #listener: Listener | null = null;
      addEventListener(_: string, listener: Listener): void {
        this.#listener = (event) => {
          if (life.isAlive) listener(event);
        };
        channels.add(this.#listener);
      }
      postMessage(data: unknown): void {
        if (!life.isAlive) return;
        for (const other of channels)
          if (other !== this.#listener) queueMicrotask(() => other({ data }));
      }
    };
  }

  /** One holder after the other; a dead page's lock is free at once. */
  #lockManager(life: Life) {
    const held = this.#locks;
    return {
      request: async (name: string, _: unknown, work: () => Promise<unknown>) => {
        // What a page still does in its last microtasks takes no lock.
        if (!life.isAlive) return new Promise<never>(() => undefined);
        const before = held.get(name) ?? Promise.resolve();
        const mine = resolvable();
        held.set(
          name,
          before.then(() => mine.promise),
        );
        life.onEnd(mine.resolve);
        await life.living(before);
        try {
          return await work();
        } finally {
          mine.resolve();
        }
      },
    };
  }
}

/** A page's life: when it ends, nothing it waits for ever comes. */
class Life {
  isAlive = true;
  readonly #connections = new Set<IDBDatabase>();
  readonly #transactions = new Set<IDBTransaction>();
  readonly #openings = new Set<IDBOpenDBRequest>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #endings = new Set<() => void>();

  onEnd(ending: () => void): void {
    this.#endings.add(ending);
  }

  async living<Value>(coming: Promise<Value>): Promise<Value> {
    try {
      const value = await coming;
      return this.isAlive ? value : await new Promise<never>(() => undefined);
    } catch (error) {
      if (this.isAlive) throw error;
      return new Promise<never>(() => undefined);
    }
  }

  timer<Start extends typeof setTimeout | typeof setInterval>(start: Start): Start {
    const made = (work: () => void, ms: number) => {
      const timer = start(work, ms);
      timer.unref();
      this.#timers.add(timer);
      return timer;
    };
    return made as unknown as Start;
  }

  databases(real: IDBFactory): IDBFactory {
    const open = (name: string, version?: number) => {
      if (!this.isAlive) return new EventTarget();
      const request = version === undefined ? real.open(name) : real.open(name, version);
      this.#openings.add(request);
      const watch = (event: Event) => {
        if (this.isAlive) {
          this.#watch(request.result);
          return;
        }
        event.stopImmediatePropagation();
        // What was just being opened closes as soon as it is there.
        if (event.type === 'success') request.result.close();
      };
      request.addEventListener('error', (event) => {
        if (!this.isAlive) event.stopImmediatePropagation();
      });
      request.addEventListener('upgradeneeded', (event) => {
        watch(event);
        if (request.transaction === null) return;
        if (this.isAlive) this.#note(request.transaction);
        // As a browser does: what a page that is gone had begun to make is not there.
        else request.transaction.abort();
      });
      request.addEventListener('success', watch);
      return request;
    };
    return new Proxy(real, {
      get: (target, key) => {
        if (key === 'open') return open;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  #watch(connection: IDBDatabase): void {
    if (this.#connections.has(connection)) return;
    this.#connections.add(connection);
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...input: Parameters<IDBDatabase['transaction']>) => {
      if (!this.isAlive) throw new DOMException('Dead.', 'InvalidStateError');
      return this.#note(begin(...input));
    };
  }

  #note(transaction: IDBTransaction): IDBTransaction {
    this.#transactions.add(transaction);
    transaction.addEventListener('complete', () => this.#transactions.delete(transaction));
    transaction.addEventListener('abort', () => this.#transactions.delete(transaction));
    return transaction;
  }

  /** What isn't committed is undone; nobody hears of it. */
  end(): void {
    this.isAlive = false;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const transaction of this.#transactions) {
      Object.assign(transaction, { onabort: null, onerror: null, oncomplete: null });
      const { _requests: requests = [] } = transaction as { _requests?: { request: IDBRequest }[] };
      for (const { request } of requests)
        Object.assign(request, { onsuccess: null, onerror: null });
      try {
        transaction.abort();
      } catch {
        // It had just ended.
      }
    }
    for (const request of this.#openings)
      Object.assign(request, { onsuccess: null, onerror: null, onblocked: null });
    for (const connection of this.#connections) connection.close();
    for (const ending of this.#endings) ending();
  }
}

function resolvable(): { promise: Promise<void>; resolve: () => void } {
  const resolvers: (() => void)[] = [];
  const promise = new Promise<void>((resolve) => {
    resolvers.push(resolve);
  });
  return { promise, resolve: () => resolvers.forEach((resolve) => resolve()) };
}
