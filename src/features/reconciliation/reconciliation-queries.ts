import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { allocationCalls } from '../../../contract/allocation.ts';
import type { CallInput } from '../../../contract/call.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { reconciliationCalls } from '../../../contract/reconciliation.ts';
import { saveBlob } from '../../lib/download.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'reconciliation';
const LONG_MS = 300_000;
const EXPORT_TIMEOUT_MS = 10 * 60_000;

/** Which lines are asked for. */
export type LinesQuery = NonNullable<
  CallInput<typeof reconciliationCalls.getReconciliation>['query']
>;
/** Which items behind a figure are asked for. */
export type ItemsQuery = NonNullable<
  CallInput<typeof reconciliationCalls.listReconciliationItems>['query']
>;
/** Which loans behind a difference are asked for. */
export type DifferencesQuery = NonNullable<
  CallInput<typeof reconciliationCalls.listReconciliationDifferences>['query']
>;
type ExportQuery = NonNullable<CallInput<typeof reconciliationCalls.exportReconciliation>['query']>;

/** A page of lines with the totals of all. */
export function useReconciliation(query: LinesQuery) {
  return useQuery({
    queryKey: [KEY, 'lines', query],
    queryFn: ({ signal }) =>
      server.call(reconciliationCalls.getReconciliation, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of the receipts or payments behind a figure; null: none is looked at. */
export function useItems(query: ItemsQuery | null) {
  return useQuery({
    queryKey: [KEY, 'items', query],
    queryFn: ({ signal }) =>
      server.call(
        reconciliationCalls.listReconciliationItems,
        { query: query ?? { kind: 'collected' } },
        { signal },
      ),
    enabled: query !== null,
    placeholderData: keepPreviousData,
  });
}

/** A page of the loans behind a difference. */
export function useDifferences(query: DifferencesQuery) {
  return useQuery({
    queryKey: [KEY, 'differences', query],
    queryFn: ({ signal }) =>
      server.call(reconciliationCalls.listReconciliationDifferences, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Saves all lines as a file. */
export function useExport() {
  return useMutation({
    mutationFn: async (query: ExportQuery) =>
      saveBlob(
        await server.download(
          reconciliationCalls.exportReconciliation,
          { query },
          { timeoutMs: EXPORT_TIMEOUT_MS },
        ),
      ),
  });
}

/** The clients among the loans that the person may see. */
export function useClientNames() {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) =>
      server.call(loanCalls.getDistinctBucketClients, { query: {} }, { signal }),
    staleTime: LONG_MS,
    select: (answer) => answer.clients,
  });
}

/** The people whose money it may be. */
export function useAgents() {
  return useQuery({
    queryKey: [KEY, 'agents'],
    queryFn: ({ signal }) => server.call(allocationCalls.listAssignees, {}, { signal }),
    staleTime: LONG_MS,
    select: (answer) => answer.data,
  });
}
