import { useQueries, useQuery } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { reportCalls } from '../../../contract/report.ts';
import type { DispositionReport } from '../../../contract/report.ts';
import type { Role } from '../../../contract/roles.ts';
import { today } from '../../lib/dates.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'home';

type LoanQuery = NonNullable<CallInput<typeof loanCalls.listLoans>['query']>;
type ActiveQuery = NonNullable<CallInput<typeof loanCalls.listActiveLoans>['query']>;

const allowed = (roles: readonly Role[] | 'any', role: Role) =>
  roles === 'any' || roles.includes(role);

/** Whether a role can ask for loan counts over the loan list. */
export function hasLoanList(role: Role): boolean {
  return allowed(loanCalls.listLoans.roles, role);
}

/** Whether a role has active loans to work. */
export function hasActiveLoans(role: Role): boolean {
  return allowed(loanCalls.listActiveLoans.roles, role);
}

/** Whether a role can see the reports of calls and of visits. */
export function readableReports(role: Role): { calls: boolean; visits: boolean } {
  return {
    calls: allowed(reportCalls.getDailyCallReport.roles, role),
    visits: allowed(reportCalls.getDailyFieldReport.roles, role),
  };
}

const countOf = (query: LoanQuery, isEnabled: boolean) => ({
  queryKey: [KEY, 'loans', query],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const list = { ...query, pageSize: 1 };
    return (await server.call(loanCalls.listLoans, { query: list }, { signal })).totalCount;
  },
  enabled: isEnabled,
});

/** How many loans there are, are allocated to nobody, and were never worked. Undefined while unknown. */
export function useLoanCounts(role: Role) {
  const isEnabled = hasLoanList(role);
  const [all, free, fresh] = useQueries({
    queries: [
      countOf({}, isEnabled),
      countOf({ allocated: 'no' }, isEnabled),
      countOf({ disposition: 'NONE' }, isEnabled),
    ],
  });
  return { all: all.data, notAllocated: free.data, neverWorked: fresh.data };
}

/** How many active loans there are, and how many of them nobody worked yet. Undefined while unknown. */
export function useActiveCounts(role: Role) {
  const countActive = (query: ActiveQuery) => ({
    queryKey: [KEY, 'active', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const list = { ...query, pageSize: 1 };
      return (await server.call(loanCalls.listActiveLoans, { query: list }, { signal })).totalCount;
    },
    enabled: hasActiveLoans(role),
  });
  const [all, fresh] = useQueries({
    queries: [countActive({}), countActive({ disposition: 'NONE' })],
  });
  return { all: all.data, neverWorked: fresh.data };
}

/** What waits for somebody responsible: conflicting corrections, and devices with lost work. 0 while unknown. */
export function useOversightCounts(role: Role): { conflicts: number; devicesWithGaps: number } {
  const conflicts = useQuery({
    queryKey: [KEY, 'conflicts'],
    queryFn: ({ signal }) =>
      server.call(loanConflictCalls.listLoanConflicts, { query: { pageSize: 1 } }, { signal }),
    enabled: allowed(loanConflictCalls.listLoanConflicts.roles, role),
  });
  const gaps = useQuery({
    queryKey: [KEY, 'gaps'],
    queryFn: ({ signal }) => {
      const query = { concern: 'GAPS' as const, pageSize: 1 };
      return server.call(deviceWatchCalls.listDevices, { query }, { signal });
    },
    enabled: allowed(deviceWatchCalls.listDevices.roles, role),
  });
  return {
    conflicts: conflicts.data?.totalCount ?? 0,
    devicesWithGaps: gaps.data?.totalCount ?? 0,
  };
}

type Totals = DispositionReport['totals'];

/** Today's totals of calls and of visits; undefined while unknown or not for this role. */
export function useTodayTotals(role: Role): {
  calls: Totals | undefined;
  visits: Totals | undefined;
} {
  const may = readableReports(role);
  const query = { gte: today(), lte: today(), pageSize: 1 };
  const calls = useQuery({
    queryKey: [KEY, 'calls', query],
    queryFn: ({ signal }) => server.call(reportCalls.getDailyCallReport, { query }, { signal }),
    enabled: may.calls,
  });
  const visits = useQuery({
    queryKey: [KEY, 'visits', query],
    queryFn: ({ signal }) => server.call(reportCalls.getDailyFieldReport, { query }, { signal }),
    enabled: may.visits,
  });
  return { calls: calls.data?.totals, visits: visits.data?.totals };
}
