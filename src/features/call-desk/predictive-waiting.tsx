import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useNow } from '../../components/figure.tsx';
import type { AgentStand } from '../../../contract/predictive-call.ts';
import { Notice } from '../../components/notice.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { PredictiveBreak } from './predictive-break.tsx';
import { useSeat } from './predictive-queries.ts';
import type { PredictiveState } from './predictive-queries.ts';
import { useOnline } from '../../lib/use-online.ts';
import classes from './predictive.module.css';

const TICK_MS = 1000;

interface WaitingProps {
  username: string;
  state: PredictiveState;
  /** The last call's outcome is saved here: on its way, or refused by the server. */
  outcome: 'saving' | 'refused' | null;
}

/** Between two calls: how the agent stands and since when, and what it can do. */
export function PredictiveWaiting({ username, state, outcome }: WaitingProps) {
  const t = useText();
  const { agent } = state;
  const seat = useSeat(username);
  const stand = outcome ?? standOf(state);
  const canStart = stand === 'out' || stand === 'manual';
  const start = () => {
    if (canStart) seat.begin.mutate();
    else if (stand === 'break') seat.ready.mutate();
  };
  useKeys({ s: start });
  return (
    <>
      <PageHeader
        title={t('menu.predictiveCall')}
        {...(agent.campaignName !== null && { subtitle: agent.campaignName })}
        actions={
          agent.state !== null && agent.state !== 'BREAK' ? (
            <PredictiveBreak username={username} agent={agent} />
          ) : undefined
        }
      />
      <Panel>
        <div className={classes.waiting} data-stand={stand}>
          <output className={classes.stand}>{t(`predictive.stand_${stand}`)}</output>
          <Since since={agent.since} offsetMs={state.clockOffsetMs} />
          {(stand !== 'ready' || mayCall(agent)) && (
            <p className={classes.hint}>{t(`predictive.hint_${stand}`)}</p>
          )}
          {stand === 'refused' && <Way to="/outbox">{t('words.openTheOutbox')}</Way>}
          {stand === 'busy' && typeof agent.loanId === 'string' && (
            <Way to={`/call-management?loanId=${agent.loanId}`}>{t('loans.callDesk')}</Way>
          )}
          {(canStart || stand === 'break') && (
            <Button
              size="md"
              title="S"
              loading={seat.begin.isPending || seat.ready.isPending}
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              onClick={start}
            >
              {t(stand === 'break' ? 'dialer.ready' : 'predictive.start')}
            </Button>
          )}
        </div>
      </Panel>
      <Notes state={state} />
      <StatTiles>
        <StatTile label={t('reportWords.callsToday')} value={formatCount(agent.callsToday)} />
        <StatTile
          label={t('words.level')}
          value={agent.level === null ? '–' : agent.level.toFixed(2)}
          comparison={t('predictive.levelHelp')}
        />
      </StatTiles>
    </>
  );
}

function Way({ to, children }: { to: string; children: string }) {
  return (
    <Button component={Link} to={to} size="md">
      {children}
    </Button>
  );
}

const mayCall = (agent: AgentStand): boolean => agent.campaignState === 'RUNNING';

/** What stands in the way of calls, in words. */
function Notes({ state: { agent } }: Pick<WaitingProps, 'state'>) {
  const t = useText();
  const isOnline = useOnline();
  const isEnded = agent.campaignState === 'ENDED';
  return (
    <>
      {!isOnline && <Notice tone="warn" title={t('predictive.offline')} />}
      {agent.campaignName === null ? (
        <Notice tone="warn" title={t('predictive.noCampaign')}>
          {t('predictive.noCampaignBody')}
        </Notice>
      ) : (
        !mayCall(agent) && (
          <Notice
            tone="info"
            title={t(isEnded ? 'predictive.ended' : 'predictive.notRunning', {
              name: agent.campaignName,
            })}
          >
            {t(isEnded ? 'predictive.noCampaignBody' : 'predictive.notRunningBody')}
          </Notice>
        )
      )}
    </>
  );
}

type Stand = 'ready' | 'coming' | 'break' | 'manual' | 'out' | 'busy';

function standOf({ agent }: PredictiveState): Stand {
  if (agent.state === null) return 'out';
  if (agent.state === 'BREAK') return 'break';
  if (!agent.isPredictive) return 'manual';
  if (agent.state === 'READY') return 'ready';
  return agent.state === 'QUEUE' ? 'coming' : 'busy';
}

function Since({ since, offsetMs }: { since: string | null; offsetMs: number }) {
  const now = useNow(TICK_MS) + offsetMs;
  if (since === null) return null;
  return (
    <strong className={classes.clock} role="timer">
      {formatDuration((now - Date.parse(since)) / 1000)}
    </strong>
  );
}
