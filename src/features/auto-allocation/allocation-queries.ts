import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allocationCalls } from '../../../contract/allocation.ts';
import type { Assignee } from '../../../contract/allocation.ts';
import { allocationRunCalls } from '../../../contract/allocation-run.ts';
import type { AllocationRun, RunReason } from '../../../contract/allocation-run.ts';
import type { CallInput } from '../../../contract/call.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'allocation-runs';
const POLL_MS = 1000;
const LONG_MS = 5 * 60_000;

/** For which work loans are shared out. */
export type RunKind = AllocationRun['kind'];

/** A sharing-out as the call takes it. */
export type RunOrder = NonNullable<
  CallInput<typeof allocationRunCalls.createAllocationRun>['body']
>;

/** Which loans, as calls take it. */
export type RunFilter = NonNullable<RunOrder['filter']>;

const AT_WORK: ReadonlySet<AllocationRun['state']> = new Set(['PLANNING', 'APPLYING', 'UNDOING']);

/** Whether the server is at work on a run. */
export function isAtWork(run: Pick<AllocationRun, 'state'>): boolean {
  return AT_WORK.has(run.state);
}

/** The clients, buckets, cities and products that filters offer. */
export function useFilterValues() {
  return useQuery({
    queryKey: [KEY, 'filter-values'],
    queryFn: ({ signal }) =>
      server.call(loanCalls.getDistinctBucketClients, { query: {} }, { signal }),
    staleTime: LONG_MS,
  });
}

/** The people whom loans can go to, with their loads. */
export function usePeople() {
  return useQuery({
    queryKey: [KEY, 'people'],
    queryFn: ({ signal }) => server.call(allocationCalls.listAssignees, {}, { signal }),
    staleTime: 60_000,
    select: (answer): readonly Assignee[] => answer.data,
  });
}

/** How many loans, and how much due, a sharing-out would look at. */
export function useAllocatable(kind: RunKind, filter: RunFilter, takesOver: boolean) {
  return useQuery({
    queryKey: [KEY, 'count', kind, filter, takesOver],
    queryFn: ({ signal }) =>
      server.call(
        allocationRunCalls.countAllocatable,
        { query: { ...filter, kind, takesOver: takesOver ? '1' : '0' } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Loans that nobody has, by lender and bucket. */
export function useUnallocated(kind: RunKind) {
  return useQuery({
    queryKey: [KEY, 'unallocated', kind],
    queryFn: ({ signal }) =>
      server.call(allocationRunCalls.listUnallocated, { query: { kind } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One run; asked again and again while the server is at work on it. */
export function useRun(runId: string) {
  return useQuery({
    queryKey: [KEY, 'one', runId],
    queryFn: ({ signal }) =>
      server.call(
        allocationRunCalls.getAllocationRun,
        { params: { id: runId } },
        { signal, isBackground: true },
      ),
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data !== undefined && isAtWork(query.state.data) ? POLL_MS : false,
  });
}

/** The runs, newest first; asked again while the server is at work on one of them. */
export function useRuns(page: number) {
  return useQuery({
    queryKey: [KEY, 'list', page],
    queryFn: ({ signal }) =>
      server.call(
        allocationRunCalls.listAllocationRuns,
        { query: { page } },
        { signal, isBackground: true },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.data.some(isAtWork) ? POLL_MS * 3 : false),
  });
}

/** A page of a plan's loans, of one person or one reason. */
export function useRunLoans(
  run: Pick<AllocationRun, '_id' | 'state'>,
  page: number,
  choice: { assigneeId: string | null; reason: RunReason | null },
) {
  const { assigneeId, reason } = choice;
  return useQuery({
    queryKey: [KEY, 'loans', run._id, run.state, page, choice],
    queryFn: ({ signal }) =>
      server.call(
        allocationRunCalls.listAllocationRunLoans,
        {
          params: { id: run._id },
          query: {
            page,
            ...(assigneeId !== null && { assigneeId }),
            ...(reason !== null && { reason }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Begins to plan a sharing-out. */
export function useMakePlan() {
  return useRunChange((body: RunOrder) =>
    server.call(allocationRunCalls.createAllocationRun, { body }),
  );
}

/** Confirms a plan: its loans are given out. */
export function useConfirmRun() {
  return useRunChange((id: string) =>
    server.call(allocationRunCalls.confirmAllocationRun, { params: { id } }),
  );
}

/** Takes a run back. */
export function useUndoRun() {
  return useRunChange((id: string) =>
    server.call(allocationRunCalls.undoAllocationRun, { params: { id } }),
  );
}

/** Drops a plan. */
export function useDropRun() {
  return useRunChange((id: string) =>
    server.call(allocationRunCalls.cancelAllocationRun, { params: { id } }),
  );
}

function useRunChange<Input>(mutationFn: (input: Input) => Promise<AllocationRun>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

const HOLDER = { COLLECTOR: 'collectorId', FIELD: 'fieldAgentId', MANAGER: 'managerId' } as const;

/** Which loans a person has for a kind of work, of one lender or all. */
export interface Recall {
  kind: RunKind;
  personId: string;
  client: string | null;
}

const recallFilter = ({ kind, personId, client }: Recall) => ({
  [HOLDER[kind]]: [personId],
  status: ['ACTIVE' as const],
  ...(client !== null && { client: [client] }),
});

/** How many loans a recall would take, as of when. */
export function useRecallCount(recall: Recall | null) {
  return useQuery({
    queryKey: [KEY, 'recall', recall],
    queryFn: ({ signal }) =>
      server.call(
        loanCalls.listLoans,
        { query: { ...(recall && recallFilter(recall)), pageSize: 1 } },
        { signal },
      ),
    enabled: recall !== null,
    staleTime: 0,
    select: ({ totalCount, asOf }) => ({ totalCount, asOf }),
  });
}

/** Takes the loans of a person back. */
export function useRecall() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ recall, asOf }: { recall: Recall; asOf: string }) => {
      const which = { matching: recallFilter(recall), asOf };
      if (recall.kind === 'COLLECTOR')
        return server.call(allocationCalls.assignCollector, {
          body: { ...which, collectorId: null },
        });
      if (recall.kind === 'FIELD')
        return server.call(allocationCalls.assignFieldAgent, {
          body: { ...which, fieldAgentId: null },
        });
      return server.call(allocationCalls.assignManager, { body: { ...which, managerId: null } });
    },
    meta: { isBlocking: true },
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}
