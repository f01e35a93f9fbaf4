import type { Page } from '@playwright/test';

/** Everything that a page's origin has stored in this browser, as text; binary as it would read in a file. */
export interface Stored {
  readonly localKeys: readonly string[];
  /** Addresses of everything in the caches. */
  readonly cached: readonly string[];
  /** All storages, the caches' bodies and every record of every database in one text. */
  readonly text: string;
}

/** Reads what the origin has stored; the page must be one of that origin. */
export async function readStored(page: Page): Promise<Stored> {
  return page.evaluate(async () => {
    const asText = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (value instanceof Map || value instanceof Set) return asText([...value]);
      if (value instanceof CryptoKey)
        return value.extractable ? 'EXTRACTABLE KEY' : 'unextractable key';
      if (typeof value !== 'object' || value === null) return String(value);
      return Object.entries(value)
        .map(([key, part]) => `${key}=${asText(part)}`)
        .join('\n');
    };
    const failure = new Error('A database of this page cannot be read.');
    const finished = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(failure));
      });
    const texts = [localStorage, sessionStorage].map((storage) => asText(Object.entries(storage)));
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store);
        texts.push(`${name}/${store}`, asText(await finished(records.getAllKeys())));
        texts.push(asText(await finished(records.getAll())));
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        cached.push(request.url);
        texts.push(await ((await cache.match(request))?.text() ?? ''));
      }
    }
    return { localKeys: Object.keys(localStorage), cached, text: texts.join('\n') };
  });
}
