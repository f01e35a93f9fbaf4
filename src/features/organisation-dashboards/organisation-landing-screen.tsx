import type { LoggedInUser } from '../../../contract/auth.ts';
import type { OrganisationLanding, StockShare } from '../../../contract/organisation-dashboard.ts';
import { stockPath } from '../../components/loan-link.ts';
import { StatTiles } from '../../components/stat-tile.tsx';
import { collectionPath } from '../../lib/collection-path.ts';
import { useText } from '../../lib/texts/texts.ts';
import { Board, NextSteps } from './board.tsx';
import { CollectedChart } from './collected-chart.tsx';
import { isNothingYet, useOrganisationLanding } from './organisation-dashboard-queries.ts';
import { useOrganisationSteps } from './organisation-steps.ts';
import { SetUpPanel } from './set-up-panel.tsx';
import { ShareTable } from './share-table.tsx';
import {
  CollectedTodayTile,
  DuesTile,
  NotAllocatedTile,
  PromisesTile,
  promisesTodayPath,
} from './stock-tiles.tsx';

/** `/` of ADMIN and SUPER_ADMIN: the organisation's morning. */
export function OrganisationLandingScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  return (
    <Board
      title={t('organisation.title', { name: user.fullName })}
      query={useOrganisationLanding()}
    >
      {(landing) => <Morning user={user} landing={landing} />}
    </Board>
  );
}

const loansOfClient = ({ name }: StockShare) => stockPath('/loans', { client: name ?? '' });
const loansOfManager = ({ _id }: StockShare) =>
  _id === null ? null : stockPath('/loans', { managerId: _id });

function Morning({ user, landing }: { user: LoggedInUser; landing: OrganisationLanding }) {
  const t = useText();
  const steps = useOrganisationSteps(user.role, landing);
  // The lists behind the figures are the admin's; the super admin's guard lets it into few screens.
  const mayOpen = user.role === 'ADMIN';
  const to = (path: string) => (mayOpen ? { to: path } : {});
  if (mayOpen && isNothingYet(landing)) {
    return (
      <>
        <SetUpPanel />
        <NextSteps steps={steps} />
      </>
    );
  }
  return (
    <>
      {mayOpen && landing.stock.all.count === 0 && <SetUpPanel />}
      <StatTiles>
        <DuesTile
          stock={landing.stock}
          label={t('organisation.dues')}
          {...to(stockPath('/loans'))}
        />
        <NotAllocatedTile stock={landing.stock} {...to(stockPath('/loans', { allocated: 'no' }))} />
        <CollectedTodayTile collected={landing.collected} {...to(collectionPath())} />
        <PromisesTile stock={landing.stock} {...to(promisesTodayPath())} />
      </StatTiles>
      <NextSteps steps={steps} />
      <CollectedChart collected={landing.collected} />
      <ShareTable
        title={t('words.byClient')}
        nameTitle={t('words.client')}
        table={landing.byClient}
        {...(mayOpen && {
          all: { to: '/clients', label: t('words.allClients') },
          rowHref: loansOfClient,
        })}
      />
      <ShareTable
        title={t('organisation.byManager')}
        nameTitle={t('words.manager')}
        table={landing.byManager}
        {...(mayOpen && {
          all: { to: '/managers', label: t('organisation.allManagers') },
          rowHref: loansOfManager,
        })}
      />
    </>
  );
}
