import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { attachedFileCalls } from '../../../contract/attached-file.ts';
import { allocationCalls } from '../../../contract/allocation.ts';
import type { Assignee } from '../../../contract/allocation.ts';
import type { CallInput } from '../../../contract/call.ts';
import { dispositionCalls } from '../../../contract/disposition.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { messageCalls } from '../../../contract/message.ts';
import { promiseCalls } from '../../../contract/promise.ts';
import { mergePages } from '../../lib/merged-pages.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';
import { assignment } from './assignment.ts';
import type { AssignInput, AssignKind } from './assignment.ts';

/** A loan list's query as the call takes it. */
export type LoanQuery = NonNullable<CallInput<typeof loanCalls.listLoans>['query']>;

const LONG_MS = 5 * 60_000;
/** What all queries over loans begin with: a change of a loan reads them anew. */
export const LOANS_KEY = 'loans';

/** A page of loans; the page before stays on screen while the next is on its way. */
export function useLoans(query: LoanQuery, isOn = true) {
  return useQuery({
    queryKey: [LOANS_KEY, 'list', query],
    queryFn: ({ signal }) => server.call(loanCalls.listLoans, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isOn,
  });
}

/** Loans read on page after page, merged by `_id`, until a page comes empty (spec 4.5): a phone's list. */
export function useMergedLoans(query: LoanQuery, isOn: boolean) {
  return useInfiniteQuery({
    queryKey: [LOANS_KEY, 'merged', query],
    queryFn: ({ signal, pageParam }) =>
      server.call(loanCalls.listLoans, { query: { ...query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.data.length === 0 ? undefined : page + 1),
    select: ({ pages }) => {
      const { rows, isLastPage } = mergePages(pages.map((page) => page.data));
      const last = pages.at(-1);
      const totalCount = last?.totalCount ?? 0;
      const isCountExact = last?.isCountExact ?? true;
      // What is counted exactly needs no empty page to end.
      const hasMore = !isLastPage && (!isCountExact || rows.length < totalCount);
      // Bulk commands notice what others did since the first page was read.
      return { data: [...rows], totalCount, isCountExact, asOf: pages[0]?.asOf ?? '', hasMore };
    },
    placeholderData: keepPreviousData,
    enabled: isOn,
  });
}

/** One loan with its unknown columns. */
export function useLoan(loanId: string) {
  return useQuery({
    queryKey: [LOANS_KEY, 'one', loanId],
    queryFn: ({ signal }) => server.call(loanCalls.getLoan, { params: { id: loanId } }, { signal }),
  });
}

/** A loan's calls and visits, newest first. */
export function useLoanHistory(loanId: string) {
  return useQuery({
    queryKey: [LOANS_KEY, 'history', loanId],
    queryFn: ({ signal }) =>
      server.call(dispositionCalls.listCaseHistory, { query: { loanId } }, { signal }),
    select: (answer) => answer.data,
  });
}

/** How many corrections of a loan wait for a decision; undefined while unknown. */
export function useLoanConflictCount(loan: { _id: string; Loan_ID: string }): number | undefined {
  return useQuery({
    queryKey: [LOANS_KEY, 'conflicts', loan._id],
    queryFn: ({ signal }) => {
      const query = { search: loan.Loan_ID, pageSize: 50 };
      return server.call(loanConflictCalls.listLoanConflicts, { query }, { signal });
    },
    // The search may find other loans' numbers too.
    select: (answer) => answer.data.filter((conflict) => conflict.loanId === loan._id).length,
  }).data;
}

const filterValues = queryOptions({
  queryKey: [LOANS_KEY, 'filter-values'],
  queryFn: ({ signal }) =>
    server.call(loanCalls.getDistinctBucketClients, { query: {} }, { signal }),
  staleTime: LONG_MS,
});

/** The clients, buckets, cities and products among the loans that the person may see. */
export function useFilterValues() {
  return useQuery(filterValues);
}

/** The catalogue of disposition codes. */
export function useDispositionCodes() {
  return useQuery({
    queryKey: [LOANS_KEY, 'codes'],
    queryFn: ({ signal }) => server.call(dispositionCalls.listDispositionCodes, {}, { signal }),
    staleTime: LONG_MS,
    select: (answer) => answer.data,
  });
}

/** The people loans can be allocated to or filtered by; none for roles that may not ask. */
export function useAssignees() {
  return useQuery({
    queryKey: [LOANS_KEY, 'assignees'],
    queryFn: ({ signal }) => server.call(allocationCalls.listAssignees, {}, { signal }),
    staleTime: 60_000,
    enabled: mayWithLoans('assignees'),
    select: (answer): readonly Assignee[] => answer.data,
  });
}

const ALLOWED = {
  assignees: ['ADMIN', 'SUPER_ADMIN', 'MANAGER', 'CLIENT_ADMIN', 'PARTNER'],
  allocate: ['ADMIN', 'SUPER_ADMIN', 'MANAGER'],
  open: ['ADMIN', 'MANAGER'],
  assignManager: ['ADMIN', 'SUPER_ADMIN'],
  import: ['ADMIN', 'CLIENT_ADMIN'],
  callDesk: ['MANAGER', 'COLLECTOR'],
  message: ['ADMIN', 'SUPER_ADMIN', 'MANAGER'],
  close: ['ADMIN', 'SUPER_ADMIN', 'CLIENT_ADMIN'],
  seeDeleted: ['ADMIN', 'SUPER_ADMIN'],
} as const satisfies Record<string, readonly string[]>;

/** Whether the person logged in may do something with loans; the server checks again. */
export function mayWithLoans(action: keyof typeof ALLOWED): boolean {
  const role = storedUser()?.role;
  const allowed: readonly string[] = ALLOWED[action];
  return role !== undefined && allowed.includes(role);
}

/** Somebody else changed some of the loans meanwhile; nothing was allocated. */
export interface AssignConflict {
  /** `changedBy` is null when a contact, an edit or a newer file changed the loan, not an allocation. */
  conflicts: readonly {
    _id: string;
    Loan_ID: string;
    changedBy: string | null;
    changedAt: string;
  }[];
  count: number;
}

/** What a refused allocation says about who was faster; null for any other error. */
export function assignConflictOf(error: unknown): AssignConflict | null {
  if (!(error instanceof RefusedError) || error.status !== 409) return null;
  // The server's own 409 of this call carries exactly this (contract: allocationAnswerSchema).
  const details = error.details as Partial<AssignConflict> | undefined;
  if (!Array.isArray(details?.conflicts)) return null;
  return { conflicts: details.conflicts, count: details.count ?? details.conflicts.length };
}

/** Allocates loans or takes them back; the lists are read again afterwards. A 409 is left to the dialog. */
export function useAssign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, input }: { kind: AssignKind; input: AssignInput }) => {
      const { call, body } = assignment(kind, input);
      return server.call(call, { body } as CallInput<typeof call>);
    },
    meta: { isQuiet: true, isBlocking: true },
    onSuccess: () => client.invalidateQueries({ queryKey: [LOANS_KEY] }),
  });
}

/** Reads all lists of loans again. */
export function useRefreshLoans(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [LOANS_KEY] });
}

/** The bytes of an attached file, or a small picture of it. */
export async function loadLoanFile(fileId: string, isPreview: boolean): Promise<Blob> {
  const query = isPreview ? ({ preview: '1' } as const) : {};
  const { blob } = await server.download(attachedFileCalls.getFile, {
    params: { id: fileId },
    query,
  });
  return blob;
}

/** The promises made on a loan, newest first. */
export function useLoanPromises(loanId: string) {
  return useQuery({
    queryKey: [LOANS_KEY, 'promises', loanId],
    queryFn: ({ signal }) =>
      server.call(promiseCalls.listPromisesOfLoan, { params: { loanId } }, { signal }),
    select: (answer) => answer.data,
  });
}

const ON_THE_WAY: ReadonlySet<string> = new Set(['QUEUED', 'SENDING']);
const MESSAGES_LIVE_MS = 3000;

/** A loan's messages, newest first; read again by itself while one is on its way. */
export function useLoanMessages(loanId: string) {
  return useQuery({
    queryKey: ['messages', 'loan', loanId],
    queryFn: ({ signal }) =>
      server.call(messageCalls.listLoanMessages, { query: { loanId } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) =>
      state.data?.data.some((message) => ON_THE_WAY.has(message.state)) === true
        ? MESSAGES_LIVE_MS
        : false,
  });
}
