import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Loan } from '../../../contract/loan.ts';

/** The revisions of the loans that were on screen, by id: what an allocation names as seen. */
export type SeenRevisions = RefObject<ReadonlyMap<string, number>>;

/** Remembers each loan's revision as it was last shown, over all pages of a list. */
export function useSeenLoans(loans: readonly Loan[] | undefined): SeenRevisions {
  const seen = useRef<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    if (loans === undefined) return;
    const shown = loans.map((loan): [string, number] => [loan._id, loan.revision]);
    seen.current = new Map([...seen.current, ...shown]);
  }, [loans]);
  return seen;
}
