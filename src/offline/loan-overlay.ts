import type { DispositionCode } from '../../contract/disposition.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { LoanRow } from './cache-blocks.ts';
import { isCounted, pendingEdits } from './waiting-work.ts';
import type { PendingEdits, WaitingWork } from './waiting-work.ts';

/** A loan of this phone as its agent should see it: waiting corrections and visits already count. */
export interface CachedLoan {
  loan: LoanDetail;
  allocationId: string;
  /** Corrections not confirmed yet; already applied to `loan`. */
  pendingEdits: PendingEdits;
  /** Own work on it is not confirmed yet. */
  isWaiting: boolean;
  /** From the place asked for; null without one or without the loan's own. */
  distanceMetres: number | null;
}

const NO_EDITS: PendingEdits = {};
const NOTHING_PULLED: ReadonlySet<string> = new Set();

/**
 * Lays own waiting work over a cached loan. Without any, the loan is the very same object: no second copy of it. `pulled`
 * are contacts that a pull brought with the loan, whether or not this phone knows their receipts: their money is in it.
 */
export function overlayLoan(
  { loan, allocationId }: LoanRow,
  work: readonly WaitingWork[],
  codes: readonly DispositionCode[],
  pulled: ReadonlySet<string> = NOTHING_PULLED,
): CachedLoan {
  if (work.length === 0) {
    return { loan, allocationId, pendingEdits: NO_EDITS, isWaiting: false, distanceMetres: null };
  }
  const edits = pendingEdits(work);
  const newest = work.findLast((item) => 'disposition' in item.body && isCounted(item));
  const result = newest === undefined ? {} : resultOf(newest, codes);
  return {
    loan: { ...loan, ...edits, ...result, ...collectedOf(loan, work, pulled) },
    allocationId,
    pendingEdits: edits,
    isWaiting: work.some(({ state }) => state !== 'sent' && state !== 'review'),
    distanceMetres: null,
  };
}

/** Money of own visits that the cached loan can't show yet stands with what else is not verified. */
function collectedOf(
  loan: LoanDetail,
  work: readonly WaitingWork[],
  pulled: ReadonlySet<string>,
): Partial<LoanDetail> {
  const collected = work
    .filter((item) => 'disposition' in item.body && isCounted(item))
    .filter(({ opId, body }) => !pulled.has(typeof body._id === 'string' ? body._id : opId))
    .reduce(
      (sum, { body }) =>
        sum + (typeof body.amountCollected === 'number' ? body.amountCollected : 0),
      0,
    );
  return collected === 0 ? {} : { Unverified_Amount: (loan.Unverified_Amount ?? 0) + collected };
}

/** What the server will make of the newest disposition. */
function resultOf(
  { body, savedAt }: WaitingWork,
  codes: readonly DispositionCode[],
): Partial<LoanDetail> {
  const code = codes.find((known) => known.code === body.disposition);
  const isPromise = code?.disposition_class === 'PTP';
  return {
    disposition: typeof body.disposition === 'string' ? body.disposition : null,
    disposition_class: code?.disposition_class ?? null,
    disCreatedAt: new Date(savedAt).toISOString(),
    promiseDate: isPromise && typeof body.date === 'string' ? isoDay(body.date) : null,
    promiseAmount: isPromise && typeof body.promiseAmount === 'number' ? body.promiseAmount : null,
    promiseBrokenOn: null,
  };
}

/** A day as `YYYY-MM-DD`, given so or as `DD-MM-YYYY`. */
export function isoDay(day: string): string {
  const indian = /^(\d{2})-(\d{2})-(\d{4})$/.exec(day);
  return indian ? `${indian[3]}-${indian[2]}-${indian[1]}` : day.slice(0, 10);
}
