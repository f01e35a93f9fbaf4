import type { DispositionCode } from '../../contract/disposition.ts';
import { readAllLoans } from './cache-blocks.ts';
import type { LoanRow } from './cache-blocks.ts';
import { cacheOf } from './cache-database.ts';
import { overlayLoan } from './loan-overlay.ts';
import type { CachedLoan } from './loan-overlay.ts';
import { distanceTo, passesFilters, searchTextOf, searchWords, sortLoans } from './loan-search.ts';
import type { LoanFilters, LoanSort, Place } from './loan-search.ts';
import { storedCodes } from './reference.ts';
import { subscribe } from './signals.ts';
import { onVaultClosed, openedVault, openedVaultOrNull } from './vault.ts';
import { waitingWork } from './waiting-work.ts';

export type { CachedLoan } from './loan-overlay.ts';
export type { LoanFilters, LoanSort, Place } from './loan-search.ts';

interface Entry {
  row: CachedLoan;
  text: string;
}

/** All cached loans in memory: built once after unlock, then kept up by pulls and saves. */
interface LoanIndex {
  userId: string;
  /** The pull's cursor that it reflects: another one means that a pull, here or in another tab, moved on. */
  cursor: string | null;
  rows: Map<string, LoanRow>;
  entries: Map<string, Entry>;
  overlaid: Set<string>;
  codes: readonly DispositionCode[];
}

let index: LoanIndex | null = null;
let loading: Promise<LoanIndex> | null = null;
let isOverlayStale = true;
let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  onVaultClosed(() => {
    index = null;
  });
  subscribe(['outbox', 'pull', 'delivery'], () => {
    isOverlayStale = true;
  });
}

async function currentIndex(): Promise<LoanIndex> {
  watch();
  loading ??= refreshIndex().finally(() => {
    loading = null;
  });
  return loading;
}

async function refreshIndex(): Promise<LoanIndex> {
  const vault = openedVault();
  const userId = vault.user._id;
  const cursor = (await cacheOf(userId).cursor.get('cursor'))?.cursor ?? null;
  if (index === null || index.userId !== userId || index.cursor !== cursor) {
    const rows = await readAllLoans(cacheOf(userId), vault.key);
    const byId = new Map(rows.map((row) => [row.loan._id, row]));
    index = {
      userId,
      cursor,
      rows: byId,
      entries: new Map(),
      overlaid: new Set(),
      codes: [],
    };
    for (const id of byId.keys()) lay(index, id, []);
    isOverlayStale = true;
  }
  if (isOverlayStale) {
    isOverlayStale = false;
    await layWork(index);
  }
  // A logout while this was read must not bring the loans back.
  if (openedVaultOrNull()?.user._id !== userId) index = null;
  return index ?? emptyIndex();
}

function emptyIndex(): LoanIndex {
  openedVault();
  return {
    userId: '',
    cursor: null,
    rows: new Map(),
    entries: new Map(),
    overlaid: new Set(),
    codes: [],
  };
}

/**
 * Takes a page that a pull in this tab has just written, so that a long pull doesn't decrypt everything again after
 * each page. An index that stood elsewhere is built anew when it is next asked for.
 */
export function applyPage(
  userId: string,
  page: { loans: readonly LoanRow[]; gone: readonly string[] },
  cursors: { before: string | null; after: string },
): void {
  if (index === null || index.userId !== userId || index.cursor !== cursors.before) return;
  for (const id of page.gone) {
    index.rows.delete(id);
    index.entries.delete(id);
  }
  for (const { loan, allocationId } of page.loans) {
    index.rows.set(loan._id, { loan, allocationId });
    lay(index, loan._id, []);
  }
  index.cursor = cursors.after;
  isOverlayStale = true;
}

async function layWork(target: LoanIndex): Promise<void> {
  const work = await waitingWork(openedVault());
  target.codes = (await storedCodes()) ?? [];
  for (const id of target.overlaid) if (!work.has(id)) lay(target, id, []);
  for (const [id, items] of work) lay(target, id, items);
  target.overlaid = new Set(work.keys());
}

function lay(target: LoanIndex, id: string, work: Parameters<typeof overlayLoan>[1]): void {
  const row = target.rows.get(id);
  if (row === undefined) return;
  const shown = overlayLoan(row, work, target.codes);
  target.entries.set(id, { row: shown, text: searchTextOf(shown.loan) });
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
  const { entries } = await currentIndex();
  const words = searchWords(query.text ?? '');
  const found: CachedLoan[] = [];
  for (const { row, text } of entries.values()) {
    if (!words.every((word) => text.includes(word))) continue;
    if (query.filters !== undefined && !passesFilters(row.loan, query.filters)) continue;
    found.push(withDistance(row, query.from ?? null));
  }
  return sortLoans(found, query.sort ?? 'name');
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

/** What the filters can offer. */
export interface LoanFilterValues {
  clients: string[];
  buckets: string[];
  cities: string[];
  products: string[];
}

/** The distinct values among the loans of this phone, each list sorted. Throws LOCKED. */
export async function loanFilterValues(): Promise<LoanFilterValues> {
  const { rows } = await currentIndex();
  const distinct = (pick: (row: LoanRow) => string | null) =>
    [...new Set([...rows.values()].flatMap((row) => pick(row) ?? []))].sort((one, other) =>
      one.localeCompare(other, 'en', { numeric: true }),
    );
  return {
    clients: distinct((row) => row.loan.Client_Name),
    buckets: distinct((row) => row.loan.Bucket),
    cities: distinct((row) => row.loan.City),
    products: distinct((row) => row.loan.Product),
  };
}
