import type { QueryOf } from '../../../contract/call.ts';
import { predictiveReportCalls as calls } from '../../../contract/predictive-report.ts';
import { readAllPages } from '../../data/all-pages.ts';
import { useCommand } from '../../data/call-command.ts';
import { server } from '../../remote/session-client.ts';

/** What is asked of the report. */
export type ReportQuery = QueryOf<typeof calls.getPredictiveReport>;

/** Campaign and days. */
export type ReportRange = QueryOf<typeof calls.getPacingLevels>;

/** Every page of the report: for a file of what is shown. */
export function useWholeReport() {
  return useCommand((query: ReportQuery) =>
    readAllPages((page) =>
      server.call(calls.getPredictiveReport, { query: { ...query, ...page } }),
    ),
  );
}
