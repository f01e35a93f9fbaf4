import { IDBFactory, IDBObjectStore as RealStore } from 'fake-indexeddb';

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 8);
};

/** A key as text; those of these databases are texts and numbers. */
const textOf = (key: IDBValidKey | undefined): string =>
  typeof key === 'string' ? key : JSON.stringify(key);

/** How much the databases of one phone may hold: as in a browser, who deletes needs no room, and gives it back. */
export class Quota {
  bytes = Number.POSITIVE_INFINITY;
  readonly #sizes = new Map<string, number>();

  get used(): number {
    let sum = 0;
    for (const size of this.#sizes.values()) sum += size;
    return sum;
  }

  /** From now on nothing more finds room than what is given back, and so many bytes. */
  fill(leftBytes = 0): void {
    this.bytes = this.used + leftBytes;
  }

  /** Everything again has room. */
  free(): void {
    this.bytes = Number.POSITIVE_INFINITY;
  }

  /** Watches what is written through a connection. */
  watch(connection: IDBDatabase): void {
    const begin = connection.transaction.bind(connection);
    connection.transaction = (...input: Parameters<IDBDatabase['transaction']>) => {
      const transaction = begin(...input);
      this.#watchTransaction(connection.name, transaction);
      return transaction;
    };
  }

  #watchTransaction(name: string, transaction: IDBTransaction): void {
    const before = new Map<string, number | undefined>();
    const change = (key: string, size: number | undefined) => {
      if (!before.has(key)) before.set(key, this.#sizes.get(key));
      if (size === undefined) this.#sizes.delete(key);
      else this.#sizes.set(key, size);
    };
    transaction.addEventListener('abort', () => {
      for (const [key, size] of before)
        if (size === undefined) this.#sizes.delete(key);
        else this.#sizes.set(key, size);
    });
    const open = transaction.objectStore.bind(transaction);
    transaction.objectStore = (storeName: string) => {
      const store = open(storeName);
      const prefix = `${name}/${storeName}/`;
      const write =
        (method: 'put' | 'add') =>
        (value: unknown, key?: IDBValidKey): IDBRequest<IDBValidKey> => {
          const { keyPath } = store;
          const id = textOf(
            key ??
              (value as Record<string, IDBValidKey>)[typeof keyPath === 'string' ? keyPath : ''],
          );
          const size = sizeOf(value) + 50;
          const more = size - (this.#sizes.get(`${prefix}${id}`) ?? 0);
          // A browser counts what is written before what it replaces is gone.
          if (this.used + Math.max(more, 1) > this.bytes)
            throw new DOMException('No room.', 'QuotaExceededError');
          change(`${prefix}${id}`, size);
          return RealStore.prototype[method].call(store, value, key);
        };
      const remove = (query: IDBValidKey | IDBKeyRange): IDBRequest<undefined> => {
        for (const key of this.#sizes.keys()) {
          if (!key.startsWith(prefix)) continue;
          const id = key.slice(prefix.length);
          const isMeant =
            query instanceof Object && 'includes' in query && !Array.isArray(query)
              ? query.includes(id)
              : textOf(query) === id;
          if (isMeant) change(key, undefined);
        }
        return RealStore.prototype.delete.call(store, query);
      };
      const clear = (): IDBRequest<undefined> => {
        for (const key of this.#sizes.keys()) if (key.startsWith(prefix)) change(key, undefined);
        return RealStore.prototype.clear.call(store);
      };
      return Object.assign(store, {
        put: write('put'),
        add: write('add'),
        delete: remove,
        clear,
      });
    };
  }
}

/** A factory whose databases share a quota. */
export function factoryWithin(quota: Quota): IDBFactory {
  const real = new IDBFactory();
  const open = (...input: Parameters<IDBFactory['open']>) => {
    const request = real.open(...input);
    let watched: IDBDatabase | null = null;
    const watch = () => {
      if (watched === request.result) return;
      watched = request.result;
      quota.watch(request.result);
    };
    request.addEventListener('upgradeneeded', watch);
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
