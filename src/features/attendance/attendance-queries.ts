import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { attendanceCalls } from '../../../contract/attendance.ts';
import type { LoginReportRow } from '../../../contract/attendance.ts';
import type { CallAnswer, CallInput } from '../../../contract/call.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { server } from '../../remote/session-client.ts';

/** A person's days with their totals. */
export type Attendance = CallAnswer<typeof attendanceCalls.readAttendance>;

/** A page of the login report with the sums of all its pages. */
export type LoginReport = CallAnswer<typeof attendanceCalls.readLoginReport>;

/** The login report's filters as the call takes them. */
export type LoginReportQuery = NonNullable<
  CallInput<typeof attendanceCalls.readLoginReport>['query']
>;

const KEY = 'attendance';
/** The largest page a list gives. */
const EXPORT_PAGE = 200;
const LONG_MS = 60_000;

/** A person's days of a range (both ends included, `YYYY-MM-DD`). Not asked without an id. */
export function useAttendance(id: string | null, range: { gte: string; lte: string }) {
  return useQuery({
    queryKey: [KEY, 'person', id, range],
    queryFn: ({ signal }) =>
      server.call(
        attendanceCalls.readAttendance,
        { query: { collectorId: id ?? '', ...range } },
        { signal },
      ),
    enabled: id !== null,
    placeholderData: keepPreviousData,
  });
}

/** A page of the team's days. */
export function useLoginReport(query: LoginReportQuery) {
  return useQuery({
    queryKey: [KEY, 'report', query],
    queryFn: ({ signal }) => server.call(attendanceCalls.readLoginReport, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Reads every page of the report that is shown, for its export. */
export function useWholeLoginReport() {
  return useMutation({
    mutationFn: async (query: LoginReportQuery) => {
      const rows: LoginReportRow[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await server.call(attendanceCalls.readLoginReport, {
          query: { ...query, page, pageSize: EXPORT_PAGE },
        });
        rows.push(...answer.data);
        if (answer.data.length === 0 || rows.length >= answer.totalCount)
          return { rows, totals: answer.totals };
      }
    },
  });
}

/** The manager's people, for narrowing the report to some. */
export function useTeam() {
  return useQuery({
    queryKey: [KEY, 'team'],
    queryFn: async ({ signal }) => {
      const [collectors, agents] = await Promise.all([
        server.call(peopleCalls.listCollectorsOfManager, { query: {} }, { signal }),
        server.call(peopleCalls.listFieldAgents, { query: { pageSize: EXPORT_PAGE } }, { signal }),
      ]);
      return [...collectors.data, ...agents.data];
    },
    staleTime: LONG_MS,
  });
}
