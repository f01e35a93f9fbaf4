import { createStore } from '../lib/store.ts';

/**
 * What a person should know of the databases. upgradeWaits: another tab with an older version of the app is still
 * writing; closing it helps. updateNeeded: a newer version of the app changed the data so that this one can't read it.
 */
export type DatabaseNotice = 'upgradeWaits' | 'updateNeeded';

const waiting = new Set<string>();
const tooNew = new Set<string>();
const store = createStore<DatabaseNotice | null>(null);

/** What a person should know of the databases, or null; fits useSyncExternalStore. */
export const databaseNotice = store.get;
/** Calls the listener when databaseNotice changes. */
export const subscribeDatabaseNotice = store.subscribe;

function tell(): void {
  store.set(tooNew.size > 0 ? 'updateNeeded' : waiting.size > 0 ? 'upgradeWaits' : null);
}

/** Notes how a database's opening goes. */
export function noteOpening(name: string, outcome: 'opened' | 'waits' | 'tooNew'): void {
  waiting.delete(name);
  tooNew.delete(name);
  if (outcome === 'waits') waiting.add(name);
  if (outcome === 'tooNew') tooNew.add(name);
  tell();
}
