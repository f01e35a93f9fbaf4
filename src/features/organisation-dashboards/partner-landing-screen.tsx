import { IconUsers, IconUsersPlus } from '@tabler/icons-react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { PartnerLanding } from '../../../contract/organisation-dashboard.ts';
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

/** `/` of PARTNER: the loans of its managers, and how its people did. */
export function PartnerLandingScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  return (
    <Board title={t('organisation.title', { name: user.fullName })} query={usePartnerLanding()}>
      {(landing) => (
        <>
          <StatTiles>
            <DuesTile stock={landing.stock} label={t('organisation.dues')} to={LOANS} />
            <NotAllocatedTile stock={landing.stock} to={`${LOANS}?allocated=no`} />
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
      to: `${LOANS}?allocated=no`,
      title: t('organisation.askToAllocate'),
      body: t('organisation.allocateBody', { count: free, n: formatCount(free) }),
      icon: IconUsers,
    });
  return <NextSteps steps={steps} />;
}
