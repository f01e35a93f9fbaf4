import { IconMapPin, IconReportAnalytics, IconTableImport } from '@tabler/icons-react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { ClientLanding } from '../../../contract/organisation-dashboard.ts';
import { stockPath } from '../../components/loan-link.ts';
import { Columns, Panel } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import type { NextStep } from '../../components/step-list.tsx';
import { FactGroup } from '../../components/facts.tsx';
import { Chart } from '../../components/chart.tsx';
import { monthCollectionPath } from '../../lib/collection-path.ts';
import { formatRupees, formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { formatDay } from '../../lib/dates.ts';
import { Board, NextSteps } from './board.tsx';
import { useClientLanding } from './organisation-dashboard-queries.ts';
import { useImportSteps } from './organisation-steps.ts';
import { BucketTable, PortfolioTable } from './portfolio-table.tsx';
import { DuesTile, ShareTile, trendOf } from './stock-tiles.tsx';
import classes from './organisation-dashboards.module.css';

/** `/` of CUSTOMER, CLIENT_ADMIN and CLIENT: the lender's portfolio and what was recovered of it. */
export function ClientLandingScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const { role } = user;
  return (
    <Board
      title={t('organisation.title', { name: user.fullName })}
      query={useClientLanding()}
      {...(user.Client_Name !== null && {
        subtitle: t('organisation.portfolioOf', { client: user.Client_Name }),
      })}
    >
      {(landing) => (
        <>
          <PortfolioTiles landing={landing} isLinked={role === 'CLIENT_ADMIN'} />
          {role !== 'CLIENT' && <ClientSteps role={role} landing={landing} />}
          {role === 'CLIENT_ADMIN' && <PortfolioTable portfolios={landing.portfolios} />}
          <Columns
            main={<RecoveredChart recovered={landing.recovered} />}
            side={<ContactCounts contacts={landing.contacts} />}
          />
          <BucketTable
            buckets={landing.buckets}
            {...(role === 'CLIENT_ADMIN' && {
              rowHref: ({ name }) => (name === null ? null : stockPath('/loans', { bucket: name })),
            })}
          />
        </>
      )}
    </Board>
  );
}

function PortfolioTiles({ landing, isLinked }: { landing: ClientLanding; isLinked: boolean }) {
  const t = useText();
  const { stock, recovered } = landing;
  const to = (path: string) => (isLinked ? { to: path } : {});
  return (
    <StatTiles>
      <DuesTile stock={stock} label={t('organisation.dues')} {...to(stockPath('/loans'))} />
      <ShareTile
        label={t('words.allocated')}
        count={stock.allocated.count}
        stock={stock}
        {...to(stockPath('/loans', { allocated: 'yes' }))}
      />
      <ShareTile label={t('organisation.worked')} count={stock.worked.count} stock={stock} />
      <StatTile
        label={t('organisation.verifiedMonth')}
        value={formatRupees(recovered.thisMonth)}
        comparison={t('organisation.lastMonthByNow', {
          amount: formatRupees(recovered.lastMonthByNow),
        })}
        {...trendOf(recovered.thisMonth, recovered.lastMonthByNow)}
        {...to(monthCollectionPath())}
      />
    </StatTiles>
  );
}

function ClientSteps({ role, landing }: { role: LoggedInUser['role']; landing: ClientLanding }) {
  const t = useText();
  const imports = useImportSteps(landing.imports);
  const isNew = role === 'CLIENT_ADMIN' && landing.stock.all.count === 0 && imports.length === 0;
  const steps: NextStep[] = [
    ...(role === 'CLIENT_ADMIN' ? imports : []),
    ...(isNew
      ? [
          {
            to: '/upload-loan',
            title: t('organisation.setUp.loans'),
            body: t('organisation.setUp.ownLoansBody'),
            icon: IconTableImport,
          },
        ]
      : []),
    {
      to: '/daily-reports',
      title: t('organisation.callReport'),
      body: t('organisation.callReportBody'),
      icon: IconReportAnalytics,
    },
    {
      to: '/daily-field-reports',
      title: t('organisation.fieldReport'),
      body: t('organisation.fieldReportBody'),
      icon: IconMapPin,
    },
  ];
  return <NextSteps steps={steps} />;
}

type Counts = ClientLanding['contacts']['today'];

/** How often a lender's borrowers were called and visited, today and in the last seven days. */
function ContactCounts({ contacts }: { contacts: ClientLanding['contacts'] }) {
  const t = useText();
  const factsOf = (counts: Counts) => [
    { label: t('words.calls'), value: formatCount(counts.calls) },
    { label: t('words.visits'), value: formatCount(counts.visits) },
    { label: t('words.promises'), value: formatCount(counts.promises) },
    { label: t('money.verified'), value: formatRupees(counts.verified) },
  ];
  return (
    <Panel title={t('organisation.contacts')}>
      <FactGroup title={t('organisation.contactsDay')} facts={factsOf(contacts.today)} />
      <FactGroup title={t('organisation.lastSevenDays')} facts={factsOf(contacts.week)} />
    </Panel>
  );
}

/** What was recovered of a lender's loans on each of the last 30 days. */
function RecoveredChart({ recovered }: { recovered: ClientLanding['recovered'] }) {
  const t = useText();
  return (
    <Panel title={t('organisation.verifiedDays')}>
      <Chart
        label={t('organisation.verifiedDays')}
        categoryTitle={t('words.day')}
        categories={recovered.days.map(({ day }) => formatDay(day).slice(0, 5))}
        unit="rupees"
        series={[
          {
            name: t('money.verified'),
            values: recovered.days.map(({ amount }) => amount),
            tone: 'accent',
          },
        ]}
      />
      <p className={classes.note}>
        {t('organisation.lastMonthWas', { amount: formatRupees(recovered.lastMonth) })}
      </p>
    </Panel>
  );
}
