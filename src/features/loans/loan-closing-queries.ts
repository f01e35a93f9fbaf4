import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { loanClosureCalls } from '../../../contract/loan-closure.ts';
import { server } from '../../remote/session-client.ts';
import type { AssignTarget } from './assignment.ts';
import { LOANS_KEY } from './loan-queries.ts';

/** 100,000 loans end within seconds, on a slow server in a minute. */
const CLOSING_TIMEOUT_MS = 180_000;

/** How people end loans by hand. */
export type HandReason = 'DELETED' | 'WITHDRAWN';
type Chosen = NonNullable<CallInput<typeof loanClosureCalls.previewClosing>['body']>['loans'];
type Restoring = NonNullable<CallInput<typeof loanClosureCalls.restoreLoans>['body']>;

const chosenOf = (target: AssignTarget): Chosen =>
  target.kind === 'matching'
    ? { matching: target.filter, asOf: target.asOf }
    : { loanIds: target.loans.map((loan) => loan._id) };

/** What would go, read anew for each question. */
export function useClosingPreview(target: AssignTarget, reason: HandReason) {
  return useQuery({
    queryKey: [LOANS_KEY, 'closing', reason, chosenOf(target)],
    queryFn: ({ signal }) =>
      server.call(
        loanClosureCalls.previewClosing,
        { body: { loans: chosenOf(target), reason } },
        { signal },
      ),
    gcTime: 0,
  });
}

/** Deletes or recalls loans; the answer names the order that takes it back. */
export function useCloseLoans() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: { target: AssignTarget; reason: HandReason; note: string }) => {
      const loans = chosenOf(order.target);
      const options = { timeoutMs: CLOSING_TIMEOUT_MS };
      return order.reason === 'DELETED'
        ? server.call(loanClosureCalls.deleteLoans, { body: loans }, options)
        : server.call(
            loanClosureCalls.withdrawLoans,
            { body: { loans, note: order.note } },
            options,
          );
    },
    meta: { isBlocking: true },
    onSuccess: () => client.invalidateQueries({ queryKey: [LOANS_KEY] }),
  });
}

/** Takes deletions and recalls back. */
export function useRestoreLoans() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Restoring) =>
      server.call(loanClosureCalls.restoreLoans, { body }, { timeoutMs: CLOSING_TIMEOUT_MS }),
    meta: { isBlocking: true },
    onSuccess: () => client.invalidateQueries({ queryKey: [LOANS_KEY] }),
  });
}
