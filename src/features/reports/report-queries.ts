import type { DispositionCode } from '../../../contract/disposition.ts';
import { reportCalls } from '../../../contract/report.ts';
import type { Role } from '../../../contract/roles.ts';
import { useCallQuery } from '../../data/call-query.ts';
import type { ListState } from '../../components/list-state.ts';
import type { RowsQuery } from './report-query.ts';

/** Which daily report: of calls or of visits. */
export type ReportChannel = DispositionCode['channel'];

/** A page of the contacts of a daily report. */
export function useDailyReport(
  channel: ReportChannel,
  filter: RowsQuery,
  { page, pageSize }: ListState,
) {
  const isCall = channel === 'CALL';
  const request = { query: { ...filter, page, pageSize } };
  const keepsPrevious = { keepsPrevious: true };
  const calls = useCallQuery(
    reportCalls.getDailyCallReport,
    isCall ? request : null,
    keepsPrevious,
  );
  const visits = useCallQuery(
    reportCalls.getDailyFieldReport,
    isCall ? null : request,
    keepsPrevious,
  );
  return isCall ? calls : visits;
}

const DEVICE_READERS: ReadonlySet<Role> = new Set(reportCalls.listAgentDevices.roles);

/** Whether a role may see the agents' devices. */
export function maySeeDevices(role: Role): boolean {
  return DEVICE_READERS.has(role);
}

/** The agents' devices: what they still hold, when they last synced. */
export function useAgentDevices(page: number, isUnsentOnly: boolean) {
  return useCallQuery(
    reportCalls.listAgentDevices,
    { query: { page, ...(isUnsentOnly && { unsentOnly: '1' as const }) } },
    { keepsPrevious: true, isBackground: true, refetchInterval: 60_000 },
  );
}
