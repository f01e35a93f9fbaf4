import { newId } from '../../../src/offline/id.ts';
import { TOKEN_KEY } from '../../../src/remote/session-client.ts';

interface Page {
  cursor: string;
  hasMore: boolean;
  loans: { loan: { _id: string } }[];
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('bench-raw', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('loans', { keyPath: 'loan._id' });
      request.result.createObjectStore('cursor');
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('No database.')));
  });
}

function write(database: IDBDatabase, page: Page): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['loans', 'cursor'], 'readwrite', {
      durability: 'relaxed',
    });
    const loans = transaction.objectStore('loans');
    for (const row of page.loans) loans.put(row);
    transaction.objectStore('cursor').put(page.cursor, 'cursor');
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('error', () => reject(new Error('The write failed.')));
  });
}

/** The bare way: the same pages by fetch, each written as it is, loan by loan, with its cursor. Milliseconds and loans. */
export async function rawPull(limit: number): Promise<{ ms: number; loans: number }> {
  const start = performance.now();
  const database = await openDatabase();
  const deviceId = newId();
  const authorization = `Bearer ${localStorage.getItem(TOKEN_KEY) ?? ''}`;
  let cursor = '';
  let loans = 0;
  for (;;) {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`/api/v1/device/pull?deviceId=${deviceId}&limit=${limit}${more}`, {
      headers: { authorization, 'x-background': '1' },
    });
    const page = (await answer.json()) as Page;
    await write(database, page);
    loans += page.loans.length;
    if (!page.hasMore) return { ms: performance.now() - start, loans };
    ({ cursor } = page);
  }
}
