import type { CallAnswer, QueryOf } from '../../../contract/call.ts';
import { deviceWatchCalls } from '../../../contract/device-watch.ts';
import { loanConflictCalls } from '../../../contract/loan-conflict.ts';
import { staffDashboardCalls as staff } from '../../../contract/staff-dashboard.ts';
import { useCallQuery } from '../../data/call-query.ts';

/** What narrows a collector's or manager's board. */
export type BoardQuery = QueryOf<typeof staff.getLandingAnalytics>;

/** Which targets are shown. */
export type TargetQuery = QueryOf<typeof staff.getManagersCollTargets>;

/** Targets and what was collected. */
export type Targets = CallAnswer<typeof staff.getManagersCollTargets>;

/** A board left open is read again as often as alerts are (spec 9), which must not keep an abandoned session alive. */
const live = {
  refetchInterval: 120_000,
  keepsPrevious: true,
  isBackground: 'again',
  topics: ['delivery'],
} as const;

/** How a collector's loans and work stand. */
export function useLandingAnalytics(query: BoardQuery, enabled = true) {
  return useCallQuery(staff.getLandingAnalytics, { query }, { ...live, enabled });
}

/** How a manager's loans stand, and its team's day. */
export function useManagerAnalytics(
  query: QueryOf<typeof staff.getManagerLandingAnalytics>,
  enabled = true,
) {
  return useCallQuery(staff.getManagerLandingAnalytics, { query }, { ...live, enabled });
}

/** What is due by the end of today. */
export function useDueToday() {
  return useCallQuery(staff.listScheduledCasesAll, { query: {} }, live);
}

/** Collected against target. */
export function useTargets(query: TargetQuery) {
  return useCallQuery(staff.getManagersCollTargets, { query }, live);
}

/** A page of promises and a page of callbacks. */
export function useScheduledCases(query: QueryOf<typeof staff.listScheduledCases>) {
  return useCallQuery(staff.listScheduledCases, { query }, live);
}

/** A page of the promises that fall due today. */
export function usePtpStock(
  query: QueryOf<typeof staff.getTodaysPtpStockManager>,
  enabled: boolean,
) {
  return useCallQuery(staff.getTodaysPtpStockManager, { query }, { ...live, enabled });
}

/** A page of the loans that field agents have. */
export function useFieldCases(query: QueryOf<typeof staff.listFieldCases>) {
  return useCallQuery(staff.listFieldCases, { query }, live);
}

/** The lenders that a board can be narrowed to. */
export function useBoardClients(isManager: boolean) {
  const call = isManager ? staff.getManagerLandingClientList : staff.getLandingClientList;
  return useCallQuery(call, {}, { staleTime: 300_000, select: ({ Clients }) => Clients });
}

/** What waits for a manager: conflicting corrections, and devices that lost work. Undefined while unknown. */
export function useOversight() {
  const one = { query: { pageSize: 1 } };
  const conflicts = useCallQuery(loanConflictCalls.listLoanConflicts, one, live);
  const query = { concern: 'GAPS' as const, pageSize: 1 };
  const gaps = useCallQuery(deviceWatchCalls.listDevices, { query }, live);
  return { conflicts: conflicts.data?.totalCount, devices: gaps.data?.totalCount };
}
