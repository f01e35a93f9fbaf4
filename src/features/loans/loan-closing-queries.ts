import type { BodyOf } from '../../../contract/call.ts';
import { loanClosureCalls as calls } from '../../../contract/loan-closure.ts';
import { useBodyCommand, useCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';
import type { AssignTarget } from './assignment.ts';

/** 100,000 loans end within seconds, on a slow server in a minute. */
const timeoutMs = 180_000;

/** How people end loans by hand. */
export type HandReason = 'DELETED' | 'WITHDRAWN';

const chosenOf = (target: AssignTarget): BodyOf<typeof calls.previewClosing>['loans'] =>
  target.kind === 'matching'
    ? { matching: target.filter, asOf: target.asOf }
    : { loanIds: target.loans.map((loan) => loan._id) };

/** What would go, read anew for each question. */
export function useClosingPreview(target: AssignTarget, reason: HandReason) {
  const body = { loans: chosenOf(target), reason };
  return useCallQuery(calls.previewClosing, { body }, readWhenOpened);
}

/** What of a loan ends and comes back with it. */
const ending = {
  changes: ['loans', 'promises', 'loan-conflicts'],
  readsAgain: 'done',
  isBlocking: true,
} as const;

/** Deletes or recalls loans; the answer names the order that takes it back. */
export function useCloseLoans() {
  return useCommand((order: { target: AssignTarget; reason: HandReason; note: string }) => {
    const loans = chosenOf(order.target);
    return order.reason === 'DELETED'
      ? server.call(calls.deleteLoans, { body: loans }, { timeoutMs })
      : server.call(calls.withdrawLoans, { body: { loans, note: order.note } }, { timeoutMs });
  }, ending);
}

/** Takes deletions and recalls back. */
export function useRestoreLoans() {
  return useBodyCommand(calls.restoreLoans, { ...ending, timeoutMs });
}
