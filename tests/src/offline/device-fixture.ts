/** A database as a released version of the app left it: written by that version's own code, never edited. */
export interface DatabaseFixture {
  name: string;
  version: number;
  stores: {
    name: string;
    keyPath: string | null;
    indexes: { name: string; keyPath: string; multiEntry: boolean; unique: boolean }[];
    rows: { key?: string; value: unknown }[];
  }[];
}

/** Puts a phone's databases back as they were, without any code of the app. */
export async function putBack(databases: readonly DatabaseFixture[]): Promise<void> {
  for (const database of databases) await putBackOne(database);
}

async function putBackOne({ name, version, stores }: DatabaseFixture): Promise<void> {
  const request = indexedDB.open(name, version);
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    request.addEventListener('upgradeneeded', () => {
      for (const { name: storeName, keyPath, indexes } of stores) {
        const store = request.result.createObjectStore(storeName, { keyPath });
        for (const index of indexes) {
          const { multiEntry, unique } = index;
          store.createIndex(index.name, index.keyPath, { multiEntry, unique });
        }
      }
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened.')));
    request.addEventListener('success', () => resolve(request.result));
  });
  const names = stores.map((store) => store.name);
  const transaction = opened.transaction(names, 'readwrite');
  for (const { name: storeName, rows } of stores)
    for (const { key, value } of rows) transaction.objectStore(storeName).put(unpack(value), key);
  await new Promise((resolve) => {
    transaction.addEventListener('complete', resolve);
  });
  opened.close();
}

/** Bytes are kept as base64, marked. */
function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== 'object' || value === null) return value;
  const { $buffer: buffer, $bytes: bytes } = value as { $buffer?: string; $bytes?: string };
  if (bytes !== undefined) return Uint8Array.from(Buffer.from(bytes, 'base64'));
  if (buffer !== undefined) return Uint8Array.from(Buffer.from(buffer, 'base64')).buffer;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpack(inner)]));
}
