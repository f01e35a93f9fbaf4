import type { Table } from 'dexie';
import type { Encrypted } from './encryption.ts';
import { LastingDatabase, refreshed } from './lasting-database.ts';
import type { DatabaseVersion } from './lasting-database.ts';
import { newId } from './id.ts';
import { announce } from './signals.ts';

/** About a hundred loans, encrypted as one: several times faster than one by one. */
export interface LoanBlock {
  id: number;
  /** Ids only, so that a changed or gone loan finds its block without decrypting all. */
  loanIds: string[];
  /** The change that each of them is as of, in the same order; absent when an older version of the app wrote this. */
  marks?: string[];
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
  /** When the last pull began that came to its end with nothing held back by the server; milliseconds, null before. */
  startedAt: number | null;
  /** When the last pull came to its end; milliseconds, null before. */
  completedAt: number | null;
  /** When the server last said that this phone holds what it should, and whole pulls since; absent: not yet. */
  reconciledAt?: number;
  pullsSince?: number;
  /** Another one after each change of what is cached, so that memory built from it knows; absent: an older version's. */
  stamp?: string;
  /** Own operations that a manager has yet to decide on, as the last whole pull said; absent: none. */
  inReview?: readonly string[];
  /** When everything was last pulled anew because something was missing. */
  startedOverAt?: number;
}

/** What memory built from the cache compares, to know whether it still is as it was; null: nothing is cached. */
export function stampOf(cursor: PullCursor | null | undefined): string | null {
  return cursor?.stamp ?? cursor?.cursor ?? null;
}

/** A cursor that asks for everything; what is cached stays until it is replaced. */
export const START_OVER = '';

/** The cache's released versions: only added to, never edited. */
export const CACHE_VERSIONS: readonly DatabaseVersion[] = [
  {
    version: 1,
    stores: { loanBlocks: 'id, *loanIds', historyBlocks: 'id', cursor: 'key' },
  },
];

/** One user's cache. May be thrown away at any time: a pull fills it again. */
export class CacheDatabase extends LastingDatabase {
  declare loanBlocks: Table<LoanBlock, number>;
  declare historyBlocks: Table<HistoryBlock, number>;
  declare cursor: Table<PullCursor, string>;

  constructor(userId: string, versions = CACHE_VERSIONS) {
    super(`recoup-cache-${userId}`, versions, 'relaxed');
  }
}

const opened = new Map<string, CacheDatabase>();

/** A user's cache; opened once per tab. */
export function cacheOf(userId: string): CacheDatabase {
  const known = opened.get(userId);
  if (known !== undefined) return refreshed(known);
  const database = new CacheDatabase(userId);
  opened.set(userId, database);
  return database;
}

/** About what a user's cached loans take, bytes. */
export async function cachedBytes(userId: string): Promise<number> {
  const { loanBlocks, historyBlocks } = cacheOf(userId);
  let sum = 0;
  await loanBlocks.each(({ loans }) => void (sum += loans.data.byteLength));
  await historyBlocks.each(({ histories }) => void (sum += histories.data.byteLength));
  return sum;
}

/** Throws a user's cached loans away; the next pull starts from nothing. */
export async function dropCache(userId: string): Promise<void> {
  const cache = cacheOf(userId);
  const tables = [cache.loanBlocks, cache.historyBlocks, cache.cursor];
  await cache.transaction('rw', tables, async () => {
    for (const table of tables) await table.clear();
  });
  announce('loans');
}

/**
 * Lets the next pull bring everything anew, over what is cached; damaged blocks go at once. Loans whose history alone is
 * damaged stay.
 */
export async function startOver(
  userId: string,
  change: {
    brokenBlocks?: readonly number[];
    brokenHistories?: readonly number[];
    atMs?: number;
  } = {},
): Promise<void> {
  const cache = cacheOf(userId);
  const broken = [...(change.brokenBlocks ?? [])];
  const brokenHistories = [...broken, ...(change.brokenHistories ?? [])];
  const tables = [cache.loanBlocks, cache.historyBlocks, cache.cursor];
  await cache.transaction('rw', tables, async () => {
    await cache.loanBlocks.bulkDelete(broken);
    await cache.historyBlocks.bulkDelete(brokenHistories);
    const cursor = await cache.cursor.get('cursor');
    if (cursor === undefined) return;
    const { reconciledAt: _, pullsSince: __, ...rest } = cursor;
    const startedOverAt = change.atMs ?? rest.startedOverAt;
    const kept = startedOverAt === undefined ? rest : { ...rest, startedOverAt };
    await cache.cursor.put({ ...kept, cursor: START_OVER, stamp: newId() });
  });
  announce('loans');
}
