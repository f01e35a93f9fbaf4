import { allocationCalls } from '../../../contract/allocation.ts';
import type { QueryOf } from '../../../contract/call.ts';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { reportCalls } from '../../../contract/report.ts';
import type { Role } from '../../../contract/roles.ts';
import { useCallDownload } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useAssignees } from '../../data/choices.ts';

/** The export of a long range takes its time. */
const timeoutMs = 10 * 60_000;

/** Which daily report: of calls or of visits. */
export type ReportChannel = DispositionCode['channel'];

type CallQuery = QueryOf<typeof reportCalls.getDailyCallReport>;
type FieldQuery = QueryOf<typeof reportCalls.getDailyFieldReport>;

/** A report's query; the agents are collectors or field agents by the report's channel. */
export type ReportQuery = Omit<CallQuery & FieldQuery, 'collectorId' | 'fieldAgentId'> & {
  agentId?: string[];
};

function callQuery({ agentId, ...query }: ReportQuery): CallQuery {
  return agentId === undefined ? query : { ...query, collectorId: agentId };
}

function fieldQuery({ agentId, ...query }: ReportQuery): FieldQuery {
  return agentId === undefined ? query : { ...query, fieldAgentId: agentId };
}

/** A page of a daily report with the range's totals. */
export function useDailyReport(channel: ReportChannel, query: ReportQuery) {
  const calls = useCallQuery(
    reportCalls.getDailyCallReport,
    channel === 'CALL' ? { query: callQuery(query) } : null,
    { keepsPrevious: true },
  );
  const visits = useCallQuery(
    reportCalls.getDailyFieldReport,
    channel === 'CALL' ? null : { query: fieldQuery(query) },
    { keepsPrevious: true },
  );
  return channel === 'CALL' ? calls : visits;
}

/** Saves exactly what a report shows, all pages, as XLSX. */
export function useExportReport(channel: ReportChannel) {
  const calls = useCallDownload(reportCalls.exportDailyCallReport, { timeoutMs });
  const visits = useCallDownload(reportCalls.exportDailyFieldReport, { timeoutMs });
  return channel === 'CALL'
    ? { ...calls, save: (query: ReportQuery) => calls.mutate({ query: callQuery(query) }) }
    : { ...visits, save: (query: ReportQuery) => visits.mutate({ query: fieldQuery(query) }) };
}

const AGENT_READERS: ReadonlySet<Role> = new Set(allocationCalls.listAssignees.roles);
const DEVICE_READERS: ReadonlySet<Role> = new Set(reportCalls.listAgentDevices.roles);

/** The agents a report can be narrowed to; none for roles that may not ask. */
export function useReportAgents(channel: ReportChannel, role: Role) {
  return useAssignees(channel === 'CALL' ? 'COLLECTOR' : 'FIELD_AGENT', AGENT_READERS.has(role));
}

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
