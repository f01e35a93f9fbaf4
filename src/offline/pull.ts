import type { CallAnswer } from '../../contract/call.ts';
import { deviceCalls } from '../../contract/device.ts';
import { createStore } from '../lib/store.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { hasSession, server } from '../remote/session-client.ts';
import { writePage } from './cache-blocks.ts';
import { cacheOf, dropCache } from './cache-database.ts';
import type { CacheDatabase, PullCursor } from './cache-database.ts';
import { underLock } from './delivery-lock.ts';
import { noteServerTime, readDeviceId, touchGrant } from './device-store.ts';
import { DeviceError } from './errors.ts';
import { applyPage } from './loan-index.ts';
import { outboxOf } from './outbox-database.ts';
import { noteEpoch } from './outbox-epoch.ts';
import { forgetCopies } from './outbox-copies.ts';
import { refreshCodes } from './reference.ts';
import { announce } from './signals.ts';
import { isQuotaError } from './storage.ts';
import { openedVault, openedVaultOrNull } from './vault.ts';
import type { Vault } from './vault.ts';

const PAGE_SIZE = 200;

/** How a pull goes: loans received, loans still to come. */
export interface PullProgress {
  done: number;
  remaining: number;
}

/** What a pull brought. */
export interface PullResult {
  loans: number;
  gone: number;
}

/** How pulling stands in this tab; `isFirst`: this phone has no whole list yet. */
export interface PullState extends PullProgress {
  isRunning: boolean;
  isFirst: boolean;
}

type Page = CallAnswer<typeof deviceCalls.pullLoans>;

const IDLE: PullState = { isRunning: false, isFirst: false, done: 0, remaining: 0 };
const state = createStore<PullState>(IDLE);
let running: Promise<PullResult> | null = null;

/** How pulling stands in this tab; fits useSyncExternalStore. */
export const pullState = state.get;
/** Calls the listener when pullState changes. */
export const subscribePullState = state.subscribe;

/** When this phone last had the whole list, milliseconds; null before the first pull ended. Throws LOCKED. */
export async function lastPulledAt(): Promise<number | null> {
  const row = await cacheOf(openedVault().user._id).cursor.get('cursor');
  return row?.isComplete === true ? row.completedAt : null;
}

/**
 * Brings the cache up to date, page by page; each page is written together with its cursor, so that a killed pull
 * goes on where it stopped. Calls while one runs join it. Throws LOCKED, NO_SESSION, STORAGE_FULL (the cursor hasn't
 * moved) and the client's errors.
 */
export async function pull(onProgress?: (progress: PullProgress) => void): Promise<PullResult> {
  const stop =
    onProgress === undefined ? () => false : state.subscribe(() => onProgress(state.get()));
  const vault = openedVault();
  if (!hasSession()) throw new DeviceError('NO_SESSION');
  running ??= runPull(vault).finally(() => {
    running = null;
    state.set(IDLE);
    announce('pull');
  });
  try {
    return await running;
  } finally {
    stop();
  }
}

async function runPull(vault: Vault): Promise<PullResult> {
  const result = await underLock(`recoup-pull-${vault.user._id}`, (beat) => pages(vault, beat));
  return result ?? { loans: 0, gone: 0 };
}

async function pages(vault: Vault, beat: () => Promise<void>): Promise<PullResult> {
  const userId = vault.user._id;
  const cache = cacheOf(userId);
  const startedAt = Date.now();
  const result: PullResult = { loans: 0, gone: 0 };
  await refreshCodes();
  for (;;) {
    const before = (await cache.cursor.get('cursor')) ?? null;
    state.set({ ...state.get(), isRunning: true, isFirst: before?.isComplete !== true });
    const page = await fetchPage(before);
    await beat();
    if (openedVaultOrNull()?.user._id !== userId) throw new DeviceError('LOCKED');
    if (page === null || (before !== null && before.epoch !== page.epoch)) {
      // A restored backup: its list may lack what this phone holds, so everything comes anew.
      await dropCache(userId);
      continue;
    }
    await keepPage(cache, vault, page, before, nextCursor(before, page, startedAt));
    result.loans += page.loans.length;
    result.gone += page.gone.length;
    const { remaining } = page;
    state.set({ isRunning: true, isFirst: state.get().isFirst, done: result.loans, remaining });
    announce('loans');
    if (!page.hasMore) {
      await afterPull(userId, page, startedAt);
      return result;
    }
  }
}

/** The next page; null when the server doesn't know the cursor (any more). */
async function fetchPage(before: PullCursor | null): Promise<Page | null> {
  const query = {
    deviceId: await readDeviceId(),
    limit: PAGE_SIZE,
    ...(before === null ? {} : { cursor: before.cursor }),
  };
  try {
    return await server.call(deviceCalls.pullLoans, { query }, { isBackground: true });
  } catch (error) {
    const isUnknown = error instanceof RefusedError && error.code === 'CURSOR_INVALID';
    if (!isUnknown || before === null) throw error;
    return null;
  }
}

function nextCursor(before: PullCursor | null, page: Page, startedAt: number): PullCursor {
  const { epoch, cursor, hasMore } = page;
  return {
    key: 'cursor',
    epoch,
    cursor,
    isComplete: !hasMore || before?.isComplete === true,
    startedAt: hasMore ? (before?.startedAt ?? null) : startedAt,
    completedAt: hasMore ? (before?.completedAt ?? null) : Date.now(),
  };
}

async function keepPage(
  cache: CacheDatabase,
  vault: Vault,
  page: Page,
  before: PullCursor | null,
  cursor: PullCursor,
): Promise<void> {
  try {
    await writePage(cache, vault.key, page, cursor);
  } catch (error) {
    if (isQuotaError(error)) throw new DeviceError('STORAGE_FULL', { cause: error });
    throw error;
  }
  applyPage(vault.user._id, page, { before: before?.cursor ?? null, after: cursor.cursor });
  if (page.gone.length > 0) await forgetCopies(outboxOf(vault.user._id), new Set(page.gone));
}

async function afterPull(userId: string, page: Page, startedAt: number): Promise<void> {
  await noteServerTime(page.serverTime);
  await touchGrant(userId, null, { epoch: page.epoch });
  if (await noteEpoch(outboxOf(userId), page.epoch)) announce('saved');
  await forgetCopies(outboxOf(userId), null, startedAt);
}
