import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import type { CacheDatabase } from './cache-database.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { readLoan } from './loan-index.ts';
import { announce } from './signals.ts';

type Page = CallAnswer<typeof deviceCalls.pullLoans>;
type Closing = NonNullable<Page['closed']>[number];

/** A loan that left this phone because it is over or (ACTIVE) no longer its owner's. */
export interface ClosedLoan extends Closing {
  /** The agent has read it. */
  isTold: boolean;
}

/** Kept like a half-filled form: encrypted, over restarts, wiped with the rest. */
const KEY = 'closed-loans';
/** Of those that were read the newest ones are enough: they answer for a form that is still open. */
const MOST_READ = 200;

/** Loans that left this phone because they were paid, recalled, expired, deleted or taken off its owner's list, newest first. Throws LOCKED. */
export async function closedLoans(): Promise<ClosedLoan[]> {
  const kept = await readDraft(KEY);
  // Written by this file only.
  return Array.isArray(kept) ? (kept as ClosedLoan[]) : [];
}

/**
 * Notes which loans of this phone a page takes away because they are over or someone else's; those that come back are forgotten. Before the
 * page is written: a kill between them notes the same once more. Throws LOCKED.
 */
export async function noteClosedLoans(
  cache: CacheDatabase,
  page: Pick<Page, 'loans' | 'closed'>,
): Promise<void> {
  const closed = page.closed ?? [];
  const before = await closedLoans();
  const back = new Set(page.loans.map(({ loan }) => loan._id));
  const stillClosed = before.filter(({ loanId }) => !back.has(loanId));
  if (closed.length === 0 && stillClosed.length === before.length) return;
  const here = await loansHere(cache, closed);
  const fresh = closed
    .filter(({ loanId }) => here.has(loanId))
    .map((one) => Object.assign({ isTold: false }, one));
  const freshIds = new Set(fresh.map(({ loanId }) => loanId));
  const older = stillClosed.filter(({ loanId }) => !freshIds.has(loanId));
  const all = [...fresh, ...older];
  // Nobody was told of the others yet, however many left at once: they are counted, and named where work waits on them.
  const unread = all.filter(({ isTold }) => !isTold);
  await saveDraft(KEY, [...unread, ...all.filter(({ isTold }) => isTold).slice(0, MOST_READ)]);
}

/**
 * Notes loans that a comparison with the server takes off this phone. It names them as the phone knows them: the server said
 * no more than that they are not its owner's. Before they are wiped. Throws LOCKED.
 */
export async function noteLoansTakenOff(
  cache: CacheDatabase,
  loanIds: readonly string[],
): Promise<void> {
  const rows = await Promise.all(loanIds.map((id) => readLoan(id)));
  const closed = rows.flatMap((row): Closing[] => {
    if (row === null) return [];
    const { _id, Loan_ID, Customer_Name } = row.loan;
    return [{ loanId: _id, Loan_ID, Customer_Name, reason: 'ACTIVE' }];
  });
  await noteClosedLoans(cache, { loans: [], closed });
}

/** A loan that was given and taken between two pulls never was on this phone: nothing is told of it. */
async function loansHere(cache: CacheDatabase, closed: readonly Closing[]): Promise<Set<string>> {
  if (closed.length === 0) return new Set();
  const ids = closed.map(({ loanId }) => loanId);
  const blocks = await cache.loanBlocks.where('loanIds').anyOf(ids).toArray();
  return new Set(blocks.flatMap((block) => block.loanIds));
}

/** The agent has read which loans are over. Throws LOCKED. */
export async function markClosedLoansTold(): Promise<void> {
  const before = await closedLoans();
  await saveDraft(
    KEY,
    before.map((one) => Object.assign({}, one, { isTold: true })),
  );
  announce('loans');
}
