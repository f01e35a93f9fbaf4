import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import type { Encrypted } from './encryption.ts';

/** About a hundred loans, encrypted as one: several times faster than one by one. */
export interface LoanBlock {
  id: number;
  /** Ids only, so that a changed or gone loan finds its block without decrypting all. */
  loanIds: string[];
  loans: Encrypted;
}

/** The dispositions of a block's loans, encrypted as one; read when a loan is opened. */
export interface HistoryBlock {
  id: number;
  histories: Encrypted;
}

/** Where the pull stands. */
export interface PullCursor {
  key: 'cursor';
  epoch: string;
  cursor: string;
  /** False until a first pull came to its end. */
  isComplete: boolean;
  /** When the last pull that came to its end began and ended; milliseconds, null before. */
  startedAt: number | null;
  completedAt: number | null;
}

/** One user's cache. May be thrown away at any time: a pull fills it again. */
export class CacheDatabase extends Dexie {
  declare loanBlocks: Table<LoanBlock, number>;
  declare historyBlocks: Table<HistoryBlock, number>;
  declare cursor: Table<PullCursor, string>;

  constructor(userId: string) {
    super(`recoup-cache-${userId}`, { chromeTransactionDurability: 'relaxed' });
    this.version(1).stores({
      loanBlocks: 'id, *loanIds',
      historyBlocks: 'id',
      cursor: 'key',
    });
  }
}

const opened = new Map<string, CacheDatabase>();

/** A user's cache; opened once per tab. */
export function cacheOf(userId: string): CacheDatabase {
  const known = opened.get(userId);
  if (known !== undefined) return known;
  const database = new CacheDatabase(userId);
  opened.set(userId, database);
  return database;
}

/** Throws a user's cached loans away; the next pull starts from nothing. */
export async function dropCache(userId: string): Promise<void> {
  const cache = cacheOf(userId);
  const tables = [cache.loanBlocks, cache.historyBlocks, cache.cursor];
  await cache.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear();
  });
}
