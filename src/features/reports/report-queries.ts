import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { attachedFileCalls } from '../../../contract/attached-file.ts';
import { callRecordingCalls } from '../../../contract/call-recording.ts';
import type { CallInput } from '../../../contract/call.ts';
import { allocationCalls } from '../../../contract/allocation.ts';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { dispositionCalls } from '../../../contract/disposition.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { reportCalls } from '../../../contract/report.ts';
import type { DispositionReport } from '../../../contract/report.ts';
import type { Role } from '../../../contract/roles.ts';
import { saveBlob } from '../../lib/download.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'reports';
const LONG_MS = 300_000;
/** The export of a long range takes its time. */
const EXPORT_TIMEOUT_MS = 10 * 60_000;

/** Which daily report: of calls or of visits. */
export type ReportChannel = DispositionCode['channel'];

type CallQuery = NonNullable<CallInput<typeof reportCalls.getDailyCallReport>['query']>;
type FieldQuery = NonNullable<CallInput<typeof reportCalls.getDailyFieldReport>['query']>;

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
  return useQuery({
    queryKey: [KEY, channel, query],
    queryFn: ({ signal }): Promise<DispositionReport> =>
      channel === 'CALL'
        ? server.call(reportCalls.getDailyCallReport, { query: callQuery(query) }, { signal })
        : server.call(reportCalls.getDailyFieldReport, { query: fieldQuery(query) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Saves exactly what a report shows, all pages, as XLSX. */
export function useExportReport(channel: ReportChannel) {
  return useMutation({
    mutationFn: async (query: ReportQuery) => {
      const options = { timeoutMs: EXPORT_TIMEOUT_MS };
      const file =
        channel === 'CALL'
          ? await server.download(
              reportCalls.exportDailyCallReport,
              { query: callQuery(query) },
              options,
            )
          : await server.download(
              reportCalls.exportDailyFieldReport,
              { query: fieldQuery(query) },
              options,
            );
      saveBlob(file);
    },
  });
}

/** The clients among the loans that the person may see. */
export function useReportClients() {
  return useQuery({
    queryKey: [KEY, 'clients'],
    queryFn: ({ signal }) =>
      server.call(loanCalls.getDistinctBucketClients, { query: {} }, { signal }),
    staleTime: LONG_MS,
    select: (answer) => answer.clients,
  });
}

/** The codes of a channel. */
export function useReportCodes(channel: ReportChannel) {
  return useQuery({
    queryKey: [KEY, 'codes'],
    queryFn: ({ signal }) => server.call(dispositionCalls.listDispositionCodes, {}, { signal }),
    staleTime: LONG_MS,
    select: (answer) => answer.data.filter((code) => code.channel === channel),
  });
}

const AGENT_READERS: ReadonlySet<Role> = new Set(allocationCalls.listAssignees.roles);
const DEVICE_READERS: ReadonlySet<Role> = new Set(reportCalls.listAgentDevices.roles);

/** The agents a report can be narrowed to; none for roles that may not ask. */
export function useReportAgents(channel: ReportChannel, role: Role) {
  const wanted: Role = channel === 'CALL' ? 'COLLECTOR' : 'FIELD_AGENT';
  return useQuery({
    queryKey: [KEY, 'agents'],
    queryFn: ({ signal }) => server.call(allocationCalls.listAssignees, {}, { signal }),
    staleTime: LONG_MS,
    enabled: AGENT_READERS.has(role),
    select: (answer) => answer.data.filter((person) => person.role === wanted),
  });
}

/** Whether a role may see the agents' devices. */
export function maySeeDevices(role: Role): boolean {
  return DEVICE_READERS.has(role);
}

/** The agents' devices: what they still hold, when they last synced. */
export function useAgentDevices(page: number, isUnsentOnly: boolean) {
  return useQuery({
    queryKey: [KEY, 'devices', page, isUnsentOnly],
    queryFn: ({ signal }) =>
      server.call(
        reportCalls.listAgentDevices,
        { query: { page, ...(isUnsentOnly && { unsentOnly: '1' as const }) } },
        { signal, isBackground: true },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** The bytes of a call's recording. */
export async function loadReportRecording(callId: string): Promise<Blob> {
  const input = { params: { id: callId } };
  const { blob } = await server.download(callRecordingCalls.getRecording, input, {
    timeoutMs: 120_000,
  });
  return blob;
}

/** The bytes of an attached file, or a small picture of it. */
export async function loadReportFile(fileId: string, isPreview: boolean): Promise<Blob> {
  const query = isPreview ? ({ preview: '1' } as const) : {};
  const { blob } = await server.download(attachedFileCalls.getFile, {
    params: { id: fileId },
    query,
  });
  return blob;
}
