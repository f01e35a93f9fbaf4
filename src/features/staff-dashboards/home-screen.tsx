import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Analytics } from '../../../contract/staff-dashboard.ts';
import { Awaited } from '../../components/loaded.tsx';
import { CollectedTile } from '../../components/collected-tile.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { Chart } from '../../components/chart.tsx';
import { collectionPath } from '../../lib/collection-path.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { casesPath, reportPath } from './board-paths.ts';
import { CasesPanel } from './cases-panel.tsx';
import { daysOf, HOME_FILTERS, useHomeFields, whoseOf } from './home-filters.ts';
import { useLandingAnalytics } from './staff-dashboard-queries.ts';
import { COLLECTOR_STOCK, MANAGER_STOCK, StockPanel } from './stock-panel.tsx';
import { TargetPanel } from './target-panel.tsx';
import { rangeParts } from './range-days.ts';

/** `/home`: figures and charts of a range, and what is scheduled, narrowed by lender and person. */
export function StaffHomeScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const isManager = user.role === 'MANAGER';
  const url = useUrlFilters(HOME_FILTERS);
  const fields = useHomeFields(isManager);
  const whose = whoseOf(url);
  const analytics = useLandingAnalytics({ ...whose, ...daysOf(url) });
  const board = analytics.data;
  return (
    <Page>
      <PageHeader
        title={t('menu.dashboard')}
        subtitle={board && `${formatDay(board.from)} – ${formatDay(board.to)}`}
      />
      <FilterBar filters={url} fields={fields} shownFields={isManager ? 3 : 2} />
      {board !== undefined ? (
        <>
          <StatTiles>
            <HomeTiles board={board} whose={whose} isManager={isManager} />
          </StatTiles>
          <CasesPanel url={url} isManager={isManager} />
          <Columns
            main={
              <>
                <RangePanel board={board} />
                <StockPanel
                  title={t(isManager ? 'words.stock' : 'staffBoards.allocated')}
                  stock={board.stock}
                  links={isManager ? MANAGER_STOCK : COLLECTOR_STOCK}
                />
              </>
            }
            side={
              <TargetPanel query={whose} isTeam={isManager && whose.collectorId === undefined} />
            }
          />
        </>
      ) : (
        <Awaited of={analytics} kind="cards" rows={5} />
      )}
    </Page>
  );
}

interface TilesProps {
  board: Analytics;
  /** What the board is narrowed to. */
  whose: ReturnType<typeof whoseOf>;
  isManager: boolean;
}

function HomeTiles({ board, whose, isManager }: TilesProps) {
  const t = useText();
  const { range, today, due, stock } = board;
  const report = reportPath(board.from, board.to, whose);
  const { overdue } = due.promises;
  return (
    <>
      <CollectedTile
        label={t('money.collected')}
        money={range}
        comparison={t('staffBoards.todayAmount', { amount: formatRupees(today.collected) })}
        to={collectionPath(board.from, board.to, whose)}
      />
      <StatTile
        label={t('staffBoards.contactsInRange')}
        value={formatCount(range.calls + range.visits)}
        comparison={[
          t('staffBoards.callCount', { count: range.calls, n: formatCount(range.calls) }),
          t('staffBoards.visitCount', { count: range.visits, n: formatCount(range.visits) }),
        ].join(' · ')}
        to={report}
      />
      <StatTile
        label={t('staffBoards.promisesMade')}
        value={formatRupees(range.promiseAmount)}
        comparison={`${t('words.promiseCount', { count: range.promiseCount })} · ${
          overdue.count === 0
            ? t('staffBoards.nothingOverdue')
            : t('staffBoards.overdueMore', { count: overdue.count })
        }`}
        to={casesPath('promises', '', whose)}
      />
      <StatTile
        label={t('staffBoards.loansHeld')}
        value={formatCount(stock.count)}
        comparison={t('staffBoards.neverWorked', {
          loans: formatCount(stock.count - stock.workedCount),
        })}
        to={(isManager ? MANAGER_STOCK : COLLECTOR_STOCK).to({})}
      />
    </>
  );
}

/** What was collected on each day (month) of the range. */
function RangePanel({ board }: { board: Analytics }) {
  const t = useText();
  const { by, parts } = rangeParts(board);
  return (
    <Panel title={t('staffBoards.collectedByDay')}>
      <Chart
        label={t('staffBoards.collectedByDay')}
        categoryTitle={t(`staffBoards.${by}`)}
        categories={parts.map((part) => part.label)}
        series={[{ name: t('money.collected'), values: parts.map((part) => part.amount) }]}
        unit="rupees"
        height={220}
      />
    </Panel>
  );
}
