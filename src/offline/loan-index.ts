import type { Disposition, DispositionCode } from '../../contract/disposition.ts';
import { BrokenBlocksError, readAllLoans, readWantedHistories } from './cache-blocks.ts';
import type { LoanRow } from './cache-blocks.ts';
import { cacheOf, stampOf, startOver } from './cache-database.ts';
import { DeviceError } from './errors.ts';
import { LoanOrders } from './loan-order.ts';
import type { IndexEntry } from './loan-order.ts';
import { overlayLoan } from './loan-overlay.ts';
import type { CachedLoan } from './loan-overlay.ts';
import { distanceTo, passesFilters, searchFor, searchTextOf } from './loan-search.ts';
import type { LoanFilters, LoanSort, Place } from './loan-search.ts';
import { storedCodes } from './reference.ts';
import { subscribe } from './signals.ts';
import { onVaultClosed, openedVault, openedVaultOrNull } from './vault.ts';
import type { Vault } from './vault.ts';
import { waitingWork } from './waiting-work.ts';
import type { WaitingWork } from './waiting-work.ts';

export type { CachedLoan } from './loan-overlay.ts';
export type { LoanFilters, LoanSort, Place } from './loan-search.ts';

/** All cached loans in memory: built once after unlock, then kept up by pulls and saves. */
interface LoanIndex {
  userId: string;
  /** The cache's stamp that it reflects: another one means that a pull, here or in another tab, moved on. */
  stamp: string | null;
  entries: Map<string, IndexEntry>;
  orders: LoanOrders;
  overlaid: Set<string>;
  codes: readonly DispositionCode[];
}

let index: LoanIndex | null = null;
let loading: { userId: string; result: Promise<void> } | null = null;
let isOverlayStale = true;
/** Somebody may have pulled: the cursor must be looked at. Otherwise a search needs no database at all. */
let isCursorStale = true;
let isWatching = false;

const markOverlay = () => {
  isOverlayStale = true;
};
const markCursor = () => {
  isCursorStale = true;
};

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  onVaultClosed(() => {
    index = null;
  });
  subscribe(['outbox', 'pull', 'delivery'], markOverlay, { isFirst: true });
  subscribe(['loans', 'pull'], markCursor, { isFirst: true });
}

/** Rounds of reading after which whoever asks gets the loans as last read. */
const MOST_ROUNDS = 10;

/**
 * The loans as they are now: read again until nothing changed while they were read. Where something changes all the time (a long
 * outbox under delivery), as they were read last: each change has the screens ask again.
 */
async function currentIndex(): Promise<LoanIndex> {
  watch();
  for (let round = 0; ; round += 1) {
    const { _id: userId } = openedVault().user;
    const isRead = loading?.userId === userId;
    // What is being read anew counts as fresh from its beginning: only at its end is it there.
    if (!isRead && index?.userId === userId && !isCursorStale && !isOverlayStale) return index;
    if (round >= MOST_ROUNDS && index?.userId === userId) return index;
    if (!isRead) {
      const result = refreshIndex().finally(() => {
        if (loading?.result === result) loading = null;
      });
      loading = { userId, result };
    }
    await loading?.result;
  }
}

/** Reads the loans of this phone into memory before anyone asks for them. Throws LOCKED. */
export async function warmLoans(): Promise<void> {
  await currentIndex();
}

async function refreshIndex(): Promise<void> {
  const vault = openedVault();
  const userId = vault.user._id;
  let current = index?.userId === userId ? index : null;
  if (current === null || isCursorStale) {
    isCursorStale = false;
    // What could not be read (a connection cut by the system) is as stale as before.
    current = await readCache(vault, current).catch((error: unknown) => {
      isCursorStale = true;
      throw error;
    });
  }
  // A logout while this was read must not bring the loans back.
  if (openedVault().user._id !== userId) throw new DeviceError('LOCKED');
  index = current;
  if (isOverlayStale) {
    isOverlayStale = false;
    await layWork(current, vault).catch((error: unknown) => {
      isOverlayStale = true;
      throw error;
    });
    // A pull whose page came in between: what was laid over the loans goes by another state of them than they do.
    if (current.stamp !== (await stampNow(userId))) markMoved();
  }
  if (openedVaultOrNull()?.user._id !== userId) throw new DeviceError('LOCKED');
}

const stampNow = async (userId: string) => stampOf(await cacheOf(userId).cursor.get('cursor'));

function markMoved(): void {
  isCursorStale = true;
  isOverlayStale = true;
}

async function readCache(vault: Vault, current: LoanIndex | null): Promise<LoanIndex> {
  const stamp = await stampNow(vault.user._id);
  if (current !== null && current.stamp === stamp) return current;
  const loaded = await loadIndex(vault, stamp);
  isOverlayStale = true;
  return loaded;
}

async function loadIndex(vault: Vault, stamp: string | null): Promise<LoanIndex> {
  const userId = vault.user._id;
  const { rows, broken } = await readAllLoans(cacheOf(userId), vault.key);
  const loaded: LoanIndex = {
    userId,
    stamp,
    entries: new Map(),
    orders: new LoanOrders(),
    overlaid: new Set(),
    codes: [],
  };
  for (const row of rows) put(loaded, row);
  // What a damaged block held comes again with the next pull.
  if (broken.length > 0) await startOver(userId, { brokenBlocks: broken });
  return loaded;
}

/**
 * Takes a page that a pull in this tab has just written, so that a long pull doesn't decrypt everything again after
 * each page. An index that stood elsewhere is built anew when it is next asked for.
 */
export function applyPage(
  userId: string,
  page: { loans: readonly LoanRow[]; gone: readonly string[] },
  stamps: { before: string | null; after: string | null },
): void {
  if (index === null || index.userId !== userId || index.stamp !== stamps.before) return;
  for (const id of page.gone) {
    const entry = index.entries.get(id);
    if (entry === undefined) continue;
    entry.isGone = true;
    index.entries.delete(id);
    index.orders.note(entry, false);
  }
  for (const row of page.loans) put(index, row);
  index.stamp = stamps.after;
  isOverlayStale = true;
}

async function layWork(target: LoanIndex, vault: Vault): Promise<void> {
  const work = await waitingWork(vault);
  const pulled = await pulledContacts(vault, work);
  target.codes = (await storedCodes()) ?? [];
  for (const id of target.overlaid) if (!work.has(id)) lay(target, id, [], pulled);
  for (const [id, items] of work) lay(target, id, items, pulled);
  target.overlaid = new Set(work.keys());
}

/** The contacts that a pull brought of those loans on which own work took money in. */
async function pulledContacts(
  { user, key }: Vault,
  work: ReadonlyMap<string, readonly WaitingWork[]>,
): Promise<ReadonlySet<string>> {
  const paid = [...work].filter(([, items]) =>
    items.some(({ body }) => typeof body.amountCollected === 'number'),
  );
  const ids = new Set(paid.map(([id]) => id));
  const histories = await readWantedHistories(cacheOf(user._id), key, ids).catch(
    (error: unknown) => {
      if (!(error instanceof BrokenBlocksError)) throw error;
      // Whoever opens a history has it pulled again; until then the money counts.
      return new Map<string, Disposition[]>();
    },
  );
  return new Set([...histories.values()].flat().map(({ _id }) => _id));
}

function put(target: LoanIndex, { loan, allocationId }: LoanRow): void {
  const base = { loan, allocationId };
  const row = overlayLoan(base, [], target.codes);
  const text = searchTextOf(loan);
  const known = target.entries.get(loan._id);
  const entry = known ?? { base, row, text, isGone: false };
  if (known === undefined) target.entries.set(loan._id, entry);
  else Object.assign(known, { base, row, text });
  target.orders.note(entry, known === undefined);
}

function lay(
  target: LoanIndex,
  id: string,
  work: readonly WaitingWork[],
  pulled: ReadonlySet<string>,
): void {
  const entry = target.entries.get(id);
  if (entry === undefined) return;
  entry.row = overlayLoan(entry.base, work, target.codes, pulled);
  entry.text = searchTextOf(entry.row.loan);
  target.orders.note(entry, false);
}

/** What to look for among the loans of this phone. `from` is where distances count from. */
export interface LoanQuery {
  text?: string;
  filters?: LoanFilters;
  sort?: LoanSort;
  from?: Place | null;
}

/** The loans of this phone that match, sorted (by name when nothing is said). Throws LOCKED. */
export async function searchLoans(query: LoanQuery = {}): Promise<CachedLoan[]> {
  const { entries, orders } = await currentIndex();
  const { filters, from = null } = query;
  const isFound = searchFor(query.text ?? '');
  const found: CachedLoan[] = [];
  for (const { row, text } of orders.sorted(entries, query.sort ?? 'name', from)) {
    if (isFound?.(text) === false) continue;
    if (filters !== undefined && !passesFilters(row.loan, filters)) continue;
    found.push(withDistance(row, from));
  }
  return found;
}

function withDistance(row: CachedLoan, from: Place | null): CachedLoan {
  return from === null ? row : { ...row, distanceMetres: distanceTo(row.loan, from) };
}

/** One loan of this phone, or null when it isn't here (any more). Throws LOCKED. */
export async function readLoan(
  loanId: string,
  from: Place | null = null,
): Promise<CachedLoan | null> {
  const entry = (await currentIndex()).entries.get(loanId);
  return entry === undefined ? null : withDistance(entry.row, from);
}

/** The same without a wait, while nothing has changed since the loans were read; undefined: they must be read. */
export function loanAtOnce(loanId: string): CachedLoan | undefined {
  const isFresh = loading === null && !isCursorStale && !isOverlayStale;
  const isOwn = index !== null && index.userId === openedVaultOrNull()?.user._id;
  return isFresh && isOwn ? index?.entries.get(loanId)?.row : undefined;
}

/** What the filters can offer. */
export interface LoanFilterValues {
  clients: string[];
  buckets: string[];
  cities: string[];
  products: string[];
}

/** The distinct values among the loans of this phone, each list sorted. Throws LOCKED. */
export async function loanFilterValues(): Promise<LoanFilterValues> {
  const { entries } = await currentIndex();
  const distinct = (pick: (row: IndexEntry['base']) => string | null) =>
    [...new Set([...entries.values()].flatMap(({ base }) => pick(base) ?? []))].sort((one, other) =>
      one.localeCompare(other, 'en', { numeric: true }),
    );
  return {
    clients: distinct((row) => row.loan.Client_Name),
    buckets: distinct((row) => row.loan.Bucket),
    cities: distinct((row) => row.loan.City),
    products: distinct((row) => row.loan.Product),
  };
}
