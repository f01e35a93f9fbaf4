import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import type { LoanConflict } from '../../../contract/loan-conflict.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';
import { storedUser } from '../../remote/stored-user.ts';

/** Which value of a conflict is to be the loan's. */
export type Settlement = NonNullable<
  CallInput<typeof loanConflictCalls.settleLoanConflict>['body']
>['takes'];

const KEY = 'loan-conflicts';
/** The screen with a loan's facts is open to these (its route's guard). */
const LOAN_READERS: ReadonlySet<string> = new Set(['ADMIN', 'MANAGER']);

/** A page of open conflicts, oldest first. */
export function useLoanConflicts(query: { search: string; page: number; pageSize: number }) {
  return useQuery({
    queryKey: [KEY, 'list', query],
    queryFn: ({ signal }) => {
      const { search, ...page } = query;
      const given = search === '' ? page : { ...page, search: search.slice(0, 100) };
      return server.call(loanConflictCalls.listLoanConflicts, { query: given }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** Settles a conflict; whatever came of it, all lists and loans are read again. */
export function useSettleConflict() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ conflict, takes }: { conflict: LoanConflict; takes: Settlement }) =>
      server.call(loanConflictCalls.settleLoanConflict, {
        body: { _id: conflict._id, takes, stands: conflict.stands },
      }),
    meta: { isQuiet: true },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [KEY] }),
        client.invalidateQueries({ queryKey: ['loans'] }),
      ]),
  });
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
