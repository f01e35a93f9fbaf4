import type { CachedLoan } from './loan-overlay.ts';
import { compareKeys, distanceTo, sortKey } from './loan-search.ts';
import type { LoanSort, Place } from './loan-search.ts';

/** A loan in memory: as it was pulled, as it is shown, and what a search looks through. */
export interface IndexEntry {
  base: Pick<CachedLoan, 'loan' | 'allocationId'>;
  row: CachedLoan;
  text: string;
  /** Left the phone: orders drop it when they are next used. */
  isGone: boolean;
}

interface Order {
  entries: IndexEntry[];
  isStale: boolean;
  /** Where distances count from. */
  from: Place | null;
}

/**
 * The loans in the orders that were asked for, kept: a search picks from them and need not sort. After a change the
 * nearly sorted list is sorted again, which is quick.
 */
export class LoanOrders {
  readonly #orders = new Map<LoanSort, Order>();

  /** A loan changed; `isNew`: it came to the phone. */
  note(entry: IndexEntry, isNew: boolean): void {
    for (const order of this.#orders.values()) {
      order.isStale = true;
      if (isNew) order.entries.push(entry);
    }
  }

  /** All loans in an order; what lacks the sorted field goes last. Not to be changed. */
  sorted(
    all: ReadonlyMap<string, IndexEntry>,
    sort: LoanSort,
    from: Place | null,
  ): readonly IndexEntry[] {
    const known = this.#orders.get(sort);
    const isFit = known !== undefined && (sort !== 'distance' || isSame(known.from, from));
    if (isFit && !known.isStale) return known.entries;
    const entries = (known?.entries ?? [...all.values()]).filter((entry) => !entry.isGone);
    const order: Order = { entries: sortEntries(entries, sort, from), isStale: false, from };
    this.#orders.set(sort, order);
    return order.entries;
  }
}

/** Ten-thousandths of a degree: an order need not follow each of a walker's steps (about 10 m). */
const STEPS_PER_DEGREE = 10_000;

const isNear = (one: number, other: number) => Math.abs(one - other) * STEPS_PER_DEGREE < 1;

function isSame(one: Place | null, other: Place | null): boolean {
  if (one === null || other === null) return one === other;
  return isNear(one.latitude, other.latitude) && isNear(one.longitude, other.longitude);
}

function sortEntries(entries: IndexEntry[], sort: LoanSort, from: Place | null): IndexEntry[] {
  const keyOf = (entry: IndexEntry) =>
    sort !== 'distance'
      ? sortKey(entry.row, sort)
      : from === null
        ? null
        : distanceTo(entry.row.loan, from);
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry) }));
  keyed.sort((one, other) => compareKeys(one.key, other.key));
  return keyed.map(({ entry }) => entry);
}
