import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clientCalls } from '../../../contract/client.ts';
import type { CallInput } from '../../../contract/call.ts';
import { loanClosureCalls } from '../../../contract/loan-closure.ts';
import { server } from '../../remote/session-client.ts';

/** 100,000 loans are extended within seconds, on a slow server in a minute. */
const EXTENSION_TIMEOUT_MS = 180_000;

/** Which loans and until when, as the calls take it. */
export type Extension = NonNullable<CallInput<typeof loanClosureCalls.extendLoans>['body']>;
/** Which loans. */
export type ExtendedLoans = Extension['loans'];

/** The lenders among whose loans numbers can be looked for. */
export function useLenders() {
  return useQuery({
    queryKey: ['extend-loans', 'lenders'],
    queryFn: ({ signal }) => server.call(clientCalls.listClientNames, {}, { signal }),
    staleTime: 60_000,
    select: (answer) => answer.data.map((client) => client.Client_Name),
  });
}

/** Which of the numbers are loans, and where they stand. */
export function useMatchNumbers() {
  return useMutation({
    mutationFn: ({
      loanNumbers,
      clientName,
    }: {
      loanNumbers: string[];
      clientName: string | null;
    }) =>
      server.call(loanClosureCalls.matchLoanIds, {
        body: { loanNumbers, ...(clientName !== null && { clientName }) },
      }),
    meta: { isBlocking: true },
  });
}

/** What an extension would do. */
export function usePreviewExtension() {
  return useMutation({
    mutationFn: (body: Extension) => server.call(loanClosureCalls.previewExtension, { body }),
    meta: { isBlocking: true },
  });
}

/** Extends; every list of loans is read anew. */
export function useExtendLoans() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Extension) =>
      server.call(loanClosureCalls.extendLoans, { body }, { timeoutMs: EXTENSION_TIMEOUT_MS }),
    meta: { isBlocking: true },
    onSuccess: () => client.invalidateQueries(),
  });
}
