import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { DispositionReport } from '../../../contract/report.ts';
import type { Role } from '../../../contract/roles.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { showInfo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { AgentDevices } from './agent-devices.tsx';
import { ReportAgents } from './report-agents.tsx';
import { ReportEntries } from './report-entries.tsx';
import { REPORT_FILTERS, reportQueryOf, useReportFields } from './report-filters.ts';
import { maySeeDevices, useDailyReport, useExportReport } from './report-queries.ts';
import type { ReportChannel, ReportQuery } from './report-queries.ts';
import { ReportRange } from './report-range.tsx';
import { ReportTotals } from './report-totals.tsx';

/** A daily report: range and filters, totals, by agent, every entry; exported exactly as shown. */
export function DailyReport({ channel, role }: { channel: ReportChannel; role: Role }) {
  const t = useText();
  const url = useUrlFilters(REPORT_FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const query = reportQueryOf(url);
  const report = useDailyReport(channel, { ...query, page: url.page, pageSize });
  const fields = useReportFields(channel, role);
  return (
    <Page>
      <PageHeader
        title={t(channel === 'CALL' ? 'reports.callTitle' : 'reports.fieldTitle')}
        actions={
          <ExportButton channel={channel} query={query} isEmpty={report.data?.totalCount === 0} />
        }
      />
      <ReportRange url={url} />
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('reports.search')}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      {report.isError && report.data === undefined ? (
        <LoadProblem error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <ReportBody
          channel={channel}
          role={role}
          report={report.data}
          isFetching={report.isPlaceholderData}
          page={url.page}
          pageSize={pageSize}
          onPage={url.setPage}
        />
      )}
      {channel === 'FIELD' && maySeeDevices(role) && <AgentDevices />}
    </Page>
  );
}

function ExportButton(props: { channel: ReportChannel; query: ReportQuery; isEmpty: boolean }) {
  const { channel, query, isEmpty } = props;
  const t = useText();
  const save = useExportReport(channel);
  return (
    <Button
      variant="default"
      loading={save.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => (isEmpty ? showInfo(t('toasts.noData')) : save.save(query))}
    >
      {t('reports.export')}
    </Button>
  );
}

function ReportBody(props: {
  channel: ReportChannel;
  role: Role;
  report: DispositionReport | undefined;
  isFetching: boolean;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}) {
  const { report, channel } = props;
  if (report === undefined) return <LoadingState rows={8} />;
  return (
    <>
      <ReportTotals channel={channel} totals={report.totals} />
      {report.byAgent.length > 0 && (
        <ReportAgents channel={channel} agents={report.byAgent} totals={report.totals} />
      )}
      <ReportEntries {...props} report={report} />
    </>
  );
}
