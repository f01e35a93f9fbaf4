import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { PAGE_SIZE_MAX } from '../../../contract/paging.ts';
import type { PredictiveReportRow } from '../../../contract/predictive-report.ts';
import { predictiveReportCalls } from '../../../contract/predictive-report.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { showError } from '../../components/toast-store.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import type { FilterValues } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { currentMonth, today } from '../../lib/dates.ts';
import { errorWords } from '../../lib/error-words.ts';
import { saveSheet } from '../../lib/sheet.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DropShares } from './drop-shares.tsx';
import { ListsProgress } from './lists-progress.tsx';
import { PacingLog } from './pacing-log.tsx';
import { useWholeReport } from './predictive-report-queries.ts';
import type { ReportQuery } from './predictive-report-queries.ts';
import { ReportCard, useReportColumns } from './report-columns.tsx';
import { reportSheet } from './report-sheet.ts';
import { ReportTotals } from './report-totals.tsx';
import classes from './predictive-report.module.css';

const FILTERS = { campaignId: 'text', gte: 'day', lte: 'day', by: 'text' } as const;

/** The campaigns that the person may choose. */
function useCampaignOptions() {
  const query = { pageSize: PAGE_SIZE_MAX };
  const campaigns = useCallQuery(campaignCalls.listCampaigns, { query }).data?.data ?? [];
  return campaigns.map(({ _id, name }) => ({ value: _id, label: name }));
}

/** `/predictive-report` (admin, client admin): what the predictive dialer did, and why. */
export function PredictiveReportScreen() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize(25);
  const query = queryOf(url.values);
  const by = query.by ?? 'day';
  const report = useCallQuery(
    predictiveReportCalls.getPredictiveReport,
    { query: { ...query, page: url.page, pageSize } },
    { keepsPrevious: true },
  );
  const columns = useReportColumns(by);
  const options = useCampaignOptions();
  return (
    <Page>
      <PageHeader title={t('predictiveReport.title')} actions={<ExportButton query={query} />} />
      <FilterBar
        filters={url}
        fields={[
          { kind: 'choice', key: 'campaignId', label: t('predictiveReport.campaign'), options },
          { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('predictiveReport.range') },
        ]}
        extra={
          <div className={classes.extra}>
            <ByControl by={by} onChange={(value) => url.change({ by: value })} />
            <PageSizeSelect value={pageSize} onChange={setPageSize} />
          </div>
        }
      />
      {report.isError && report.data === undefined ? (
        <LoadProblem error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <>
          {report.data !== undefined && <ReportTotals totals={report.data.totals} />}
          <DataTable<PredictiveReportRow>
            name="predictive-report"
            label={t('predictiveReport.title')}
            columns={columns}
            rows={report.data?.data}
            rowId={(row) => `${row.campaignId} ${row.day} ${row.hour ?? ''}`}
            rowLabel={(row) => `${row.campaignName}, ${row.day}`}
            totalCount={report.data?.totalCount ?? 0}
            page={url.page}
            onPage={url.setPage}
            pageSize={pageSize}
            isFetching={report.isPlaceholderData}
            renderCard={(row) => <ReportCard row={row} />}
            empty={t('predictiveReport.emptyBody')}
          />
          {report.data !== undefined && <DropShares drops={report.data.drops} />}
        </>
      )}
      {query.campaignId !== undefined && <ListsProgress campaignId={query.campaignId} />}
      <PacingLog key={JSON.stringify(query)} range={query} />
    </Page>
  );
}

/** A row for each day or each hour; days are not said in the address. */
function ByControl(props: { by: 'day' | 'hour'; onChange: (by: string | null) => void }) {
  const t = useText();
  return (
    <SegmentedControl
      aria-label={t('predictiveReport.by')}
      value={props.by}
      data={(['day', 'hour'] as const).map((value) => ({
        value,
        label: t(`predictiveReport.by_${value}`),
      }))}
      onChange={(value) => props.onChange(value === 'day' ? null : value)}
    />
  );
}

/** Without days of its own the report is about the current month. */
function queryOf({ campaignId, gte, lte, by }: FilterValues<typeof FILTERS>): ReportQuery {
  const month = currentMonth();
  const to = lte ?? (gte !== null && gte > today() ? gte : today());
  const from = gte ?? (to < month.from ? to : month.from);
  return {
    gte: from,
    lte: to,
    ...(campaignId !== '' && { campaignId }),
    ...(by === 'hour' && { by: 'hour' as const }),
  };
}

function ExportButton({ query }: { query: ReportQuery }) {
  const t = useText();
  const whole = useWholeReport();
  const save = () =>
    whole.mutate(query, {
      onSuccess: ({ rows, totals }) => {
        const name = `${t('predictiveReport.title')} ${query.gte} ${query.lte}.xlsx`;
        saveSheet(name, reportSheet(rows, totals, t)).catch((error: unknown) =>
          showError(errorWords(error)),
        );
      },
    });
  return (
    <Button
      variant="default"
      loading={whole.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={save}
    >
      {t('common.export')}
    </Button>
  );
}
