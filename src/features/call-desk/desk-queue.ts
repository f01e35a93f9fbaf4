import type { Loan } from '../../../contract/loan.ts';
import { onVaultClosed } from '../../offline/vault.ts';
import type { DeskPage, DeskQuery } from './call-desk-queries.ts';

/** Reads a page of the list as it is now. */
export type PageReader = (query: DeskQuery) => Promise<DeskPage>;

/** A loan and the page of the list where it stands. */
export interface QueuePlace {
  loan: Loan;
  page: number;
}

/**
 * The list of a filter and order as it was when the work on it began. Saving moves loans within the list or out of it;
 * the queue goes on in the order that was seen, and reads on only past the end of what was seen.
 */
export interface DeskQueue {
  /** Takes a page as it was seen. */
  see: (page: number, seen: DeskPage) => void;
  /** Where a loan stands in what was seen: counts from 1; null when it was not seen. */
  positionOf: (loanId: string) => number | null;
  /** How many loans the list had. */
  totalCount: () => number | null;
  /** The loan after this one, or null at the end of the list. Throws what the reader throws. */
  next: (loanId: string) => Promise<QueuePlace | null>;
  /** The loan before this one, or null at the start of what was seen. */
  previous: (loanId: string) => QueuePlace | null;
}

/** Starts a queue over a list; `query` without its page. */
export function createDeskQueue(query: DeskQuery, read: PageReader): DeskQueue {
  const places: QueuePlace[] = [];
  const known = new Set<string>();
  let firstPage = 1;
  let lastPage = 0;
  let total: number | null = null;

  const see = (page: number, seen: DeskPage) => {
    total ??= seen.totalCount;
    if (lastPage === 0) firstPage = page;
    // A page from somewhere else in the list begins the queue anew from there.
    if (lastPage !== 0 && page !== lastPage && page !== lastPage + 1) return;
    lastPage = page;
    for (const loan of seen.loans) {
      if (known.has(loan._id)) continue;
      known.add(loan._id);
      places.push({ loan, page });
    }
  };
  const indexOf = (loanId: string) => places.findIndex(({ loan }) => loan._id === loanId);

  /** What was worked may have left the list, so the last page is asked again before the one after it. */
  const readOn = async () => {
    const before = places.length;
    for (const page of lastPage === 0 ? [1] : [lastPage, lastPage + 1]) {
      see(page, await read({ ...query, page }));
      if (places.length > before) return;
    }
  };
  return {
    see,
    positionOf: (loanId) => {
      const index = indexOf(loanId);
      return index < 0 ? null : (firstPage - 1) * Number(query.pageSize ?? 0) + index + 1;
    },
    totalCount: () => total,
    next: async (loanId) => {
      const after = indexOf(loanId) + 1;
      if (after >= places.length) await readOn();
      return places[after] ?? null;
    },
    previous: (loanId) => places[indexOf(loanId) - 1] ?? null,
  };
}

const queues = new Map<string, DeskQueue>();

// They hold borrowers' names: the next person at this desk begins with none.
onVaultClosed(() => queues.clear());

function keyOf(query: DeskQuery): string {
  const { page: _page, ...list } = query;
  return JSON.stringify(list);
}

/** The queue of a list; one that was begun goes on. */
export function deskQueueOf(query: DeskQuery, read: PageReader): DeskQueue {
  const key = keyOf(query);
  const queue = queues.get(key) ?? createDeskQueue(query, read);
  queues.set(key, queue);
  return queue;
}

/** Begins a list's queue anew with a page as it is on screen now. */
export function beginDeskQueue(query: DeskQuery, seen: DeskPage, read: PageReader): void {
  const queue = createDeskQueue(query, read);
  queue.see(Number(query.page ?? 1), seen);
  queues.set(keyOf(query), queue);
}
