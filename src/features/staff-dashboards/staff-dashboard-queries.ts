import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Call, CallAnswer, CallInput } from '../../../contract/call.ts';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { staffDashboardCalls as staff } from '../../../contract/staff-dashboard.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'staff-dashboards';
/** A board left open is read again this often, as alerts are (spec 9). */
const REFRESH_MS = 120_000;

type QueryOf<C extends Call> = NonNullable<CallInput<C>['query']>;

/** What narrows a collector's or manager's board. */
export type BoardQuery = QueryOf<typeof staff.getLandingAnalytics>;
/** Which targets are shown. */
export type TargetQuery = QueryOf<typeof staff.getManagersCollTargets>;
/** Targets and what was collected. */
export type Targets = CallAnswer<typeof staff.getManagersCollTargets>;

interface Reading {
  signal: AbortSignal;
  client: QueryClient;
  queryKey: readonly unknown[];
}

/** What is read again by itself must not keep an abandoned session alive. */
const quietly = ({ signal, client, queryKey }: Reading) => ({
  signal,
  isBackground: client.getQueryData(queryKey) !== undefined,
});

const live = {
  refetchInterval: REFRESH_MS,
  placeholderData: keepPreviousData,
  meta: { deviceTopics: ['delivery'] },
} as const;

/** How a collector's loans and work stand. */
export function useLandingAnalytics(query: BoardQuery, isEnabled = true) {
  return useQuery({
    ...live,
    queryKey: [KEY, 'analytics', query],
    queryFn: (reading) => server.call(staff.getLandingAnalytics, { query }, quietly(reading)),
    enabled: isEnabled,
  });
}

/** How a manager's loans stand, and its team's day. */
export function useManagerAnalytics(
  query: QueryOf<typeof staff.getManagerLandingAnalytics>,
  isEnabled = true,
) {
  return useQuery({
    ...live,
    queryKey: [KEY, 'manager', query],
    queryFn: (reading) =>
      server.call(staff.getManagerLandingAnalytics, { query }, quietly(reading)),
    enabled: isEnabled,
  });
}

/** What is due by the end of today. */
export function useDueToday() {
  return useQuery({
    ...live,
    queryKey: [KEY, 'due'],
    queryFn: (reading) => server.call(staff.listScheduledCasesAll, { query: {} }, quietly(reading)),
  });
}

/** Collected against target. */
export function useTargets(query: TargetQuery) {
  return useQuery({
    ...live,
    queryKey: [KEY, 'targets', query],
    queryFn: (reading) => server.call(staff.getManagersCollTargets, { query }, quietly(reading)),
  });
}

/** A page of promises and a page of callbacks. */
export function useScheduledCases(query: QueryOf<typeof staff.listScheduledCases>) {
  return useQuery({
    ...live,
    queryKey: [KEY, 'scheduled', query],
    queryFn: (reading) => server.call(staff.listScheduledCases, { query }, quietly(reading)),
  });
}

/** A page of the promises that fall due today. */
export function usePtpStock(
  query: QueryOf<typeof staff.getTodaysPtpStockManager>,
  isEnabled: boolean,
) {
  return useQuery({
    ...live,
    queryKey: [KEY, 'ptp-stock', query],
    queryFn: (reading) => server.call(staff.getTodaysPtpStockManager, { query }, quietly(reading)),
    enabled: isEnabled,
  });
}

/** A page of the loans that field agents have. */
export function useFieldCases(query: QueryOf<typeof staff.listFieldCases>) {
  return useQuery({
    ...live,
    queryKey: [KEY, 'field', query],
    queryFn: (reading) => server.call(staff.listFieldCases, { query }, quietly(reading)),
  });
}

/** The lenders that a board can be narrowed to. */
export function useBoardClients(isManager: boolean) {
  const call = isManager ? staff.getManagerLandingClientList : staff.getLandingClientList;
  return useQuery({
    queryKey: [KEY, 'clients', isManager],
    queryFn: async ({ signal }) => (await server.call(call, {}, { signal })).Clients,
    staleTime: 300_000,
  });
}

/** What waits for a manager: conflicting corrections, and devices that lost work. Undefined while unknown. */
export function useOversight() {
  const conflicts = useQuery({
    ...live,
    queryKey: [KEY, 'conflicts'],
    queryFn: (reading) =>
      server.call(
        loanConflictCalls.listLoanConflicts,
        { query: { pageSize: 1 } },
        quietly(reading),
      ),
  });
  const gaps = useQuery({
    ...live,
    queryKey: [KEY, 'gaps'],
    queryFn: (reading) => {
      const query = { concern: 'GAPS' as const, pageSize: 1 };
      return server.call(deviceWatchCalls.listDevices, { query }, quietly(reading));
    },
  });
  return { conflicts: conflicts.data?.totalCount, devices: gaps.data?.totalCount };
}
