import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { paceOf } from '../../../contract/pace.ts';
import { Awaited } from '../../components/loaded.tsx';
import { Chart } from '../../components/chart.tsx';
import { graphBounds } from '../../components/chart-figures.ts';
import { Panel } from '../../components/page.tsx';
import { formatDay, today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { percentReached } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useTargets } from './staff-dashboard-queries.ts';
import type { TargetQuery, Targets } from './staff-dashboard-queries.ts';
import { drawnLines, linedUp, lineLabel } from './target-lines.ts';
import classes from './staff-dashboards.module.css';

/** Achieved against target: of one person by day or by month, of a team by person. */
export function TargetPanel({ query, isTeam }: { query: TargetQuery; isTeam: boolean }) {
  const t = useText();
  const [view, setView] = useState<'near' | 'month'>('near');
  const by = view === 'month' ? 'month' : isTeam ? 'person' : 'day';
  const targets = useTargets({ ...query, by });
  return (
    <Panel
      title={t('staffBoards.targetTitle')}
      actions={
        <SegmentedControl
          size="xs"
          className={classes.views}
          aria-label={t('staffBoards.chartView')}
          value={view}
          onChange={(value) => setView(value === 'month' ? 'month' : 'near')}
          data={[
            { value: 'near', label: t('staffBoards.byDay') },
            { value: 'month', label: t('staffBoards.byMonth') },
          ]}
        />
      }
    >
      {targets.data !== undefined ? (
        <TargetBody targets={targets.data} />
      ) : (
        <Awaited of={targets} rows={4} />
      )}
    </Panel>
  );
}

function TargetBody({ targets }: { targets: Targets }) {
  const t = useText();
  const lines = linedUp(targets);
  const isPerson = targets.by === 'person';
  const { drawn, others } = drawnLines(targets.by, lines);
  // Null: there is nothing to draw yet, and the words say so.
  const bounds = graphBounds(drawn.flatMap((line) => [line.achieved, line.target]));
  return (
    <>
      <TargetWords targets={targets} />
      {bounds !== null && (
        <Chart
          label={t('staffBoards.targetTitle')}
          categoryTitle={t(`staffBoards.${targets.by}`)}
          categories={lines.map((line) => lineLabel(targets.by, line) || t('money.nobodyCredited'))}
          series={[
            {
              name: t('targets.achieved'),
              values: lines.map((line) => line.achieved),
              tone: 'accent',
            },
            {
              name: t(targets.by === 'day' ? 'staffBoards.targetToDate' : 'targets.amount'),
              values: lines.map((line) => line.target),
              tone: isPerson || targets.by === 'month' ? 'quiet' : 'warn',
              look: targets.by === 'day' ? 'dashed' : 'bar',
            },
          ]}
          unit="rupees"
          bounds={bounds}
          isLying={isPerson}
          drawn={drawn.length}
          height={isPerson ? Math.max(200, 60 + 46 * drawn.length) : 240}
        />
      )}
      {bounds !== null && others.count > 0 && (
        <p className={classes.quiet}>
          {t('staffBoards.notDrawn', {
            count: others.count,
            achieved: formatRupees(others.achieved),
            target: formatRupees(others.target),
          })}
        </p>
      )}
      <MovedPeople targets={targets} />
    </>
  );
}

const namedAmounts = (lines: Targets['ledByOthers']): string =>
  lines.map(({ name, amount }) => `${name} ${formatRupees(amount)}`.trim()).join(', ');

/** Who and what came or went within the month: what of their money and targets counts in another team. */
function MovedPeople({ targets }: { targets: Targets }) {
  const t = useText();
  const { achievement, achieved, ledByOthers, otherLenders = [], otherTeams, verified } = targets;
  const gone = achievement.filter(({ key }) => otherTeams.includes(key));
  return (
    <>
      {verified !== null && verified !== achieved && (
        <p className={classes.quiet}>
          {t('staffBoards.achievedOf', {
            achieved: formatRupees(achieved),
            verified: formatRupees(verified),
          })}
        </p>
      )}
      {ledByOthers.length > 0 && (
        <p className={classes.quiet}>
          {t('staffBoards.ledByOthers', { people: namedAmounts(ledByOthers) })}
        </p>
      )}
      {otherLenders.length > 0 && (
        <p className={classes.quiet}>
          {t('staffBoards.otherLenders', { people: namedAmounts(otherLenders) })}
        </p>
      )}
      {gone.length > 0 && (
        <p className={classes.quiet}>
          {t('staffBoards.otherTeams', { people: gone.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </>
  );
}

/** How far it is, in words: what a person has to do, not only where it stands. */
function TargetWords({ targets }: { targets: Targets }) {
  const t = useText();
  const { achieved, targeted } = targets;
  if (targeted === null || targeted === 0)
    return <p className={classes.words}>{t('staffBoards.noTarget')}</p>;
  const { left, perDay } = paceOf({
    target: targeted,
    achieved,
    month: targets.month,
    today: today(),
  });
  const percent = percentReached(achieved, targeted);
  return (
    <p className={classes.words}>
      <strong>{formatRupees(achieved)}</strong>
      <span>{t('words.percentOf', { percent, amount: formatRupees(targeted) })}</span>
      <span className={classes.quiet}>
        {left === 0
          ? t('words.targetReached')
          : perDay !== null
            ? t('staffBoards.perDay', { amount: formatRupees(perDay) })
            : `${t('staffBoards.leftToGo', { amount: formatRupees(left) })} · ${formatDay(targets.month)}`}
      </span>
    </p>
  );
}
