import type { BodyOf } from '../../../contract/call.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import type { LoanConflict } from '../../../contract/loan-conflict.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';

/** Which value of a conflict is to be the loan's. */
export type Settlement = BodyOf<typeof loanConflictCalls.settleLoanConflict>['takes'];

/** The screen with a loan's facts is open to these (its route's guard). */
const LOAN_READERS: ReadonlySet<string> = new Set(['ADMIN', 'MANAGER']);

/** A page of open conflicts, oldest first. */
export function useLoanConflicts(asked: { search: string; page: number; pageSize: number }) {
  const { search, ...page } = asked;
  const query = search === '' ? page : { ...page, search: search.slice(0, 100) };
  return useCallQuery(loanConflictCalls.listLoanConflicts, { query }, { keepsPrevious: true });
}

/** Settles a conflict; whatever came of it, all lists and loans are read again. */
export function useSettleConflict() {
  return useCommand(
    ({ conflict, takes }: { conflict: LoanConflict; takes: Settlement }) =>
      server.call(loanConflictCalls.settleLoanConflict, {
        body: { _id: conflict._id, takes, stands: conflict.stands },
      }),
    { changes: ['loan-conflicts', 'loans'], isQuiet: true },
  );
}

/** Whether a refusal says that the standing value is another by now. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'CHANGED_MEANWHILE';
}

/** Whether a refusal says that somebody else settled it. */
export function isSettledAlready(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'ALREADY_SETTLED';
}

/** A loan's own screen, for those who may open it; null otherwise. */
export function loanPath({ loanId }: Pick<LoanConflict, 'loanId'>): string | null {
  return LOAN_READERS.has(storedUser()?.role ?? '') ? `/view-loan?loanId=${loanId}` : null;
}
