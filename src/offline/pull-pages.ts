import type { CallAnswer } from '../../contract/call.ts';
import { deviceCalls } from '../../contract/device.ts';
import { RefusedError } from '../remote/call-errors.ts';
import { server } from '../remote/session-client.ts';
import { storedUser } from '../remote/stored-user.ts';
import { BrokenBlocksError } from './cache-blocks.ts';
import { cacheOf, dropCache, stampOf, START_OVER, startOver } from './cache-database.ts';
import type { CacheDatabase, PullCursor } from './cache-database.ts';
import { CacheWriter, CursorMovedError } from './cache-writer.ts';
import { noteClosedLoans } from './closed-loans.ts';
import { isQuotaError } from './database-errors.ts';
import { givenSequence } from './device-state.ts';
import { noteServerTime, readDeviceId, touchGrant } from './device-store.ts';
import { DeviceError } from './errors.ts';
import { newId } from './id.ts';
import { applyPage } from './loan-index.ts';
import { forgetCopies } from './outbox-copies.ts';
import { changeDeliveryState, outboxOf } from './outbox-database.ts';
import { noteEpoch } from './outbox-epoch.ts';
import type { PullResult, PullState } from './pull.ts';
import { refillReceiptNumbers } from './receipt-numbers.ts';
import { isReconciliationDue, reconcile } from './reconcile.ts';
import { refreshCodes } from './reference.ts';
import { refreshSettlementMatrix } from './settlement-matrix.ts';
import { announce } from './signals.ts';
import { dropDeliveredFiles } from './storage.ts';
import { openedVaultOrNull } from './vault.ts';
import type { Vault } from './vault.ts';

/** Loans per page, at first; the server gives no more than the most. */
const SIZES = { least: 10, first: 200, most: 500 };
/** How long a page should take, milliseconds: a bad line then loses little, and brings each well before a call is given up. */
const AIM_MS = 4000;

/** Loans of the next page: kept from one pull to the next, since what a line could not bring in time it can't bring again. */
let pageSize = SIZES.first;

/** Fits the size of pages to the line, after one that took so long; step by step. */
function fitPages(tookMs: number): void {
  const fitting = pageSize * Math.min(Math.max(AIM_MS / tookMs, 0.25), 2.5);
  pageSize = Math.round(Math.min(Math.max(fitting, SIZES.least), SIZES.most));
}

type Page = CallAnswer<typeof deviceCalls.pullLoans>;

/** A page under way, or null: the server doesn't know the cursor (any more). */
type Fetching = Promise<Page | null>;

/** How one pull goes on. */
interface Run {
  vault: Vault;
  cache: CacheDatabase;
  writer: CacheWriter;
  startedAt: number;
  result: PullResult;
}

/**
 * Fetches and writes pages until the server has no more: the next page is on its way while one is written. `beat`
 * keeps the pull's lock. Throws LOCKED, STORAGE_FULL and the client's errors.
 */
export async function pullPages(
  vault: Vault,
  beat: () => Promise<void>,
  onProgress: (progress: Omit<PullState, 'isRunning'>) => void,
): Promise<PullResult> {
  const run = newRun(vault);
  let before = await cursorOf(run.cache);
  // On a bad line what comes before the first page takes long, too.
  let here = before?.isComplete === false ? await countLoans(run.cache) : 0;
  onProgress({ isFirst: before?.isComplete !== true, done: here, remaining: 0 });
  await notePullBegun(run, before);
  await refreshCodes();
  let fetching = fetchPage(run, before);
  let remaining = 0;
  for (;;) {
    const isFirst = before?.isComplete !== true;
    onProgress({ isFirst, done: here + run.result.loans, remaining });
    const page = await fetching;
    await beat();
    requireSessionOf(vault);
    if (page === null || (before !== null && before.epoch !== page.epoch)) {
      // A restored backup: its list may lack what this phone holds, so everything comes anew.
      await dropCache(vault.user._id);
      run.writer = new CacheWriter(run.cache, vault.key);
      before = null;
      here = 0;
      fetching = fetchPage(run, before);
      continue;
    }
    const cursor = nextCursor(before, page, run.startedAt);
    if (page.hasMore) fetching = fetchPage(run, cursor);
    const isKept = await keepPage(run, page, before, cursor);
    before = isKept ? cursor : await cursorOf(run.cache);
    if (!isKept) {
      fetching = fetchPage(run, before);
      continue;
    }
    ({ remaining } = page);
    onProgress({ isFirst, done: here + run.result.loans, remaining });
    // Most pulls bring nothing; that one ended is told by itself.
    if (page.loans.length + page.gone.length > 0) announce('loans');
    if (page.hasMore) continue;
    run.result.isHeldBack = page.isHeldBack === true;
    await afterPull(run, page, cursor);
    return run.result;
  }
}

/**
 * Somebody else may log in while a pull runs: nothing is asked for under another's session, and nothing of it is kept.
 * Throws LOCKED.
 */
function requireSessionOf({ user }: Vault): void {
  const session = storedUser()?._id ?? user._id;
  if (session !== user._id || openedVaultOrNull()?.user._id !== user._id)
    throw new DeviceError('LOCKED');
}

function newRun(vault: Vault): Run {
  const cache = cacheOf(vault.user._id);
  return {
    vault,
    cache,
    writer: new CacheWriter(cache, vault.key),
    startedAt: Date.now(),
    result: { loans: 0, gone: 0, isHeldBack: false },
  };
}

/**
 * What is confirmed from now on counts as later than this pull and the last whole one, should the phone's clock be set back
 * meanwhile or have been since.
 */
async function notePullBegun({ vault, startedAt }: Run, before: PullCursor | null): Promise<void> {
  const pulledFrom = Math.max(startedAt, before?.startedAt ?? 0);
  const begun = changeDeliveryState(outboxOf(vault.user._id), () => ({ pulledFrom }));
  // On a full phone it goes by the clock alone.
  await begun.catch(() => undefined);
}

/** What a first load that broke off has brought already. */
const countLoans = async (cache: CacheDatabase) => cache.loanBlocks.orderBy('loanIds').count();

async function cursorOf(cache: CacheDatabase): Promise<PullCursor | null> {
  return (await cache.cursor.get('cursor')) ?? null;
}

function fetchPage(run: Run, before: PullCursor | null): Fetching {
  const fetching = requestPage(run, before);
  // It may fail while the page before is being written: who awaits it hears of it.
  fetching.catch(() => undefined);
  return fetching;
}

async function requestPage(run: Run, before: PullCursor | null): Fetching {
  const isWhole = before === null || before.cursor === START_OVER;
  const query = {
    deviceId: await readDeviceId(),
    limit: pageSize,
    givenSequence: await givenSequence(run.vault.user._id),
    ...(isWhole ? {} : { cursor: before.cursor }),
  };
  const askedAt = performance.now();
  const tookMs = () => performance.now() - askedAt;
  requireSessionOf(run.vault);
  try {
    const page = await server.call(deviceCalls.pullLoans, { query }, { isBackground: true });
    // The last one says nothing: it is as short as what was left.
    if (page.hasMore) fitPages(tookMs());
    return page;
  } catch (error) {
    // A line that is gone says so at once.
    if (tookMs() > AIM_MS) fitPages(tookMs());
    const isUnknown = error instanceof RefusedError && error.code === 'CURSOR_INVALID';
    if (!isUnknown || isWhole) throw error;
    return null;
  }
}

function nextCursor(before: PullCursor | null, page: Page, startedAt: number): PullCursor {
  const { epoch, cursor, hasMore, isHeldBack = false } = page;
  // What the server still holds back may be own work that was confirmed before.
  const isWhole = !hasMore && !isHeldBack;
  return {
    ...before,
    key: 'cursor',
    epoch,
    cursor,
    isComplete: !hasMore || before?.isComplete === true,
    startedAt: isWhole ? startedAt : (before?.startedAt ?? null),
    completedAt: hasMore ? (before?.completedAt ?? null) : Date.now(),
    pullsSince: (before?.pullsSince ?? 0) + (hasMore ? 0 : 1),
    ...(hasMore ? {} : { inReview: reviewedOf(before, page) }),
    ...(page.loans.length + page.gone.length > 0 ? { stamp: newId() } : {}),
  };
}

/** Work that waits for a manager; while the server holds back what became of it, also what was decided meanwhile. */
function reviewedOf(before: PullCursor | null, { inReview = [], isHeldBack }: Page): string[] {
  const earlier = isHeldBack === true ? (before?.inReview ?? []) : [];
  return [...new Set([...inReview, ...earlier])];
}

/** Writes a page. False: it was overtaken (the cache given up, blocks damaged), so go on from where the cursor is now. */
async function keepPage(
  run: Run,
  page: Page,
  before: PullCursor | null,
  cursor: PullCursor,
): Promise<boolean> {
  const userId = run.vault.user._id;
  try {
    await noteClosedLoans(run.cache, page);
    await writeOrGiveUpFiles(run, page, before, cursor);
  } catch (error) {
    if (isQuotaError(error)) throw new DeviceError('STORAGE_FULL', { cause: error });
    const isBroken = error instanceof BrokenBlocksError;
    if (!isBroken && !(error instanceof CursorMovedError)) throw error;
    if (isBroken) await startOver(userId, { brokenBlocks: error.ids });
    run.writer = new CacheWriter(run.cache, run.vault.key);
    return false;
  }
  applyPage(userId, page, { before: stampOf(before), after: stampOf(cursor) });
  run.result.loans += page.loans.length;
  run.result.gone += page.gone.length;
  if (page.gone.length > 0) await forgetCopies(outboxOf(userId), new Set(page.gone));
  return true;
}

async function writeOrGiveUpFiles(
  run: Run,
  page: Page,
  before: PullCursor | null,
  cursor: PullCursor,
): Promise<void> {
  try {
    await run.writer.write(page, before, cursor);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    await dropDeliveredFiles(run.vault.user._id, Number.POSITIVE_INFINITY);
    run.writer = new CacheWriter(run.cache, run.vault.key);
    await run.writer.write(page, before, cursor);
  }
}

async function afterPull(run: Run, page: Page, cursor: PullCursor): Promise<void> {
  const { vault, cache, result } = run;
  const userId = vault.user._id;
  await noteServerTime(page.serverTime);
  await touchGrant(userId, null, { epoch: page.epoch, serverTime: page.serverTime });
  if (await noteEpoch(outboxOf(userId), page.epoch)) announce('saved');
  await forgetCopies(outboxOf(userId), null, cursor.startedAt ?? 0, cursor.inReview);
  requireSessionOf(vault);
  await refillReceiptNumbers(vault);
  // What was fetched before stands; the server judges by its own.
  await refreshSettlementMatrix().catch(() => undefined);
  if (!isReconciliationDue(cursor, Date.now())) return;
  try {
    const { gone } = await reconcile(cache, vault, () => requireSessionOf(vault));
    if (gone.length === 0) return;
    result.gone += gone.length;
    await forgetCopies(outboxOf(userId), new Set(gone));
    announce('loans');
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'DEVICE_WIPE_PENDING') throw error;
    if (error instanceof BrokenBlocksError) await startOver(userId, { brokenBlocks: error.ids });
    // Without an answer the next pull compares: what was pulled stands.
  }
}
