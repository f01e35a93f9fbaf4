import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allocationCalls } from '../../../contract/allocation.ts';
import type { CallInput } from '../../../contract/call.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { promiseCalls } from '../../../contract/promise.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'promises';
const RULES = 'promise-rules';
const LONG_MS = 300_000;
/** Payments and days change promises without anybody here doing anything. */
const FRESH_MS = 30_000;

type PromisesQuery = NonNullable<CallInput<typeof promiseCalls.listPromises>['query']>;
type RuleBody = CallInput<typeof promiseCalls.changePromiseRule>['body'];

/** A page of promises of one view, with the sums of all views. */
export function usePromises(query: PromisesQuery) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) => server.call(promiseCalls.listPromises, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

/** The lenders that the person works for. */
export function useLenders() {
  return useQuery({
    queryKey: [KEY, 'lenders'],
    queryFn: ({ signal }) =>
      server.call(loanCalls.getDistinctBucketClients, { query: {} }, { signal }),
    staleTime: LONG_MS,
    select: (answer) => answer.clients,
  });
}

/** The collectors whose promises a manager or an admin may ask for. */
export function useCollectors(isEnabled: boolean) {
  return useQuery({
    queryKey: [KEY, 'collectors'],
    queryFn: ({ signal }) => server.call(allocationCalls.listAssignees, {}, { signal }),
    staleTime: LONG_MS,
    enabled: isEnabled,
    select: (answer) => answer.data.filter(({ role }) => role === 'COLLECTOR'),
  });
}

/** How promises are judged, lender by lender. */
export function usePromiseRules() {
  return useQuery({
    queryKey: [RULES],
    queryFn: ({ signal }) => server.call(promiseCalls.listPromiseRules, {}, { signal }),
  });
}

/** Changes a lender's rules. */
export function useChangePromiseRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, body }: { clientId: string; body: RuleBody }) =>
      server.call(promiseCalls.changePromiseRule, { params: { clientId }, body }),
    onSettled: () =>
      Promise.all([RULES, KEY].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}
