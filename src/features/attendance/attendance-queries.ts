import { attendanceCalls } from '../../../contract/attendance.ts';
import type { CallAnswer, QueryOf } from '../../../contract/call.ts';
import { peopleCalls } from '../../../contract/people.ts';
import { readAllPages } from '../../data/all-pages.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

/** A person's days with their totals. */
export type Attendance = CallAnswer<typeof attendanceCalls.readAttendance>;

/** A page of the login report with the sums of all its pages. */
export type LoginReport = CallAnswer<typeof attendanceCalls.readLoginReport>;

/** The login report's filters as the call takes them. */
export type LoginReportQuery = QueryOf<typeof attendanceCalls.readLoginReport>;

/** A person's days of a range (both ends included, `YYYY-MM-DD`). Not asked without an id. */
export function useAttendance(id: string | null, range: { gte: string; lte: string }) {
  return useCallQuery(
    attendanceCalls.readAttendance,
    id === null ? null : { query: { collectorId: id, ...range } },
    { keepsPrevious: true },
  );
}

/** A page of the team's days. */
export function useLoginReport(query: LoginReportQuery) {
  return useCallQuery(attendanceCalls.readLoginReport, { query }, { keepsPrevious: true });
}

/** Reads every page of the report that is shown, for its export. */
export function useWholeLoginReport() {
  return useCommand((query: LoginReportQuery) =>
    readAllPages((page) =>
      server.call(attendanceCalls.readLoginReport, { query: { ...query, ...page } }),
    ),
  );
}

/** The manager's people, for narrowing the report to some; undefined until all are known. */
export function useTeam() {
  const kept = { staleTime: 60_000 };
  const collectors = useCallQuery(peopleCalls.listCollectorsOfManager, { query: {} }, kept).data;
  const whole = { ...kept, isWhole: true };
  const agents = useCallQuery(peopleCalls.listFieldAgents, { query: {} }, whole).data;
  return { data: collectors && agents && [...collectors.data, ...agents.data] };
}
