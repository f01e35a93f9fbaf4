import { RECONCILIATION_GROUPS, reconciliationCalls } from '../../../contract/reconciliation.ts';
import { DayRange } from '../../components/day-range.tsx';
import { FileFormatMenu } from '../../components/file-format-menu.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { showInfo } from '../../components/toast-store.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { useCallDownload } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import type { CallResult } from '../../data/call-query.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import {
  FILTERS,
  VIEW,
  daysOf,
  groupOf,
  linesQueryOf,
  useFields,
} from './reconciliation-filters.ts';
import { ReconciliationItems } from './reconciliation-items.tsx';
import { ReconciliationLines } from './reconciliation-lines.tsx';
import type { LinesQuery } from './reconciliation-queries.ts';

/** The export of a long range takes its time. */
const EXPORT_TIMEOUT_MS = 10 * 60_000;

/** `/Reconciliation`: collected against deposited against bank-paid, with the items behind each figure. */
export function ReconciliationScreen() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const view = useUrlFilters(VIEW);
  const [pageSize, setPageSize] = useUrlPageSize();
  const groupBy = groupOf(view.values.by);
  const query = linesQueryOf(url.values, groupBy);
  const lines = useCallQuery(
    reconciliationCalls.getReconciliation,
    { query: { ...query, page: url.page, pageSize } },
    { keepsPrevious: true },
  );
  const tabs = RECONCILIATION_GROUPS.map((group) => ({
    value: group,
    label: t(`reconciliation.by.${group}`),
    content: <ReconciliationLines groupBy={group} lines={lines} url={url} pageSize={pageSize} />,
  }));
  return (
    <Page>
      <PageHeader
        title={t('menu.reconciliation')}
        subtitle={t('reconciliation.subtitle')}
        actions={<ExportMenu query={query} isEmpty={lines.data?.totalCount === 0} />}
      />
      <DayRange label={t('words.days')} days={daysOf(url.values)} onChange={url.change} />
      <FilterBar
        filters={{ ...url, unread: url.unread.filter((name) => !(name in VIEW)) }}
        fields={useFields()}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      {lines.isError && lines.data === undefined ? (
        <LoadProblem error={lines.error} onRetry={() => void lines.refetch()} />
      ) : (
        <>
          <Totals totals={lines.data?.totals} />
          <ViewTabs
            label={t('words.lines')}
            tabs={tabs}
            value={groupBy}
            onChange={(by) => view.change({ by: by === 'day' ? null : by })}
          />
        </>
      )}
      <ReconciliationItems filters={url.values} view={view} />
    </Page>
  );
}

function Totals({
  totals,
}: {
  totals:
    | NonNullable<CallResult<typeof reconciliationCalls.getReconciliation>['data']>['totals']
    | undefined;
}) {
  const t = useText();
  return (
    <StatTiles>
      <StatTile
        label={t('money.receipted')}
        value={formatRupees(totals && totals.collected - totals.cancelled)}
        comparison={t('reconciliation.ofItCancelled', { amount: formatRupees(totals?.cancelled) })}
      />
      <StatTile
        label={t('reconciliation.inHand')}
        value={formatRupees(totals?.inHand)}
        tone={(totals?.inHand ?? 0) > 0 ? 'warn' : 'plain'}
      />
      <StatTile
        label={t('reconciliation.deposited')}
        value={formatRupees(totals?.deposited)}
        comparison={t('reconciliation.ofItDirect', { amount: formatRupees(totals?.direct) })}
      />
      <StatTile
        label={t('reconciliation.difference')}
        value={formatRupees(totals?.difference)}
        comparison={t('reconciliation.againstBank', { amount: formatRupees(totals?.bankPaid) })}
        tone={totals === undefined ? 'plain' : totals.difference === 0 ? 'good' : 'danger'}
      />
    </StatTiles>
  );
}

function ExportMenu({ query, isEmpty }: { query: LinesQuery; isEmpty: boolean }) {
  const t = useText();
  const save = useCallDownload(reconciliationCalls.exportReconciliation, {
    timeoutMs: EXPORT_TIMEOUT_MS,
  });
  return (
    <FileFormatMenu
      label={t('common.export')}
      isBusy={save.isPending}
      onChoose={(format) =>
        isEmpty ? showInfo(t('toasts.noData')) : save.mutate({ query: { ...query, format } })
      }
    />
  );
}
