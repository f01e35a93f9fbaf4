import type { QueryOf } from '../../../contract/call.ts';
import { dialerReportCalls } from '../../../contract/dialer-report.ts';
import type { CallWork, SeatTimes } from '../../../contract/dialer-report.ts';
import type { Page } from '../../../contract/paging.ts';
import { readAllPages } from '../../data/all-pages.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useReadQuery } from '../../data/read-query.ts';
import { server } from '../../remote/session-client.ts';

/** What the reports are narrowed by, as their calls take it. */
export type ReportQuery = QueryOf<typeof dialerReportCalls.readAgentLoginReport>;

/** What every row and the sums say; work is absent from the login report. */
export type ReportFigures = SeatTimes & Partial<CallWork> & { verified?: number };

/** One of the reports: its name and how a page of it is read. */
export interface ReportSource<Row extends ReportFigures> {
  readonly name: string;
  readonly read: (
    query: ReportQuery,
    signal?: AbortSignal,
  ) => Promise<Page<Row> & { totals: ReportFigures }>;
}

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

/** A row per agent and day. */
export const loginReport = {
  name: 'agent-login-report',
  read: (query: ReportQuery, signal?: AbortSignal) =>
    server.call(dialerReportCalls.readAgentLoginReport, { query }, withSignal(signal)),
};

/** A row per agent. */
export const performanceReport = {
  name: 'agent-performance-report',
  read: (query: ReportQuery, signal?: AbortSignal) =>
    server.call(dialerReportCalls.readAgentPerformanceReport, { query }, withSignal(signal)),
};

/** A row per process. */
export const processReport = {
  name: 'process-wise-report',
  read: (query: ReportQuery, signal?: AbortSignal) =>
    server.call(dialerReportCalls.readProcessReport, { query }, withSignal(signal)),
};

/** A page of a report with the sums of all its pages. */
export function useReport<Row extends ReportFigures>(
  source: ReportSource<Row>,
  query: ReportQuery,
) {
  return useReadQuery({
    key: ['dialer-reports', source.name, query],
    read: (signal) => source.read(query, signal),
    keepsPrevious: true,
  });
}

/** Reads every page of the report that is shown, for its export. */
export function useWholeReport<Row extends ReportFigures>(source: ReportSource<Row>) {
  return useCommand((query: ReportQuery) =>
    readAllPages((page) => source.read({ ...query, ...page })),
  );
}

/** Processes and agents that the reports can be narrowed to. */
export function useReportChoices() {
  return useCallQuery(dialerReportCalls.listDialerProcesses, {}, { staleTime: 60_000 });
}
