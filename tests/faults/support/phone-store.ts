import type { Page } from '@playwright/test';

/** What the server or the network last said of an item, as the phone keeps it. */
export interface StoredAnswer {
  readonly at: number;
  readonly status: number;
  readonly code: string | null;
  readonly message: string | null;
}

/** A waiting operation as it lies in the phone's database. */
export interface WaitingOperation {
  readonly opId: string;
  readonly payloadHash: string;
  readonly sequence: number;
  readonly loanId: string;
  readonly after: string | null;
  readonly state: 'queued' | 'sending' | 'held' | 'parked';
  readonly isSetAside: boolean;
  readonly attempts: number;
  readonly nextTryAt: number;
  readonly answer: StoredAnswer | null;
}

/** A confirmed operation. */
export type ConfirmedOperation = Pick<
  WaitingOperation,
  'opId' | 'payloadHash' | 'sequence' | 'loanId' | 'after'
>;

/** A file, waiting or delivered. */
export interface PhoneFile {
  readonly fileId: string;
  readonly opId: string;
  readonly state: 'waiting' | 'parked' | 'delivered';
  readonly sha256: string;
  readonly size: number;
  readonly attempts: number;
  readonly nextTryAt: number;
  readonly answer: StoredAnswer | null;
}

/** How delivery stands. */
export interface PhoneDelivery {
  readonly nextSequence: number;
  readonly pause: 'login' | 'update' | null;
  readonly attempts: number;
  readonly nextTryAt: number;
  readonly answer: StoredAnswer | null;
  readonly batchSize: number;
  readonly epoch: string | null;
}

/** One author's outbox on a phone, read in one transaction. */
export interface PhoneOutbox {
  readonly userId: string;
  readonly operations: readonly WaitingOperation[];
  readonly receipts: readonly ConfirmedOperation[];
  readonly files: readonly PhoneFile[];
  readonly delivery: PhoneDelivery | null;
}

/**
 * Reads every author's outbox of the page's origin, past the app: any page of the origin will do. Opens the databases at
 * the version they have and closes them at once.
 */
async function readOutboxes(page: Page): Promise<PhoneOutbox[]> {
  return page.evaluate(async () => {
    const prefix = 'recoup-outbox-';
    const failure = new Error('The outbox can not be read.');
    const finished = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(failure));
      });
    const outboxes = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith(prefix)) continue;
      const database = await finished(indexedDB.open(name));
      const stores = ['operations', 'receipts', 'files', 'state'];
      // Made, but not filled yet: another page is at it.
      if (!stores.every((store) => database.objectStoreNames.contains(store))) {
        database.close();
        continue;
      }
      const transaction = database.transaction(stores);
      const all = (store: string) => finished<unknown[]>(transaction.objectStore(store).getAll());
      const [operations, receipts, files, state] = await Promise.all(stores.map(all));
      database.close();
      outboxes.push({
        userId: name.slice(prefix.length),
        operations,
        receipts,
        files,
        delivery: state?.[0] ?? null,
      });
    }
    // What lies there is what the app's own types say; sealed bytes travel along unused.
    return JSON.parse(JSON.stringify(outboxes)) as PhoneOutbox[];
  });
}

/** One author's outbox; an empty one before anything was saved. */
export async function readOutbox(page: Page, userId: string): Promise<PhoneOutbox> {
  const outboxes = await readOutboxes(page);
  const nothing = { userId, operations: [], receipts: [], files: [], delivery: null };
  return outboxes.find((outbox) => outbox.userId === userId) ?? nothing;
}

/** What of an outbox is not on the server yet. */
export function unsentOf({ operations, files }: PhoneOutbox): {
  operations: WaitingOperation[];
  files: PhoneFile[];
} {
  return { operations: [...operations], files: files.filter(({ state }) => state !== 'delivered') };
}
