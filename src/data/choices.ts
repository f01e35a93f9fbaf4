import { allocationCalls } from '../../contract/allocation.ts';
import type { Assignee } from '../../contract/allocation.ts';
import { dispositionCalls } from '../../contract/disposition.ts';
import { loanCalls } from '../../contract/loan-calls.ts';
import { clientCalls } from '../../contract/client.ts';
import { peopleCalls } from '../../contract/people.ts';
import { toldApart } from '../lib/told-apart.ts';
import { storedUser } from '../remote/stored-user.ts';
import { mayCall } from './may-call.ts';
import { useCallQuery } from './call-query.ts';

// What selects and filters offer, whatever screen they stand on: asked once for all of them.

/** Rarely changed by others, milliseconds; the server's own screens name what they change. */
const LONG_MS = 300_000;

const named = (row: { _id: string }, label: string) => ({
  value: row._id,
  label,
});

/** The clients, buckets, cities and products among the loans that the person may see. */
export function useLoanValues() {
  return useCallQuery(loanCalls.getDistinctBucketClients, { query: {} }, { staleTime: LONG_MS });
}

/** The names of the lenders among the loans that the person may see; empty until they are known. */
export function useLenders(): readonly string[] {
  return useLoanValues().data?.clients ?? [];
}

/** The people whom loans can be allocated to, of one role or all; nothing is asked for who may not. */
export function useAssignees(role?: Assignee['role'], isEnabled = true) {
  return useCallQuery(
    allocationCalls.listAssignees,
    {},
    {
      staleTime: 60_000,
      enabled: isEnabled && mayCall(allocationCalls.listAssignees),
      select: ({ data }): readonly Assignee[] =>
        role === undefined ? data : data.filter((person) => person.role === role),
    },
  );
}

/** All lenders that the person may work for, whether they have loans or not. */
function useClients(isEnabled = true) {
  return useCallQuery(
    clientCalls.listClientNames,
    {},
    { staleTime: 60_000, enabled: isEnabled, select: ({ data }) => data },
  );
}

/** The names of those lenders. */
export function useClientNames() {
  const { data, ...asked } = useClients();
  return { ...asked, data: data?.map((client) => client.Client_Name) };
}

/** The lender whose own people the person is one of, by the name that it has now; null for the agency's: they choose. */
export function useOwnClientName(): string | null {
  const user = storedUser();
  const { data } = useClients(user?.client != null);
  if (user?.client == null) return null;
  return data?.find(({ _id }) => _id === user.client)?.Client_Name ?? user.Client_Name ?? null;
}

/** Those lenders as a select has them. */
export function useClientOptions(isEnabled = true) {
  const { data, ...asked } = useClients(isEnabled);
  return { ...asked, data: data?.map((row) => named(row, row.Client_Name)) };
}

/** Managers as a select has them: all, or those who can log in. */
export function useManagerOptions(status?: 'active', isEnabled = true) {
  const query = {
    sort: 'fullName' as const,
    ...(status !== undefined && { status }),
  };
  return useCallQuery(
    peopleCalls.listManagers,
    { query },
    {
      enabled: isEnabled,
      isWhole: true,
      select: ({ data }) => {
        const nameOf = toldApart(data);
        return data.map((row) => named(row, nameOf(row)));
      },
    },
  );
}

/** The catalogue of dispositions. */
export function useDispositionCodes() {
  return useCallQuery(
    dispositionCalls.listDispositionCodes,
    {},
    { staleTime: LONG_MS, select: ({ data }) => data },
  );
}
