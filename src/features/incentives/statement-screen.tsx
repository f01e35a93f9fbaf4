import { Select } from '@mantine/core';
import { useParams, useSearchParams } from 'react-router-dom';
import type { CallAnswer } from '../../../contract/call.ts';
import { incentiveCalls } from '../../../contract/incentive-calls.ts';
import type { IncentiveShare } from '../../../contract/incentive.ts';
import { useThisMonth } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { formatMonth, monthChoices } from '../../lib/months.ts';
import { fromText, hasTeam, partText, shareText } from './incentive-words.ts';
import { StatementLines } from './statement-lines.tsx';

type Statement = CallAnswer<typeof incentiveCalls.readIncentiveStatement>;

/** `/incentives/{id}`: what a person earns in a month. */
export function PersonStatementScreen() {
  const { id = '' } = useParams();
  return <PersonStatement personId={id} />;
}

/** A person's month, in the address: `?month=2026-11-01`; this month without. */
export function PersonStatement(props: { personId: string; isOwn?: boolean }) {
  const { personId, isOwn = false } = props;
  const t = useText();
  const [params, setParams] = useSearchParams();
  const thisMonth = useThisMonth();
  const month = params.get('month') ?? thisMonth;
  const statement = useCallQuery(
    incentiveCalls.readIncentiveStatement,
    { params: { id: personId }, query: { month } },
    { keepsPrevious: true },
  );
  const { data } = statement;
  return (
    <Page>
      <PageHeader
        title={isOwn ? t('menu.incentives') : (data?.fullName ?? t('words.incentive'))}
        tabTitle={t('words.incentive')}
        {...(data !== undefined && { subtitle: formatMonth(data.month) })}
        {...(!isOwn && { backTo: '/incentives' })}
        actions={
          <Select
            aria-label={t('words.month')}
            data={monthChoices(13)}
            value={month}
            allowDeselect={false}
            onChange={(next) => setParams(next === null ? {} : { month: next })}
          />
        }
      />
      {data === undefined && statement.isError && (
        <LoadProblem error={statement.error} onRetry={() => void statement.refetch()} />
      )}
      {data === undefined && !statement.isError && <LoadingState kind="cards" rows={3} />}
      {data !== undefined && <Month statement={data} />}
    </Page>
  );
}

function Month({ statement }: { statement: Statement }) {
  const t = useText();
  const { shares, corrections, total, closedAt, month, role } = statement;
  const isTeam = hasTeam(role);
  return (
    <>
      {closedAt === null ? (
        <Notice tone="info" title={t('incentives.live')} />
      ) : (
        <Notice tone="good" title={t('incentives.closed')}>
          {t('incentives.closedBody')}
        </Notice>
      )}
      <StatTiles>
        <StatTile label={t('incentives.total')} value={formatRupees(total)} />
        <StatTile
          label={t(isTeam ? 'incentives.collectedTeam' : 'money.verified')}
          value={formatRupees(shares.reduce((sum, { collected }) => sum + collected, 0))}
        />
        {corrections !== 0 && (
          <StatTile label={t('incentives.corrections')} value={formatRupees(corrections)} />
        )}
      </StatTiles>
      {shares.length === 0 && corrections === 0 && (
        <EmptyState title={t('incentives.nothing')} body={t('incentives.statementsSubtitle')} />
      )}
      {shares.map((share) => (
        <ShareFigures key={`${share.clientId}${share.roleType}`} share={share} />
      ))}
      {(shares.length > 0 || corrections !== 0) && (
        <Panel title={t('words.lines')}>
          <StatementLines personId={statement.personId} month={month} />
        </Panel>
      )}
    </>
  );
}

/** What a person earns on a client: the slab, the next one, gates that hold it back. */
function ShareFigures({ share }: { share: IncentiveShare }) {
  const t = useText();
  const { slabs, failed, target, achievement, lines, team, fixed, cap } = share;
  return (
    <>
      {failed.map((gate) => (
        <Notice key={gate} tone="warn" title={t(`incentives.gates.${gate}`)}>
          {t(`incentives.gateHelp.${gate}`, { amount: formatRupees(share.inHand) })}
        </Notice>
      ))}
      <StatTiles title={`${share.Client_Name} · ${formatRupees(share.total)}`}>
        {slabs.map((slab) => (
          <StatTile
            key={JSON.stringify(slab)}
            label={partText(t, slab)}
            value={
              slab.from === null
                ? t('incentives.belowSlabs')
                : t('incentives.slabNow', {
                    share: shareText(slab),
                    from: fromText(slab.measure, slab.from),
                  })
            }
            {...(slab.next !== null && {
              comparison: t('incentives.next', {
                more: formatRupees(slab.next.more),
                need: formatRupees(slab.next.need),
              }),
              trend: 'up',
            })}
          />
        ))}
        <StatTile
          label={t('incentives.byPayment')}
          value={formatRupees(lines)}
          {...(cap !== null &&
            lines + team + fixed > cap && {
              comparison: t('incentives.capped', { amount: formatRupees(cap) }),
            })}
        />
        {team > 0 && <StatTile label={t('incentives.team')} value={formatRupees(team)} />}
        {fixed > 0 && <StatTile label={t('incentives.fixedSum')} value={formatRupees(fixed)} />}
        {achievement !== null && (
          <StatTile
            label={t('targets.achieved')}
            value={t('words.percentOf', {
              percent: achievement,
              amount: formatRupees(target),
            })}
          />
        )}
      </StatTiles>
    </>
  );
}
