import type { QueryOf } from '../../../contract/call.ts';
import type { Disposition, DispositionCode } from '../../../contract/disposition.ts';
import { dispositionCalls } from '../../../contract/disposition.ts';
import type { Loan, LoanDetail } from '../../../contract/loan.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { useReadQuery } from '../../data/read-query.ts';
import type { ReadQuery } from '../../data/read-query.ts';
import { isUnanswered } from '../../lib/error-words.ts';
import { isUnlocked } from '../../offline/session.ts';
import { loanHistory } from '../../offline/loan-history.ts';
import type { HistoryEntry } from '../../offline/loan-history.ts';
import { readLoan, searchLoans } from '../../offline/loan-index.ts';
import { dispositionCodes } from '../../offline/reference.ts';
import { server } from '../../remote/session-client.ts';
import { inColumnOrder } from './device-order.ts';

/** The page size of the call desk's list. */
export const DESK_PAGE_SIZE = 50;
/** First part of the key of what the desk reads from the server or, without a network, from this device: as all of loans. */
export const DESK_KEY = 'loans';

/** An active-loan list's query as the call takes it. */
export type DeskQuery = QueryOf<typeof loanCalls.listActiveLoans>;

/** A page of active loans. */
export interface DeskPage {
  loans: readonly Loan[];
  /** The newest disposition of each loan, as far as known. */
  dispositions: readonly Disposition[];
  /** Chance to pay of the loans that are ordered by it. */
  chances: readonly { loanId: string; chance: number }[];
  /** Nobody chose an order, and the likeliest to pay come first. */
  isByChance: boolean;
  totalCount: number;
  isCountExact: boolean;
  /** No answer of the server: read from this device. */
  isFromDevice: boolean;
}

/** Reads a page of active loans; without an answer, from this device. Throws the client's errors. */
export async function readDeskPage(query: DeskQuery, signal?: AbortSignal): Promise<DeskPage> {
  try {
    const page = await server.call(
      loanCalls.listActiveLoans,
      { query },
      signal === undefined ? {} : { signal },
    );
    return { ...page, isFromDevice: false };
  } catch (error) {
    const found = isUnanswered(error) ? await devicePage(query) : null;
    if (found === null) throw error;
    return found;
  }
}

/** The loans of this device that match; null when it keeps none for this person. */
async function devicePage(query: DeskQuery): Promise<DeskPage | null> {
  if (!isUnlocked()) return null;
  const filters = {
    ...(query.clientsName !== undefined && { client: [query.clientsName].flat() }),
    ...(query.bucket !== undefined && { bucket: [query.bucket].flat() }),
    ...(query.disposition !== undefined && { disposition: [query.disposition].flat() }),
    ...(query.minDue !== undefined && { minDue: Number(query.minDue) }),
    ...(query.maxDue !== undefined && { maxDue: Number(query.maxDue) }),
  };
  const found = await searchLoans({ text: query.search ?? '', filters, sort: 'name' });
  if (found.length === 0) return null;
  const from = (Number(query.page ?? 1) - 1) * DESK_PAGE_SIZE;
  return {
    loans: inColumnOrder(
      found.map(({ loan }) => loan),
      query.sort,
    ).slice(from, from + DESK_PAGE_SIZE),
    dispositions: [],
    chances: [],
    isByChance: false,
    totalCount: found.length,
    isCountExact: true,
    isFromDevice: true,
  };
}

/** Without an event that tells of it, the server may have time again. */
const isOfDevice = ({ isFromDevice }: { isFromDevice: boolean }) =>
  isFromDevice && navigator.onLine;

/** A page of the active loans; read again when something was delivered. */
export function useDeskPage(query: DeskQuery) {
  return useReadQuery({
    key: [DESK_KEY, 'desk-list', query],
    read: (signal) => readDeskPage(query, signal),
    keepsPrevious: true,
    topics: ['delivery', 'outbox'],
    isPassing: isOfDevice,
  });
}

/** One loan at the desk. */
export interface DeskLoan {
  loan: LoanDetail;
  isFromDevice: boolean;
}

/** How one loan is read; without an answer, as this device has it. */
export function deskLoan(loanId: string): ReadQuery<DeskLoan> {
  return {
    key: [DESK_KEY, 'desk-loan', loanId],
    topics: ['loans'],
    isPassing: isOfDevice,
    read: async (signal) => {
      try {
        const params = { id: loanId };
        const loan = await server.call(loanCalls.getLoan, { params }, { signal });
        return { loan, isFromDevice: false };
      } catch (error) {
        const kept = isUnanswered(error) && isUnlocked() ? await readLoan(loanId) : null;
        if (kept === null) throw error;
        return { loan: kept.loan, isFromDevice: true };
      }
    },
  };
}

/** One loan at the desk. */
export function useDeskLoan(loanId: string) {
  return useReadQuery(deskLoan(loanId));
}

/** One contact of a loan; `isWaiting` while it is only on this device, `isInReview` while a manager decides on it. */
export interface DeskContact extends Disposition {
  isWaiting: boolean;
  isInReview: boolean;
}

/** A loan's calls and visits, newest first, own waiting ones included. */
export function useDeskHistory(loanId: string) {
  return useReadQuery({
    key: [DESK_KEY, 'desk-history', loanId],
    read: (signal) => readHistory(loanId, signal),
    topics: ['delivery', 'outbox'],
  });
}

const asContact = (
  disposition: Disposition,
  waiting: HistoryEntry['waiting'] = null,
): DeskContact => ({
  ...disposition,
  isWaiting: waiting !== null && waiting !== 'review',
  isInReview: waiting === 'review',
});

async function readHistory(loanId: string, signal: AbortSignal): Promise<DeskContact[]> {
  const own = isUnlocked() ? await loanHistory(loanId) : [];
  // A call that has only begun has no outcome to show yet.
  const shown = own.filter(({ disposition }) => disposition.code !== '');
  const onDevice = shown.map(({ disposition, waiting }) => asContact(disposition, waiting));
  try {
    const query = { loanId };
    const { data } = await server.call(dispositionCalls.listCaseHistory, { query }, { signal });
    const known = new Set(data.map((each) => each._id));
    const waiting = onDevice.filter(
      (each) => (each.isWaiting || each.isInReview) && !known.has(each._id),
    );
    return [...waiting, ...data.map((each) => asContact(each))];
  } catch (error) {
    if (!isUnanswered(error) || !isUnlocked()) throw error;
    return onDevice;
  }
}

/** The codes a call can end with, in the catalogue's order; kept on this device. */
export function useCallCodes() {
  return useDeviceQuery<DispositionCode[]>({
    key: [DESK_KEY, 'codes'],
    topics: ['pull'],
    load: () => dispositionCodes('CALL'),
  });
}
