import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { loanImportCalls } from '../../../contract/loan-import.ts';
import { loanEntryCalls } from '../../../contract/loan-entry.ts';
import type { FieldConflict, LoanChange } from '../../../contract/loan-entry.ts';
import { text } from '../../lib/texts/texts.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';
import { LOANS_KEY } from './loan-queries.ts';

/** A new loan as the call takes it. */
export type LoanEntry = NonNullable<CallInput<typeof loanEntryCalls.enterLoan>['body']>;

/** Who had a loan when, what was changed and paid, how it ended. */
export function useLoanRecord(loanId: string) {
  return useQuery({
    queryKey: [LOANS_KEY, 'record', loanId],
    queryFn: ({ signal }) =>
      server.call(loanEntryCalls.getLoanRecord, { params: { id: loanId } }, { signal }),
  });
}

/** The lenders that a loan can be entered for. */
export function useLenderNames() {
  return useQuery({
    queryKey: [LOANS_KEY, 'lenders'],
    queryFn: ({ signal }) => server.call(loanImportCalls.listClientNames, {}, { signal }),
    staleTime: 60_000,
    select: (answer) => answer.data.map((client) => client.Client_Name),
  });
}

/** Enters a loan. What the server found wrong comes in its answer, and is thrown as a refusal's wrong fields. */
export function useEnterLoan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: LoanEntry) => {
      const answer = await server.call(loanEntryCalls.enterLoan, { body });
      if (answer.success) return answer;
      const details = (answer.errors ?? []).map(({ field, code, reason }) => ({
        path: field,
        code,
        message: reason,
        values: {},
      }));
      const message = answer.error ?? text()('loanLife.notEntered');
      throw new RefusedError(422, { code: 'WRONG_FIELDS', message, details }, null);
    },
    meta: { isQuiet: true, isBlocking: true },
    onSuccess: () => client.invalidateQueries({ queryKey: [LOANS_KEY] }),
  });
}

/** Changes a loan; a refusal is left to the form. */
export function useChangeLoan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: LoanChange) => server.call(loanEntryCalls.changeLoan, { body }),
    meta: { isQuiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: [LOANS_KEY] }),
  });
}

/** The fields that someone else changed since a change was begun, as its refusal names them. */
export function conflictsIn(error: unknown): readonly FieldConflict[] {
  if (!(error instanceof RefusedError)) return [];
  // The server's own 409 of this call carries exactly this.
  return (error.details as { conflicts?: FieldConflict[] } | undefined)?.conflicts ?? [];
}
