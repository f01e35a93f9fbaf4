import { Button, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { agentBoardCalls } from '../../../contract/agent-board.ts';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import { monthEnd } from '../../../contract/pace.ts';
import type { Role } from '../../../contract/roles.ts';
import { targetCalls } from '../../../contract/target.ts';
import type { MonthTarget } from '../../../contract/target.ts';
import { Awaited } from '../../components/loaded.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { Chart } from '../../components/chart.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { useKeptCallQuery } from '../../data/kept-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { formatMonth, monthChoices, thisMonth } from '../../lib/months.ts';
import { percentReached } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whyRanked } from '../../lib/why-ranked.ts';
import { paceWords, partOf } from './target-columns.tsx';
import { TargetChanges } from './target-history.tsx';

type Answer = CallAnswer<typeof targetCalls.readTargetsOf>;

/**
 * `/target/{id}`, `/field-target/{id}`: a person's month against its targets, day by day; `/my-target`: one's own. Without a
 * network it is shown as it was last read on this device.
 */
export function PersonTargetScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const { id = user._id } = useParams();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('month');
  const month = useKeptCallQuery(targetCalls.readTargetsOf, {
    params: { id },
    ...(asked !== null && { query: { month: asked } }),
  });
  const isOwn = id === user._id;
  const list = TARGETS_OF[user.role];
  const back = !isOwn && list !== undefined && { backTo: list };
  if (month.data === undefined)
    return (
      <Page>
        <PageHeader title={t('targets.title')} {...back} />
        <Awaited of={month} kind="cards" rows={3} />
      </Page>
    );
  return (
    <PersonMonth
      month={month.data}
      asOf={<AsOf at={month.asOf} error={month.error} />}
      isOwn={isOwn}
      back={back}
      onMonth={(next) => setSearch(next === thisMonth() ? {} : { month: next })}
    >
      {isOwn && asked === null && AGENTS.has(user.role) && <OwnPlace />}
    </PersonMonth>
  );
}

/** The list of targets that a role has. */
const TARGETS_OF: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/target-setting',
  MANAGER: '/target-settings',
  CLIENT_ADMIN: '/target-settings',
  CUSTOMER: '/target-settings',
};

const AGENTS: ReadonlySet<Role> = new Set(['COLLECTOR', 'FIELD_AGENT']);

/** Where an agent stands on the leadership board this month, and why. */
function OwnPlace() {
  const t = useText();
  const board = useKeptCallQuery(agentBoardCalls.readAgentProfile, {});
  const own = board.data?.own ?? null;
  if (own === null) return null;
  return (
    <Notice tone="info" title={t('agentBoard.own', { rank: own.rank })}>
      {whyRanked(t, own)}
    </Notice>
  );
}

function PersonMonth(props: {
  month: Answer;
  asOf: ReactNode;
  isOwn: boolean;
  back: false | { backTo: string };
  onMonth: (month: string) => void;
  children: ReactNode;
}) {
  const t = useText();
  const { month, asOf, isOwn, back, onMonth, children } = props;
  const { targets, changes } = month;
  return (
    <Page>
      <PageHeader
        title={isOwn ? t('menu.myTarget') : month.name}
        tabTitle={t('targets.title')}
        subtitle={isOwn ? `${month.name} · ${formatMonth(month.month)}` : formatMonth(month.month)}
        {...back}
        actions={
          <Select
            aria-label={t('words.month')}
            data={monthChoices(8, 1)}
            value={month.month}
            allowDeselect={false}
            onChange={(next) => onMonth(next ?? thisMonth())}
          />
        }
      />
      {asOf}
      {children}
      {targets.length === 0 && (
        <EmptyState
          title={t('targets.none')}
          body={t(month.role === 'MANAGER' ? 'targets.noneBodyManager' : 'targets.noneBody')}
          action={
            isOwn &&
            month.role === 'MANAGER' && (
              <Button component={Link} to="/target-settings" variant="default">
                {t('menu.targetSettings')}
              </Button>
            )
          }
        />
      )}
      {targets.map((target) => (
        <TargetFigures key={target._id} target={target} />
      ))}
      <Panel title={t('targets.byDay')}>
        <DayChart month={month} />
      </Panel>
      {changes.length > 0 && (
        <Panel title={t('words.changes')}>
          <TargetChanges changes={changes} />
        </Panel>
      )}
    </Page>
  );
}

function TargetFigures({ target }: { target: MonthTarget }) {
  const t = useText();
  const { amount, achieved } = target;
  const percent = amount > 0 ? percentReached(achieved.amount, amount) : 100;
  const { pace, until } = paceWords(t, target);
  const counted = (['loans', 'promises', 'contacts'] as const).filter(
    (each) => target[each] !== null,
  );
  return (
    <StatTiles title={partOf(target) || t('words.allClients')}>
      <StatTile
        label={t('targets.achieved')}
        value={formatRupees(achieved.amount)}
        comparison={t('words.percentOf', { percent, amount: formatRupees(amount) })}
        tone={achieved.amount >= amount ? 'good' : 'plain'}
      />
      <StatTile
        label={t('targets.pace')}
        value={pace}
        {...(until !== null && { comparison: until })}
      />
      {counted.map((each) => (
        <StatTile
          key={each}
          label={t(`targets.${each}`)}
          value={`${formatCount(achieved[each])} / ${formatCount(target[each])}`}
        />
      ))}
    </StatTiles>
  );
}

/** What came in on each day, summed up, beside an even pace to the target over all. */
function DayChart({ month }: { month: Answer }) {
  const t = useText();
  const whole = month.targets.find((target) => partOf(target) === '')?.amount ?? null;
  const lastDay = Number(monthEnd(month.month).slice(8));
  const amounts = new Map(month.days.map(({ day, amount }) => [day, amount]));
  const days = Array.from(
    { length: lastDay },
    (_, place) => `${month.month.slice(0, 8)}${String(place + 1).padStart(2, '0')}`,
  );
  let sum = 0;
  const achieved = days.map((day) => {
    sum += amounts.get(day) ?? 0;
    return day <= month.today ? sum : null;
  });
  const paced = days.map((_, place) =>
    whole === null ? null : Math.round((whole * (place + 1)) / lastDay),
  );
  return (
    <Chart
      label={t('targets.byDay')}
      categoryTitle={t('words.day')}
      categories={days.map((day) => day.slice(8))}
      series={[
        { name: t('targets.achieved'), values: achieved, tone: 'accent' },
        { name: t('targets.toDate'), values: paced, tone: 'warn', look: 'dashed' },
      ]}
      unit="rupees"
    />
  );
}
