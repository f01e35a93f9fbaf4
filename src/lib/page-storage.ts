/** What is used of a browser's storage of texts. */
export interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

type Storages = Partial<Record<'localStorage' | 'sessionStorage', PageStorage>>;

/** One of the page's storages; null in a worker, which has none, and where the browser refuses it. */
function storageOf(name: keyof Storages): PageStorage | null {
  try {
    return (globalThis as Storages)[name] ?? null;
  } catch {
    return null;
  }
}

/** The page's local storage, or null. */
export const pageStorage = (): PageStorage | null => storageOf('localStorage');

/** The tab's own storage, gone with the tab, or null. */
export const tabStorage = (): PageStorage | null => storageOf('sessionStorage');

/** Stores what can be missed: one that is full, or that the browser refuses, stops nothing. */
export function noteIn(storage: PageStorage | null, key: string, text: string): void {
  try {
    storage?.setItem(key, text);
  } catch {
    // What it was noted for goes on without it.
  }
}
