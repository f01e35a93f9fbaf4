import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import type { GateStanding } from '../../../contract/contact-record.ts';
import { contactPolicyCalls } from '../../../contract/contact-policy.ts';
import type { ContactChannel } from '../../../contract/contact-rules.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'contact-rules';
const FRESH_MS = 20_000;

type BreachQuery = NonNullable<CallInput<typeof contactGateCalls.listContactBreaches>['query']>;
type PolicyBody = CallInput<typeof contactPolicyCalls.saveContactPolicy>['body'];
type NumberBody = CallInput<typeof contactGateCalls.blockNumber>['body'];

/** The contact policies of the lenders the person may see. */
export function usePolicies() {
  return useQuery({
    queryKey: [KEY, 'policies'],
    queryFn: ({ signal }) => server.call(contactPolicyCalls.listContactPolicies, {}, { signal }),
  });
}

/** Saves a lender's policy. */
export function useSavePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, body }: { clientId: string; body: PolicyBody }) =>
      server.call(contactPolicyCalls.saveContactPolicy, { params: { id: clientId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** Asks the gate about the loan of a number, now; null when there is no such loan. */
export function useTryGate() {
  return useMutation({
    mutationFn: async (asked: {
      loanNumber: string;
      channel: ContactChannel;
    }): Promise<GateStanding | null> => {
      const { loanNumber, channel } = asked;
      const query = { search: loanNumber, pageSize: 20 };
      const { data } = await server.call(loanCalls.listLoans, { query });
      const wanted = loanNumber.toLowerCase();
      const loan = data.find(({ Loan_ID }) => Loan_ID.toLowerCase() === wanted);
      if (loan === undefined) return null;
      const number = loan.Mobile_Number?.match(/^\+?\d{6,15}$/)?.[0];
      return server.call(contactGateCalls.readContactGate, {
        query: { loanId: loan._id, channel, ...(number !== undefined && { number }) },
      });
    },
  });
}

/** Numbers nobody may reach, a page of them. */
export function useBlockedNumbers(page: number, pageSize: number) {
  return useQuery({
    queryKey: [KEY, 'numbers', page, pageSize],
    queryFn: ({ signal }) =>
      server.call(contactGateCalls.listBlockedNumbers, { query: { page, pageSize } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Blocks a number for all loans. */
export function useBlockNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NumberBody) => server.call(contactGateCalls.blockNumber, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY, 'numbers'] }),
  });
}

/** Opens a number again. */
export function useUnblockNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => server.call(contactGateCalls.unblockNumber, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY, 'numbers'] }),
  });
}

/** A page of contacts against a rule. */
export function useBreaches(query: BreachQuery) {
  return useQuery({
    queryKey: [KEY, 'breaches', query],
    queryFn: ({ signal }) =>
      server.call(contactGateCalls.listContactBreaches, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

/** Notes that somebody looked at a breach. */
export function useReviewBreach() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      server.call(contactGateCalls.reviewContactBreach, {
        params: { id },
        body: note === '' ? {} : { note },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY, 'breaches'] }),
  });
}

/** Exceptions that agents ask for now. */
export function useOpenExceptions(isWanted: boolean) {
  return useQuery({
    queryKey: [KEY, 'exceptions'],
    queryFn: ({ signal }) =>
      server.call(
        contactGateCalls.listExceptions,
        { query: { state: 'OPEN', pageSize: 50 } },
        { signal },
      ),
    enabled: isWanted,
    refetchInterval: FRESH_MS,
  });
}

/** Allows an exception for an hour, or refuses it. */
export function useDecideException() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isGranted }: { id: string; isGranted: boolean }) =>
      server.call(contactGateCalls.decideException, { params: { id }, body: { isGranted } }),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}
