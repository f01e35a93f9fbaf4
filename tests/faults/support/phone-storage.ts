import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { AgentPhone } from './agent-phone.ts';

/** What a user's cache holds on a phone. */
export interface PhoneCache {
  /** Where the pull stands; null before the first page. */
  readonly cursor: string | null;
  /** Until when the list was whole. */
  readonly completedAt: number | null;
  readonly loanIds: readonly string[];
}

/** Reads a user's cache past the app. Throws when there is none. */
export async function readCache(page: Page, userId: string): Promise<PhoneCache> {
  return page.evaluate(async (name) => {
    const failure = new Error('The cache can not be read.');
    const finished = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(failure));
      });
    const database = await finished(indexedDB.open(name));
    try {
      const reading = database.transaction(['cursor', 'loanBlocks']);
      const rows = <Row>(store: string) =>
        finished<Row[]>(reading.objectStore(store).getAll() as IDBRequest<Row[]>);
      const [[cursor], blocks] = await Promise.all([
        rows<{ cursor: string; completedAt: number | null }>('cursor'),
        rows<{ loanIds: string[] }>('loanBlocks'),
      ]);
      const loanIds = blocks.flatMap((block) => block.loanIds);
      return {
        cursor: cursor?.cursor ?? null,
        completedAt: cursor?.completedAt ?? null,
        loanIds,
      };
    } finally {
      database.close();
    }
  }, `recoup-cache-${userId}`);
}

/**
 * Fills what the phone lets the app store (`quotaBytes` of the phone's options), so that the next write fails as on a full
 * phone. Returns how to make room again.
 */
export async function fillStorage(phone: AgentPhone): Promise<() => Promise<void>> {
  const page = phone.page();
  await page.evaluate(async () => {
    const failure = new Error('The phone can not be filled.');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('filler');
      opening.addEventListener('upgradeneeded', () => {
        opening.result.createObjectStore('bytes', { autoIncrement: true });
      });
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(failure));
    });
    const write = (size: number) =>
      new Promise<boolean>((resolve) => {
        const bytes = new Uint8Array(size);
        for (let at = 0; at < size; at += 65_536)
          crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
        const writing = database.transaction('bytes', 'readwrite');
        writing.objectStore('bytes').add(bytes);
        writing.addEventListener('complete', () => resolve(true));
        writing.addEventListener('abort', () => resolve(false));
      });
    const fill = async (from: number) => {
      for (let size = from; size >= 256;) if (!(await write(size))) size = Math.floor(size / 2);
    };
    await fill(4_194_304);
    // What the browser's own tidying frees meanwhile is taken too: the phone stays full until there is room.
    const refill = async (): Promise<void> => {
      if (!('stillFull' in globalThis)) return database.close();
      await fill(65_536);
      setTimeout(() => void refill(), 20);
    };
    Object.assign(globalThis, { stillFull: true });
    void refill();
  });
  return async () => {
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'stillFull'));
    await evictDatabase(phone, 'filler');
    const devtools = await phone.context().newCDPSession(page);
    const { origin } = new URL(page.url());
    const quotaSize = 1_000_000_000;
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  };
}

/** Removes one of the phone's databases from another tab, as an eviction does, while the app is open. */
export async function evictDatabase(phone: AgentPhone, name: string): Promise<void> {
  const other = await phone.context().newPage();
  await other.goto(`${new URL(phone.page().url()).origin}/robots.txt`);
  await other.evaluate(async (database) => {
    await new Promise<void>((resolve, reject) => {
      const removing = indexedDB.deleteDatabase(database);
      removing.addEventListener('success', () => resolve());
      removing.addEventListener('error', () => reject(new Error('It can not be removed.')));
    });
  }, name);
  await other.close();
}

/** The browser's own page on its databases, which can close every connection of an origin as the system does. */
export async function openDatabaseCloser(
  phone: AgentPhone,
): Promise<{ closeAll: () => Promise<void> }> {
  const page = await phone.context().newPage();
  await page.goto('chrome://indexeddb-internals');
  const button = page.getByText('Force close', { exact: true });
  await expect(button.first()).toBeVisible();
  return {
    closeAll: async () => {
      for (const one of await button.all()) await one.click();
    },
  };
}
