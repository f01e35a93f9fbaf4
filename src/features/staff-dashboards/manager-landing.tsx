import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { CallAnswer } from '../../../contract/call.ts';
import type { staffDashboardCalls } from '../../../contract/staff-dashboard.ts';
import { Awaited } from '../../components/loaded.tsx';
import { CollectedTile } from '../../components/collected-tile.tsx';
import { useToday } from '../../components/figure.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { collectionPath } from '../../lib/collection-path.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { AttentionPanel } from './attention-panel.tsx';
import { casesPath, caseKey } from './board-paths.ts';
import { useManagerAnalytics, usePtpStock } from './staff-dashboard-queries.ts';
import { MANAGER_STOCK, StockPanel } from './stock-panel.tsx';
import { TargetPanel } from './target-panel.tsx';
import { TeamPanel } from './team-panel.tsx';
import { DueRow } from './due-list.tsx';
import classes from './staff-dashboards.module.css';

/** As many as are seen at once; the others are one click away. */
const FEW = 5;

/** The first promises that fall due today, in order of time. Nothing while unknown or when there is none. */
function DuePromises() {
  const t = useText();
  const stock = usePtpStock({ pageSize: FEW }, true).data;
  if (stock === undefined || stock.totalCount === 0) return null;
  return (
    <Panel
      title={t('fieldDay.section.promisesToday')}
      isFlush
      actions={
        <Button component={Link} to={casesPath('today')} variant="subtle" size="compact-sm">
          {t('staffBoards.showAllDue', { count: stock.totalCount })}
        </Button>
      }
    >
      <ul className={classes.list}>
        {stock.data.map((each) => (
          <li key={caseKey(each)}>
            <DueRow due={each} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type ManagerAnalytics = CallAnswer<typeof staffDashboardCalls.getManagerLandingAnalytics>;

/** `/` of a manager: the team's day, what needs a decision, promises due, stock, targets. */
export function ManagerLanding() {
  const t = useText();
  const analytics = useManagerAnalytics({});
  return (
    <Page>
      <PageHeader title={t('staffBoards.managerTitle')} subtitle={formatDay(useToday())} />
      {analytics.data !== undefined ? (
        <>
          <StatTiles>
            <ManagerTiles analytics={analytics.data} />
          </StatTiles>
          <AttentionPanel analytics={analytics.data} />
          <TeamPanel team={analytics.data.team} />
          <Columns
            main={
              <>
                <DuePromises />
                <StockPanel
                  title={t('words.stock')}
                  stock={analytics.data.stock}
                  links={MANAGER_STOCK}
                />
              </>
            }
            side={<TargetPanel query={{}} isTeam />}
          />
        </>
      ) : (
        <Awaited of={analytics} kind="cards" rows={6} />
      )}
    </Page>
  );
}

function ManagerTiles({ analytics }: { analytics: ManagerAnalytics }) {
  const t = useText();
  const { due, stock, yesterday } = analytics;
  const contacts = analytics.today.calls + analytics.today.visits;
  return (
    <>
      <CollectedTile
        label={t('words.collectedToday')}
        money={analytics.today}
        comparison={t('staffBoards.yesterdayAmount', {
          amount: formatRupees(yesterday.collected),
        })}
        to={collectionPath()}
      />
      <StatTile
        label={t('fieldDay.section.promisesToday')}
        value={formatCount(due.promises.today.count)}
        comparison={t('staffBoards.promisesDueBody', {
          amount: formatRupees(due.promises.today.amount),
          overdue: formatCount(due.promises.overdue.count),
        })}
        to={casesPath('today')}
      />
      <StatTile
        label={t('organisation.contactsToday')}
        value={formatCount(contacts)}
        comparison={t('staffBoards.yesterdayContacts', {
          contacts: formatCount(yesterday.calls + yesterday.visits),
        })}
        to="/reports"
      />
      <StatTile
        label={t('staffBoards.loansHeld')}
        value={formatCount(stock.count)}
        comparison={t('staffBoards.neverWorked', {
          loans: formatCount(stock.count - stock.workedCount),
        })}
        to={MANAGER_STOCK.to({})}
      />
    </>
  );
}
