import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { CallAnswer, CallInput } from '../../../contract/call.ts';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { predictiveReportCalls } from '../../../contract/predictive-report.ts';
import type { PredictiveReportRow } from '../../../contract/predictive-report.ts';
import { PAGE_SIZE_MAX } from '../../../contract/paging.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'predictive-report';

/** What is asked of the report. */
export type ReportQuery = NonNullable<
  CallInput<typeof predictiveReportCalls.getPredictiveReport>['query']
>;
/** The report's answer. */
export type Report = CallAnswer<typeof predictiveReportCalls.getPredictiveReport>;
/** Campaign and days. */
export type ReportRange = NonNullable<
  CallInput<typeof predictiveReportCalls.getPacingLevels>['query']
>;

/** A page of the report with its sums. */
export function usePredictiveReport(query: ReportQuery) {
  return useQuery({
    queryKey: [KEY, 'report', query],
    queryFn: ({ signal }) =>
      server.call(predictiveReportCalls.getPredictiveReport, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every page of the report: for a file of what is shown. */
export function useWholeReport() {
  return useMutation({
    mutationFn: async (
      asked: ReportQuery,
    ): Promise<{ rows: PredictiveReportRow[]; totals: Report['totals'] }> => {
      const rows: PredictiveReportRow[] = [];
      for (let page = 1; ; page += 1) {
        const query = { ...asked, page, pageSize: PAGE_SIZE_MAX };
        const answer = await server.call(predictiveReportCalls.getPredictiveReport, { query });
        rows.push(...answer.data);
        if (answer.data.length === 0 || rows.length >= answer.totalCount)
          return { rows, totals: answer.totals };
      }
    },
  });
}

/** The level of a campaign over time. */
export function usePacingLevels(query: ReportRange) {
  return useQuery({
    queryKey: [KEY, 'levels', query],
    queryFn: ({ signal }) =>
      server.call(predictiveReportCalls.getPacingLevels, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A page of the engine's decisions. */
export function usePacingDecisions(query: ReportRange & { page: number }) {
  return useQuery({
    queryKey: [KEY, 'decisions', query],
    queryFn: ({ signal }) =>
      server.call(predictiveReportCalls.listPacingDecisions, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The campaigns that the person may choose. */
export function useReportCampaigns() {
  return useQuery({
    queryKey: [KEY, 'campaigns'],
    queryFn: ({ signal }) =>
      server.call(campaignCalls.listCampaigns, { query: { pageSize: PAGE_SIZE_MAX } }, { signal }),
    select: (answer) => answer.data,
  });
}

/** The lists of a campaign with their progress. */
export function useReportLists(id: string) {
  return useQuery({
    queryKey: [KEY, 'lists', id],
    queryFn: ({ signal }) =>
      server.call(
        campaignCalls.listCampaignLists,
        { params: { id }, query: { pageSize: PAGE_SIZE_MAX } },
        { signal },
      ),
    select: (answer) => answer.data,
  });
}
