import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { incentiveCalls } from '../../../contract/incentive-calls.ts';
import type { IncentiveTotal } from '../../../contract/incentive.ts';
import { moneyColumn, textColumn } from '../../components/columns.tsx';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { Money, TwoLines, useThisMonth } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Together } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { useCallCommand, useCallDownload } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { formatMonth, monthChoices } from '../../lib/months.ts';
import { hasTeam } from './incentive-words.ts';
import { PersonStatement } from './statement-screen.tsx';

type Statements = CallAnswer<typeof incentiveCalls.listIncentiveStatements>;

const FILTERS = { month: 'day', search: 'text' } as const;

/** `/incentives`: what people earn in a month; an agent sees its own. */
export function IncentivesScreen({ user }: { user: LoggedInUser }) {
  return user.role === 'COLLECTOR' || user.role === 'FIELD_AGENT' ? (
    <PersonStatement personId={user._id} isOwn />
  ) : (
    <StatementList />
  );
}

function StatementList() {
  const t = useText();
  const url = useListState(incentiveCalls.listIncentiveStatements.query, FILTERS);
  const thisMonth = useThisMonth();
  const statements = useCallQuery(
    incentiveCalls.listIncentiveStatements,
    { query: { month: thisMonth, ...url.asked } },
    { keepsPrevious: true },
  );
  const columns = useMemo(() => totalColumns(t), [t]);
  const { data } = statements;
  const month = data?.month;
  return (
    <Page>
      <PageHeader
        title={t('menu.incentives')}
        count={data?.totalCount ?? null}
        subtitle={t('incentives.statementsSubtitle')}
        actions={data !== undefined && <MonthActions statements={data} />}
      />
      <Together of={[statements]}>
        {data !== undefined && <MonthNotice statements={data} />}
        <List<IncentiveTotal>
          name="incentives"
          label={t('menu.incentives')}
          columns={columns}
          list={statements}
          state={url}
          search={t('words.person')}
          fields={[
            {
              kind: 'choice',
              key: 'month',
              label: t('words.month'),
              options: monthChoices(13),
              whenEmpty: thisMonth,
            },
          ]}
          rowLabel={(row) => row.fullName}
          rowHref={(row) => `/incentives/${row._id}${month === undefined ? '' : `?month=${month}`}`}
          empty={t('incentives.nothing')}
          emptyFiltered={t('incentives.nothing')}
        />
      </Together>
    </Page>
  );
}

function MonthNotice({ statements }: { statements: Statements }) {
  const t = useText();
  const { closedAt, month, total } = statements;
  const title = `${formatMonth(month)}: ${formatRupees(total)}`;
  return closedAt === null ? (
    <Notice tone="info" title={title}>
      {t('incentives.live')}
    </Notice>
  ) : (
    <Notice tone="good" title={`${title} · ${t('incentives.closed')}`}>
      {t('incentives.closedBody')}
      {mayCall(incentiveCalls.checkIncentiveMonth) && <MonthCheck month={month} />}
    </Notice>
  );
}

/** Computes a closed month once more, when asked, and says whether it comes out the same. */
function MonthCheck({ month }: { month: string }) {
  const t = useText();
  const check = useCallQuery(
    incentiveCalls.checkIncentiveMonth,
    { query: { month } },
    { enabled: false },
  );
  const { data } = check;
  if (data === undefined)
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        loading={check.isFetching}
        onClick={() => void check.refetch()}
      >
        {t('incentives.check')}
      </Button>
    );
  return (
    <output>
      {data.isSame
        ? t('incentives.checkSame', { count: data.people, amount: formatRupees(data.total) })
        : t('incentives.checkOther', { count: data.differing })}
    </output>
  );
}

/** What an admin does with a month: close it, go to the one that is to be closed first, take the payout file out. */
function MonthActions({ statements }: { statements: Statements }) {
  const t = useText();
  const { month, closedAt, closable, total } = statements;
  const close = useCallCommand(incentiveCalls.closeIncentiveMonth);
  const payout = useCallDownload(incentiveCalls.downloadIncentivePayout);
  if (!mayCall(incentiveCalls.closeIncentiveMonth)) return null;
  const ask = async () => {
    const isSure = await confirmAction({
      title: t('incentives.closeTitle', { month: formatMonth(month) }),
      body: t('incentives.closeBody', { amount: formatRupees(total) }),
      confirmLabel: t('incentives.close'),
    });
    if (isSure) close.mutate({ body: { month, total } });
  };
  return (
    <>
      {closedAt !== null && (
        <Button
          variant="default"
          loading={payout.isPending}
          onClick={() => payout.mutate({ query: { month } })}
        >
          {t('incentives.payout')}
        </Button>
      )}
      {closable !== null && closable !== month && (
        <Button component={Link} to={`/incentives?month=${closable}`} variant="default">
          {t('incentives.toClose', { month: formatMonth(closable) })}
        </Button>
      )}
      {closable === month && (
        <Button loading={close.isPending} onClick={() => void ask()}>
          {t('incentives.close')}
        </Button>
      )}
    </>
  );
}

function totalColumns(t: TFunction): DataColumn<IncentiveTotal>[] {
  return [
    {
      key: 'person',
      title: t('words.person'),
      isFixed: true,
      render: (row) => <TwoLines first={row.fullName} second={t(`roles.${row.role}`)} />,
    },
    textColumn('manager', t('words.manager'), ({ managerName }) => managerName ?? '–'),
    moneyColumn('collected', t('money.verified'), (row) => row.collected, {
      // A manager's is that of its team: its own alone stands in Employee revenue.
      render: ({ role, collected }) => (
        <TwoLines
          first={<Money amount={collected} />}
          second={hasTeam(role) && t('incentives.ofTeam')}
        />
      ),
      file: [
        { of: ({ collected }) => collected, isMoney: true, title: t('incentives.collectedInFile') },
      ],
    }),
    moneyColumn('earned', t('incentives.earned'), (row) => row.earned),
    moneyColumn('corrections', t('incentives.corrections'), (row) => row.corrections),
    moneyColumn('total', t('incentives.total'), (row) => row.total, { card: 'aside' }),
    textColumn(
      'held',
      t('incentives.held'),
      ({ failed }) => failed.map((gate) => t(`incentives.gates.${gate}`)).join(', ') || '–',
      {
        file: [
          {
            of: ({ failed }) => failed,
            words: (gate) => t(`incentives.gates.${gate as IncentiveTotal['failed'][number]}`),
          },
        ],
      },
    ),
  ];
}
