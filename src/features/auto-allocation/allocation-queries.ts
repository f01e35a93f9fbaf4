import { allocationCalls } from '../../../contract/allocation.ts';
import { allocationRunCalls as calls } from '../../../contract/allocation-run.ts';
import type { AllocationRun, RunReason } from '../../../contract/allocation-run.ts';
import type { BodyOf } from '../../../contract/call.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery, whileMoving } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

const POLL_MS = 1000;

/** For which work loans are shared out. */
export type RunKind = AllocationRun['kind'];

/** A sharing-out as the call takes it. */
export type RunOrder = BodyOf<typeof calls.createAllocationRun>;

/** Which loans, as calls take it. */
export type RunFilter = NonNullable<RunOrder['filter']>;

const AT_WORK: ReadonlySet<AllocationRun['state']> = new Set(['PLANNING', 'APPLYING', 'UNDOING']);

/** Whether the server is at work on a run. */
export function isAtWork(run: Pick<AllocationRun, 'state'>): boolean {
  return AT_WORK.has(run.state);
}

/** How many loans, and how much due, a sharing-out would look at. */
export function useAllocatable(kind: RunKind, filter: RunFilter, takesOver: boolean) {
  const query = { ...filter, kind, takesOver: takesOver ? ('1' as const) : ('0' as const) };
  return useCallQuery(calls.countAllocatable, { query }, { keepsPrevious: true });
}

/** One run; asked again and again while the server is at work on it. */
export function useRun(id: string) {
  return useCallQuery(
    calls.getAllocationRun,
    { params: { id } },
    { isBackground: true, staleTime: 0, refetchInterval: whileMoving(POLL_MS, isAtWork) },
  );
}

/** The runs, newest first; asked again while the server is at work on one of them. */
export function useRuns(page: number) {
  return useCallQuery(
    calls.listAllocationRuns,
    { query: { page } },
    {
      keepsPrevious: true,
      isBackground: true,
      refetchInterval: whileMoving(POLL_MS * 3, ({ data }) => data.some(isAtWork)),
    },
  );
}

/** A page of a plan's loans, of one person or one reason. */
export function useRunLoans(
  run: Pick<AllocationRun, '_id' | 'state'>,
  page: number,
  { assigneeId, reason }: { assigneeId: string | null; reason: RunReason | null },
) {
  const query = {
    page,
    ...(assigneeId !== null && { assigneeId }),
    ...(reason !== null && { reason }),
  };
  return useCallQuery(
    calls.listAllocationRunLoans,
    { params: { id: run._id }, query },
    { keepsPrevious: true, version: run.state },
  );
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
  return useCallQuery(
    loanCalls.listLoans,
    recall && { query: { ...recallFilter(recall), pageSize: 1 } },
    { staleTime: 0, select: ({ totalCount, asOf }) => ({ totalCount, asOf }) },
  );
}

/** Takes the loans of a person back. */
export function useRecall() {
  return useCommand(
    async ({ recall, asOf }: { recall: Recall; asOf: string }) => {
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
    { changes: ['allocation-runs', 'allocations', 'loans'], isBlocking: true },
  );
}
