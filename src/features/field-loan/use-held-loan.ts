import { useState } from 'react';
import { isPassing } from '../../data/device-query.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import { useLoan } from './field-loan-queries.ts';

/**
 * The loan a form is about: undefined while it is read, null when it is not on this phone. Once there it stays, as it was
 * last: a loan given to someone else, or a cache given up to make room, must not take a half-filled form away.
 */
export function useHeldLoan(loanId: string): CachedLoan | null | undefined {
  const { data, error } = useLoan(loanId);
  const [held, setHeld] = useState<CachedLoan | null>(null);
  if (data !== undefined && data !== null && held !== data) setHeld(data);
  if (held?.loan._id === loanId) return held;
  // A person whose role keeps no loans on a phone: the edit route is open to any role. A lost connection to the
  // database says nothing about the loan, and is being made again.
  return error !== null && !isPassing(error) ? null : data;
}
