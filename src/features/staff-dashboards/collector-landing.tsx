import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Analytics } from '../../../contract/staff-dashboard.ts';
import { CollectedTile } from '../../components/collected-tile.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { useToday } from '../../components/figure.tsx';
import { Columns, Page, PageHeader } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { monthCollectionPath } from '../../lib/collection-path.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { percentReached } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { casesPath, reportPath } from './board-paths.ts';
import { DueList } from './due-list.tsx';
import { useDueToday, useLandingAnalytics, useTargets } from './staff-dashboard-queries.ts';
import { COLLECTOR_STOCK, StockPanel } from './stock-panel.tsx';
import { TargetPanel } from './target-panel.tsx';

/** `/` of a collector: what to do first, how the month stands, what is allocated. */
export function CollectorLanding() {
  const t = useText();
  const analytics = useLandingAnalytics({});
  const due = useDueToday();
  const problem = analytics.error ?? due.error;
  return (
    <Page>
      <PageHeader
        title={t('staffBoards.collectorTitle')}
        subtitle={formatDay(useToday())}
        actions={
          <Button component={Link} to="/active-loans" variant="default">
            {t('words.activeLoans')}
          </Button>
        }
      />
      {analytics.data !== undefined && due.data !== undefined ? (
        <>
          <StatTiles>
            <CollectorTiles analytics={analytics.data} />
          </StatTiles>
          <Columns
            main={<DueList due={due.data} />}
            side={
              <>
                <TargetPanel query={{}} isTeam={false} />
                <StockPanel
                  title={t('staffBoards.allocated')}
                  stock={analytics.data.stock}
                  links={COLLECTOR_STOCK}
                />
              </>
            }
          />
        </>
      ) : problem === null ? (
        <LoadingState kind="cards" rows={6} />
      ) : (
        <LoadProblem
          error={problem}
          onRetry={() => void Promise.all([analytics.refetch(), due.refetch()])}
        />
      )}
    </Page>
  );
}

function CollectorTiles({ analytics }: { analytics: Analytics }) {
  const t = useText();
  const today = useToday();
  const { due, yesterday } = analytics;
  const { promises, callbacks } = due;
  const overdue = promises.overdue.count + callbacks.overdue;
  const target = useTargets({ by: 'day' }).data;
  return (
    <>
      <StatTile
        label={t('promises.dueToday')}
        value={formatCount(promises.today.count + callbacks.today)}
        comparison={
          overdue === 0
            ? t('staffBoards.nothingOverdue')
            : t('staffBoards.overdueMore', { count: overdue })
        }
        to={casesPath('promises', today)}
      />
      <StatTile
        label={t('staffBoards.promisedToday')}
        value={formatRupees(promises.today.amount)}
        comparison={t('staffBoards.promisedOverdue', {
          amount: formatRupees(promises.overdue.amount),
        })}
        to={casesPath('promises', today)}
      />
      <CollectedTile
        label={t('words.collectedMonth')}
        money={analytics.range}
        comparison={
          target === undefined || target.targeted === null || target.targeted === 0
            ? t('staffBoards.noTarget')
            : t('staffBoards.verifiedOfTarget', {
                verified: formatRupees(target.achieved),
                percent: percentReached(target.achieved, target.targeted),
                amount: formatRupees(target.targeted),
              })
        }
        to={monthCollectionPath()}
      />
      <StatTile
        label={t('reportWords.callsToday')}
        value={formatCount(analytics.today.calls)}
        comparison={t('staffBoards.yesterdayCalls', {
          calls: formatCount(yesterday.calls),
          amount: formatRupees(yesterday.collected),
        })}
        to={reportPath()}
      />
    </>
  );
}
