import { useState } from 'react';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import { useLoan } from './field-loan-queries.ts';

/**
 * The loan a form is about: undefined while it is read, null when it is not on this phone. Once there it stays as it
 * was: a loan given to someone else, or a cache given up to make room, must not take a half-filled form away.
 */
export function useHeldLoan(loanId: string): CachedLoan | null | undefined {
  const { data, isError } = useLoan(loanId);
  const [held, setHeld] = useState<CachedLoan | null>(null);
  if (data !== undefined && data !== null && held?.loan._id !== data.loan._id) setHeld(data);
  if (held?.loan._id === loanId) return held;
  // Unreadable: a person whose role keeps no loans on a phone (the edit route is open to any role).
  return isError ? null : data;
}
