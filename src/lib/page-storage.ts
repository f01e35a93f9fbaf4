/** What is used of the browser's local storage. */
export interface PageStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The page's local storage; null in a worker, which has none, and where the browser refuses it. */
export function pageStorage(): PageStorage | null {
  try {
    return (globalThis as { localStorage?: PageStorage }).localStorage ?? null;
  } catch {
    return null;
  }
}
