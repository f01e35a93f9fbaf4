import { Button } from '@mantine/core';
import { IconBrain, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { recoveryModelCalls as calls } from '../../../contract/recovery-model.ts';
import type { RecoveryInsight, RecoveryModel } from '../../../contract/recovery-model.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery, whileMoving } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { formatRupeesShort } from '../../lib/short-rupees.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ClientSwitches } from './client-switches.tsx';
import { ModelCardPanels } from './model-card.tsx';
import { ModelList } from './model-list.tsx';
import { OrderExperiments } from './order-experiments.tsx';
import { percent } from './percent.ts';
import { StockTable } from './stock-table.tsx';

const POLL_MS = 2000;

const isTraining = ({ state }: RecoveryModel) => state === 'WAITING' || state === 'TRAINING';
const isScoring = ({ scoring }: RecoveryInsight) =>
  scoring?.state === 'WAITING' || scoring?.state === 'RUNNING';

/** `/recovery-insight`: what the loans are expected to bring by their scores, and how good the model behind them is. */
export function InsightScreen() {
  const t = useText();
  const found = useCallQuery(
    calls.readRecoveryInsight,
    {},
    {
      isBackground: 'again',
      refetchInterval: whileMoving(
        POLL_MS,
        (answer) => isScoring(answer) || (answer.models ?? []).some(isTraining),
      ),
    },
  );
  return (
    <Page>
      <PageHeader
        title={t('menu.advancedPredictor')}
        subtitle={t('recoveryModel.subtitle')}
        actions={mayCall(calls.trainRecoveryModel) && <Actions insight={found.data} />}
      />
      {found.data ? (
        <Found insight={found.data} />
      ) : found.isError ? (
        <LoadProblem error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LoadingState kind="record" rows={6} />
      )}
    </Page>
  );
}

function Actions({ insight }: { insight: RecoveryInsight | undefined }) {
  const t = useText();
  const train = useCallCommand(calls.trainRecoveryModel, {
    onDone: () => showSuccess(t('recoveryModel.trainBegun')),
  });
  const score = useCallCommand(calls.scoreRecovery, {
    onDone: () => showSuccess(t('recoveryModel.scoringBegun')),
  });
  const models = insight?.models ?? [];
  return (
    <div className="rc-row-8">
      {models.some(({ isUsed }) => isUsed) && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={score.isPending}
          disabled={insight === undefined || isScoring(insight)}
          onClick={() => score.mutate({})}
        >
          {t('recoveryModel.scoreNow')}
        </Button>
      )}
      <Button
        leftSection={<IconBrain size={16} aria-hidden />}
        loading={train.isPending}
        disabled={insight === undefined || models.some(isTraining)}
        onClick={() => train.mutate({})}
      >
        {t('recoveryModel.train')}
      </Button>
    </div>
  );
}

function Found({ insight }: { insight: RecoveryInsight }) {
  const t = useText();
  const { models, stock } = insight;
  const [chosen, choose] = useState<string | null>(null);
  const withCard = (models ?? []).filter(({ card }) => card !== null);
  const shown =
    withCard.find(({ _id }) => _id === chosen) ??
    withCard.find(({ isUsed }) => isUsed) ??
    withCard[0];
  const scored = stock.reduce((sum, each) => sum + each.scored, 0);
  return (
    <>
      <Standing insight={insight} />
      {scored > 0 && <Tiles insight={insight} scored={scored} />}
      {scored > 0 ? (
        <Panel title={t('recoveryModel.stockTitle')} isFlush>
          <StockTable title={t('recoveryModel.stockTitle')} stock={stock} />
        </Panel>
      ) : (
        <EmptyState title={t('recoveryModel.noneTitle')} body={t('recoveryModel.noneBody')} />
      )}
      {models && models.length > 0 && (
        <Panel title={t('recoveryModel.modelsTitle')} isFlush>
          <ModelList models={models} shownId={shown?._id ?? null} onShow={choose} />
        </Panel>
      )}
      {shown?.card && (
        <ModelCardPanels
          version={shown.version}
          card={shown.card}
          drift={shown.isUsed ? (insight.scoring?.drift ?? []) : []}
        />
      )}
      {mayCall(calls.listOrderExperiments) && <OrderExperiments />}
      {mayCall(calls.listPredictionSwitches) && <ClientSwitches />}
    </>
  );
}

/** What is under way, and what went wrong last. */
function Standing({ insight }: { insight: RecoveryInsight }) {
  const t = useText();
  const { models, scoring } = insight;
  const training = models?.find(isTraining);
  const newest = models?.find(({ finishedAt }) => finishedAt !== null);
  return (
    <>
      {training && (
        <Notice
          tone="info"
          title={t('recoveryModel.training', { version: String(training.version) })}
        />
      )}
      {scoring && isScoring(insight) && (
        <Notice
          tone="info"
          title={t('recoveryModel.scoring', { done: scoring.done, total: scoring.total })}
        />
      )}
      {scoring?.state === 'FAILED' && (
        <Notice tone="warn" title={t('recoveryModel.scoringFailed')} />
      )}
      {!training && newest && newest.problem !== null && !newest.isUsed && (
        <Notice
          tone={newest.problem === 'NOT_BETTER' ? 'info' : 'warn'}
          title={t(`recoveryModel.problems.${newest.problem}`)}
        />
      )}
    </>
  );
}

const SOME_DRIFT = 0.1;
const MUCH_DRIFT = 0.25;

function Tiles({ insight, scored }: { insight: RecoveryInsight; scored: number }) {
  const t = useText();
  const { stock, models, scoring } = insight;
  const sum = (of: (each: RecoveryInsight['stock'][number]) => number) =>
    stock.reduce((all, each) => all + of(each), 0);
  const expected = sum((each) => each.expectedAmount ?? 0);
  const due = sum((each) => each.dueAmount);
  const used = models?.find(({ isUsed }) => isUsed);
  const [worst] = scoring?.drift ?? [];
  return (
    <StatTiles>
      <StatTile
        label={t('words.expected30')}
        value={formatRupeesShort(expected)}
        {...(due > 0 && {
          comparison: t('words.ofDue', { share: percent(expected / due) }),
        })}
      />
      <StatTile
        label={t('recoveryModel.scoredLoans')}
        value={formatCount(scored)}
        comparison={t('recoveryModel.ofLoans', { count: sum((each) => each.loans) })}
      />
      {models && (
        <StatTile
          label={t('recoveryModel.inUse')}
          value={
            used
              ? t('recoveryModel.version', { version: String(used.version) })
              : t('recoveryModel.noModel')
          }
          {...(used?.finishedAt && {
            comparison: t('recoveryModel.sinceDay', { day: formatDay(used.finishedAt) }),
          })}
        />
      )}
      {worst && (
        <StatTile
          label={t('recoveryModel.drift')}
          value={`PSI ${worst.psi.toFixed(2)}`}
          tone={worst.psi >= MUCH_DRIFT ? 'warn' : 'plain'}
          comparison={t(
            worst.psi >= MUCH_DRIFT
              ? 'recoveryModel.driftMuch'
              : worst.psi >= SOME_DRIFT
                ? 'recoveryModel.driftSome'
                : 'recoveryModel.driftCalm',
          )}
          note={t('recoveryModel.driftBy', { sign: t(`recoveryModel.signs.${worst.sign}`) })}
        />
      )}
    </StatTiles>
  );
}
