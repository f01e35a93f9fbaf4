import { IconUsers, IconUsersPlus } from '@tabler/icons-react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { PartnerLanding } from '../../../contract/organisation-dashboard.ts';
import { stockPath } from '../../components/loan-link.ts';
import { StatTiles } from '../../components/stat-tile.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { Board, NextSteps } from './board.tsx';
import type { NextStep } from '../../components/step-list.tsx';
import { CollectedChart } from './collected-chart.tsx';
import { usePartnerLanding } from './organisation-dashboard-queries.ts';
import { PersonResults } from './person-results.tsx';
import {
  CollectedTodayTile,
  DuesTile,
  NotAllocatedTile,
  PromisesTile,
  promisesTodayPath,
} from './stock-tiles.tsx';

const LOANS = '/partner-loans';
const FREE_LOANS = stockPath(LOANS, { allocated: 'no' });

/** `/` of PARTNER: the loans of its managers, and how its people did. */
export function PartnerLandingScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  return (
    <Board title={t('organisation.title', { name: user.fullName })} query={usePartnerLanding()}>
      {(landing) => (
        <>
          <StatTiles>
            <DuesTile stock={landing.stock} label={t('organisation.dues')} to={stockPath(LOANS)} />
            <NotAllocatedTile stock={landing.stock} to={FREE_LOANS} />
            <CollectedTodayTile collected={landing.collected} />
            <PromisesTile stock={landing.stock} to={promisesTodayPath()} />
          </StatTiles>
          <PartnerSteps landing={landing} />
          <PersonResults people={landing.people} />
          <CollectedChart collected={landing.collected} />
        </>
      )}
    </Board>
  );
}

function PartnerSteps({ landing }: { landing: PartnerLanding }) {
  const t = useText();
  const free = landing.stock.notAllocated.count;
  const steps: NextStep[] = [
    {
      to: '/managers-collectors',
      title: t('organisation.people'),
      body: t('organisation.peopleBody'),
      icon: IconUsersPlus,
    },
  ];
  if (free > 0)
    steps.unshift({
      to: FREE_LOANS,
      title: t('organisation.askToAllocate'),
      body: t('organisation.allocateBody', { count: free, n: formatCount(free) }),
      icon: IconUsers,
    });
  return <NextSteps steps={steps} />;
}
