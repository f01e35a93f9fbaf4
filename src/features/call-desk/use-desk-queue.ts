import { startTransition, useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { callQuery } from '../../data/call-query.ts';
import { readQuery, useReadAhead, useReadQuery } from '../../data/read-query.ts';
import { notesOf, profileOf } from './borrower-queries.ts';
import { DESK_KEY, deskLoan, readDeskPage } from './call-desk-queries.ts';
import { useDeskList } from './desk-filters.ts';
import { readDraftAhead } from './use-desk-draft.ts';
import { deskQueueOf } from './desk-queue.ts';
import type { QueuePlace } from './desk-queue.ts';

/** The way through a list at the desk: where this loan stands, and where it goes on. */
export interface DeskWay {
  /** Counts from 1; null while unknown. */
  at: number | null;
  total: number | null;
  /** The list with the same filters, order and page. */
  listPath: string;
  /** Another loan was asked for and is not there yet. */
  isGoing: boolean;
  /** Opens the next loan. False: that was the last. */
  goNext: () => Promise<boolean>;
  /** Opens the loan before. False: there is none. */
  goPrevious: () => boolean;
}

/** The address of a loan at the desk within the list that `params` describe. */
export function deskPath(params: URLSearchParams, place: QueuePlace): string {
  const next = new URLSearchParams(params);
  next.set('loanId', place.loan._id);
  next.set('loanNumber', place.loan.Loan_ID);
  if (place.page > 1) next.set('page', String(place.page));
  else next.delete('page');
  return `/call-management?${next.toString()}`;
}

function listPathOf(params: URLSearchParams): string {
  const list = new URLSearchParams(params);
  list.delete('loanId');
  list.delete('loanNumber');
  const text = list.toString();
  return `/active-loans${text === '' ? '' : `?${text}`}`;
}

/** The way through the list that the address describes, from the loan on. */
export function useDeskQueue(loanId: string): DeskWay {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const readAhead = useReadAhead();
  const { query } = useDeskList();
  const queue = deskQueueOf(query, readDeskPage);
  const { page } = query;
  // After a reload nothing was seen yet: the list is read once, from this loan's page on.
  const seen = useReadQuery({
    key: [DESK_KEY, 'queue', query],
    read: async () => {
      if (queue.totalCount() === null) {
        queue.see(Number(page ?? 1), await readDeskPage(query));
      }
      return { next: await queue.next(loanId) };
    },
    isTriedOnce: true,
  });
  const nextId = seen.data?.next?.loan._id;
  useEffect(() => {
    if (nextId === undefined) return;
    readAhead(readQuery(deskLoan(nextId)));
    readAhead(callQuery(...profileOf(nextId)));
    readAhead(callQuery(...notesOf(nextId)));
    void readDraftAhead(nextId);
  }, [readAhead, nextId]);
  const [leaving, setLeaving] = useState<string | null>(null);
  const goTo = useCallback(
    async (place: Promise<QueuePlace | null>) => {
      setLeaving(loanId);
      try {
        const found = await place;
        if (found !== null) await navigate(deskPath(params, found));
        return found !== null;
      } finally {
        // Not before the other loan is drawn, which is a transition as well; at once where somebody chose to stay.
        startTransition(() => setLeaving(null));
      }
    },
    [loanId, navigate, params],
  );
  const goNext = useCallback(() => goTo(queue.next(loanId)), [goTo, loanId, queue]);
  const goPrevious = useCallback(() => {
    const place = queue.previous(loanId);
    if (place !== null) void goTo(Promise.resolve(place));
    return place !== null;
  }, [goTo, loanId, queue]);
  return {
    at: queue.positionOf(loanId),
    total: queue.totalCount(),
    isGoing: leaving === loanId,
    listPath: listPathOf(params),
    goNext,
    goPrevious,
  };
}
