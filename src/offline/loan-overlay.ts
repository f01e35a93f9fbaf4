import type { DispositionCode } from '../../contract/disposition.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { LoanRow } from './cache-blocks.ts';
import { isCounted, pendingEdits } from './waiting-work.ts';
import type { PendingEdits, WaitingWork } from './waiting-work.ts';

/** A loan of this phone as its agent should see it: waiting corrections and visits already count. */
export interface CachedLoan {
  loan: LoanDetail;
  allocationId: string;
  /** Corrections that the server does not have yet; already applied to `loan`. */
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
  const contacts = work.filter((item) => 'disposition' in item.body && isCounted(item));
  return {
    loan: {
      ...loan,
      ...edits,
      ...outcomeOf(contacts, codes),
      ...promiseAfter(loan, contacts, codes),
      ...collectedOf(loan, contacts, pulled),
    },
    allocationId,
    pendingEdits: pendingEdits(work.filter(isUnsent)),
    isWaiting: work.some(isUnsent),
    distanceMetres: null,
  };
}

/** What the server has needs no waiting, though no pull has brought it back yet. */
const isUnsent = ({ state }: WaitingWork): boolean => state !== 'sent' && state !== 'review';

/** Money of own visits that the cached loan can't show yet stands with what else is not verified. */
function collectedOf(
  loan: LoanDetail,
  contacts: readonly WaitingWork[],
  pulled: ReadonlySet<string>,
): Partial<LoanDetail> {
  const collected = contacts
    .filter(({ opId, body }) => !pulled.has(typeof body._id === 'string' ? body._id : opId))
    .reduce((sum, { body }) => sum + amountOf(body), 0);
  return collected === 0 ? {} : { Unverified_Amount: (loan.Unverified_Amount ?? 0) + collected };
}

const amountOf = ({ amountCollected }: WaitingWork['body']): number =>
  typeof amountCollected === 'number' ? amountCollected : 0;

const codeOf = ({ body }: WaitingWork, codes: readonly DispositionCode[]) =>
  codes.find(({ code }) => code === body.disposition);

/** The outcome that the server will show: the newest one's. */
function outcomeOf(
  contacts: readonly WaitingWork[],
  codes: readonly DispositionCode[],
): Partial<LoanDetail> {
  const newest = contacts.at(-1);
  if (newest === undefined) return {};
  const { disposition } = newest.body;
  return {
    disposition: typeof disposition === 'string' ? disposition : null,
    disposition_class: codeOf(newest, codes)?.disposition_class ?? null,
    disCreatedAt: new Date(newest.savedAt).toISOString(),
  };
}

type Promised = Pick<LoanDetail, 'promiseDate' | 'promiseAmount' | 'promiseBrokenOn'>;

const NO_PROMISE: Promised = { promiseDate: null, promiseAmount: null, promiseBrokenOn: null };

/**
 * The promise that the server will show (`showOnLoans`): a newer one, the money, a refusal or a dispute ends it; a broken one
 * any payment.
 */
function promiseAfter(
  loan: LoanDetail,
  contacts: readonly WaitingWork[],
  codes: readonly DispositionCode[],
): Partial<Promised> {
  let promised: Partial<Promised> = {};
  let left = loan.promiseAmount;
  let isBroken = (loan.promiseBrokenOn ?? null) !== null;
  for (const contact of contacts) {
    const { body } = contact;
    const kind = codeOf(contact, codes)?.disposition_class;
    left = left === null ? null : left - amountOf(body);
    if (kind === 'PTP' && typeof body.date === 'string' && typeof body.promiseAmount === 'number') {
      left = body.promiseAmount;
      isBroken = false;
      promised = { promiseDate: isoDay(body.date), promiseAmount: left, promiseBrokenOn: null };
    } else if (
      kind === 'REFUSED' ||
      kind === 'DISPUTE' ||
      (kind === 'PAID' && isBroken) ||
      (left !== null && left <= 0)
    ) {
      left = null;
      promised = NO_PROMISE;
    }
  }
  return promised;
}

/** A day as `YYYY-MM-DD`, given so or as `DD-MM-YYYY`. */
export function isoDay(day: string): string {
  const indian = /^(\d{2})-(\d{2})-(\d{4})$/.exec(day);
  return indian ? `${indian[3]}-${indian[2]}-${indian[1]}` : day.slice(0, 10);
}
