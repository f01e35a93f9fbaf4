import type { UseStore } from 'idb-keyval';
import { isConnectionLost } from './database-errors.ts';

const TRIES = 4;
const WAIT_MS = 60;

/**
 * A store for idb-keyval whose connection is opened again when the system closed it, and which lets another tab's
 * upgrade through. What was interrupted is repeated: its calls may be (idb-keyval's are one transaction each, and
 * updates must come to the same when they run twice).
 */
export function lastingStore(databaseName: string, storeName: string): UseStore {
  let opening: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opening = null;
  };
  const open = () => {
    opening ??= openDatabase(databaseName, storeName, forget);
    opening.catch(forget);
    return opening;
  };
  return async (mode, callback) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const database = await open();
        return await callback(database.transaction(storeName, mode).objectStore(storeName));
      } catch (error) {
        if (!isConnectionLost(error) || tries === TRIES) throw error;
        forget();
        await new Promise((resolve) => {
          setTimeout(resolve, WAIT_MS * tries);
        });
      }
    }
  };
}

function openDatabase(name: string, storeName: string, forget: () => void): Promise<IDBDatabase> {
  // Without a version: whatever a newer build made of it, this store stays.
  const request = indexedDB.open(name);
  return new Promise((resolve, reject) => {
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(storeName);
    });
    request.addEventListener('error', () => {
      reject(request.error ?? new DOMException('It could not be opened.', 'UnknownError'));
    });
    request.addEventListener('success', () => {
      const database = request.result;
      database.addEventListener('close', forget);
      database.addEventListener('versionchange', () => {
        database.close();
        forget();
      });
      resolve(database);
    });
  });
}
