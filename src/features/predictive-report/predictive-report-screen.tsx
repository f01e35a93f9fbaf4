import { SegmentedControl, Progress } from '@mantine/core';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import type { PredictiveReportRow, CallFigures } from '../../../contract/predictive-report.ts';
import { predictiveReportCalls } from '../../../contract/predictive-report.ts';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { Panel } from '../../components/page.tsx';
import { StatTilesLoading, StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { SheetExport } from '../../components/sheet-export.tsx';
import type { FilterValues } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useMarkedSheet } from '../../data/marked-sheet.ts';
import { currentMonth, today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatCount } from '../../lib/money.ts';
import { DropShares } from './drop-shares.tsx';
import { PacingLog } from './pacing-log.tsx';
import { useWholeReport } from './predictive-report-queries.ts';
import type { ReportQuery } from './predictive-report-queries.ts';
import { useReportColumns } from './report-columns.tsx';
import { reportSheet } from './report-sheet.ts';
import { percentText } from './figure-words.ts';
import classes from './predictive-report.module.css';

const FILTERS = { campaignId: 'text', gte: 'day', lte: 'day', by: 'text' } as const;

/** The campaigns that the person may choose. */
function useCampaignOptions() {
  const campaigns = useCallQuery(campaignCalls.listCampaigns, { query: {} }, { isWhole: true });
  return (campaigns.data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }));
}

/** `/predictive-report` (admin, client admin): what the predictive dialer did, and why. */
export function PredictiveReportScreen() {
  const t = useText();
  const url = useListState(predictiveReportCalls.getPredictiveReport.query, FILTERS, {
    isSizeChosen: true,
  });
  const query = queryOf(url.values);
  const by = query.by ?? 'day';
  const report = useCallQuery(
    predictiveReportCalls.getPredictiveReport,
    { query: { ...url.asked, ...query } },
    { keepsPrevious: true },
  );
  const columns = useReportColumns(by);
  const options = useCampaignOptions();
  return (
    <ListPage<PredictiveReportRow>
      hasExport={false}
      name="predictive-report"
      title={t('menu.predictiveReport')}
      actions={
        <SheetExport
          title={t('menu.predictiveReport')}
          query={query}
          whole={useWholeReport()}
          sheetOf={({ rows, totals }) => reportSheet(rows, totals, t)}
          saveAs={useMarkedSheet('predictive-report')}
        />
      }
      columns={columns}
      list={report}
      state={url}
      fields={[
        choiceField('campaignId', t('predictiveReport.campaign'), options),
        { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('words.days') },
      ]}
      extra={<ByControl by={by} onChange={(value) => url.change({ by: value })} />}
      rowId={(row) => `${row.campaignId} ${row.day} ${row.hour ?? ''}`}
      rowLabel={(row) => `${row.campaignName}, ${row.day}`}
      empty={t('predictiveReport.emptyBody')}
      emptyFiltered={t('predictiveReport.emptyBody')}
      above={
        report.data === undefined ? (
          report.isPending && <StatTilesLoading hasComparison />
        ) : (
          <ReportTotals totals={report.data.totals} />
        )
      }
    >
      {report.data !== undefined && <DropShares drops={report.data.drops} />}
      {query.campaignId !== undefined && <ListsProgress campaignId={query.campaignId} />}
      <PacingLog key={JSON.stringify(query)} range={query} />
    </ListPage>
  );
}

/** A row for each day or each hour; days are not said in the address. */
function ByControl(props: { by: 'day' | 'hour'; onChange: (by: string | null) => void }) {
  const t = useText();
  return (
    <SegmentedControl
      aria-label={t('predictiveReport.by')}
      value={props.by}
      data={choices(['day', 'hour'] as const, (value) => t(`predictiveReport.by_${value}`))}
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

/** The sums of everything that is filtered. */
function ReportTotals({ totals }: { totals: CallFigures }) {
  const t = useText();
  const word = (key: 'answered' | 'connected' | 'talk' | 'wait') => t(`predictiveReport.${key}`);
  return (
    <StatTiles>
      <StatTile
        label={t('predictiveReport.placed')}
        value={formatCount(totals.placed)}
        comparison={`${word('answered')} ${formatCount(totals.answered)}`}
      />
      <StatTile label={word('connected')} value={formatCount(totals.connected)} />
      <StatTile
        label={t('predictiveReport.abandoned')}
        value={formatCount(totals.abandoned)}
        comparison={t('predictiveReport.ofAnswered', {
          percent: percentText(totals.abandonedPercent),
        })}
      />
      <StatTile
        label={t('predictiveReport.occupancy')}
        value={percentText(totals.occupancyPercent)}
        comparison={`${word('talk')} ${formatDuration(totals.talkSeconds)} · ${word('wait')} ${formatDuration(totals.waitSeconds)}`}
      />
    </StatTiles>
  );
}

/** How far each list of a campaign has been called. */
function ListsProgress({ campaignId }: { campaignId: string }) {
  const t = useText();
  const lists = useCallQuery(
    campaignCalls.listCampaignLists,
    { params: { id: campaignId }, query: {} },
    { isWhole: true, select: ({ data }) => data },
  );
  if (lists.data === undefined || lists.data.length === 0) return null;
  return (
    <Panel title={t('predictiveReport.listsTitle')}>
      <ul className="rc-stack-12 rc-plain-list">
        {lists.data.map((list) => {
          const count = list.readyCount + list.callingCount + list.doneCount + list.stoppedCount;
          const words = t('campaigns.progressText', {
            tried: list.triedCount,
            count,
            reached: list.reachedCount,
          });
          return (
            <li key={list._id} className={classes.list}>
              <strong>{list.name}</strong>
              <Progress.Root size="md">
                <Progress.Section
                  value={count === 0 ? 0 : (list.triedCount / count) * 100}
                  aria-label={`${list.name}: ${words}`}
                />
              </Progress.Root>
              <span className="rc-quiet-words">{words}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
