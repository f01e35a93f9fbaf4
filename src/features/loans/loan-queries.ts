import type { CallInput, QueryOf } from '../../../contract/call.ts';
import type { ImportField } from '../../../contract/import-mapping.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { loanFieldsOf } from '../../../contract/loan-entry.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useMergedPages } from '../../data/merged-query.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';
import { assignment, targetCount } from './assignment.ts';
import type { AssignInput, AssignKind, AssignTarget } from './assignment.ts';

/** A loan list's query as the call takes it. */
export type LoanQuery = QueryOf<typeof loanCalls.listLoans>;

/** A page of loans; the page before stays on screen while the next is on its way. */
export function useLoans(query: LoanQuery, enabled = true) {
  return useCallQuery(loanCalls.listLoans, { query }, { keepsPrevious: true, enabled });
}

/** Loans read on page after page (spec 4.5): a phone's list. */
export const useMergedLoans = (query: LoanQuery, isOn: boolean) =>
  useMergedPages(loanCalls.listLoans, query, isOn);

/** One loan with its unknown columns. */
export function useLoan(loanId: string) {
  return useCallQuery(loanCalls.getLoan, { params: { id: loanId } });
}

/** How many corrections of a loan wait for a decision; undefined while unknown. */
export function useLoanConflictCount(loan: { _id: string; Loan_ID: string }): number | undefined {
  return useCallQuery(
    loanConflictCalls.listLoanConflicts,
    { query: { search: loan.Loan_ID, pageSize: 50 } },
    // The search may find other loans' numbers too.
    { select: ({ data }) => data.filter((conflict) => conflict.loanId === loan._id).length },
  ).data;
}

const ALLOWED = {
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

/** What the person logged in may change of a loan. */
export const editableLoanFields = (): readonly ImportField[] => {
  const role = storedUser()?.role;
  return role === undefined ? [] : loanFieldsOf(role);
};

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
  /** The server's time at which they were all there were. */
  asOf: string;
}

/** What a refused allocation says about who was faster; null for any other error. */
export function assignConflictOf(error: unknown): AssignConflict | null {
  if (!(error instanceof RefusedError) || error.status !== 409) return null;
  // The server's own 409 of this call carries exactly this (contract: allocationAnswerSchema).
  const details = error.details as Partial<AssignConflict> | undefined;
  if (!Array.isArray(details?.conflicts) || details.asOf === undefined) return null;
  const { conflicts, count = conflicts.length, asOf } = details;
  return { conflicts, count, asOf };
}

/** How many loans an allocation is about: of all that match a filter only those that are still worked are given out. */
export function useOpenCount(target: AssignTarget): number {
  const filter = target.kind === 'matching' ? target.filter : {};
  const { status } = filter;
  const query = { ...filter, status: 'ACTIVE', pageSize: 1 } as const;
  const open = useLoans(query, target.kind === 'matching' && String(status) !== 'ACTIVE').data;
  const isLeftOut = status !== undefined && !([] as string[]).concat(status).includes('ACTIVE');
  return isLeftOut ? 0 : (open?.totalCount ?? targetCount(target));
}

/** Allocates loans or takes them back; the lists are read again afterwards. A 409 is left to the dialog. */
export function useAssign() {
  return useCommand(
    ({ kind, input }: { kind: AssignKind; input: AssignInput }) => {
      const { call, body } = assignment(kind, input);
      return server.call(call, { body } as CallInput<typeof call>);
    },
    { changes: ['loans', 'allocations'], readsAgain: 'done', isQuiet: true, isBlocking: true },
  );
}
