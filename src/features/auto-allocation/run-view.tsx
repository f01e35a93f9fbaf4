import { Button } from '@mantine/core';
import type { AllocationRunDetail } from '../../../contract/allocation-run.ts';
import { allocationRunCalls } from '../../../contract/allocation-run.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { useRightNow } from '../../components/figure.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/page.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { Steps } from '../../components/steps.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { jobWords } from '../../lib/job-words.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { isAtWork, useRun } from './allocation-queries.ts';
import { RunPlan } from './run-plan.tsx';
import classes from './auto-allocation.module.css';

const STEP_OF: Readonly<Record<AllocationRunDetail['state'], number>> = {
  PLANNING: 2,
  PLANNED: 2,
  APPLYING: 3,
  DONE: 4,
  FAILED: 2,
  CANCELLED: 2,
  UNDOING: 3,
  UNDONE: 4,
};

/** A run by its state: progress, the plan to be confirmed, how it ended. */
export function RunView({ runId, onRestart }: { runId: string; onRestart: () => void }) {
  const t = useText();
  const query = useRun(runId);
  const run = query.data;
  const content = (
    <div className={classes.step}>
      <Loaded of={query} rows={5}>
        {(read) => <RunState run={read} onRestart={onRestart} />}
      </Loaded>
    </div>
  );
  const titles = ['stepLoans', 'stepWhom', 'stepPlan', 'stepDone'] as const;
  return (
    <>
      <Panel>
        <Steps
          steps={titles.map((title) => ({ title: t(`autoAllocation.${title}`), content }))}
          active={Math.min(STEP_OF[run?.state ?? 'PLANNING'], 3)}
          onStep={() => undefined}
        />
      </Panel>
      {run !== undefined && run.summary !== null && run.state !== 'CANCELLED' && (
        <RunPlan run={run} summary={run.summary} />
      )}
    </>
  );
}

interface StateProps {
  run: AllocationRunDetail;
  onRestart: () => void;
}

function RunState({ run, onRestart }: StateProps) {
  const t = useText();
  if (isAtWork(run)) return <AtWork run={run} />;
  if (run.state === 'PLANNED') return <Planned run={run} />;
  return (
    <>
      <Ended run={run} />
      <div className={classes.actions}>
        <Button onClick={onRestart}>{t('autoAllocation.another')}</Button>
        <UndoButton run={run} />
      </div>
    </>
  );
}

function AtWork({ run }: { run: AllocationRunDetail }) {
  const t = useText();
  const title =
    run.state === 'APPLYING'
      ? t('autoAllocation.progressAPPLYING')
      : run.state === 'UNDOING'
        ? t('autoAllocation.progressUNDOING')
        : t('autoAllocation.progressPLANNING');
  return (
    <ProgressPanel title={title} done={run.doneLoans} total={run.totalLoans}>
      <p className="rc-quiet">{t('autoAllocation.leaveIt')}</p>
      {run.state === 'PLANNING' && (
        <div className={classes.actions}>
          <DropButton run={run} />
        </div>
      )}
    </ProgressPanel>
  );
}

/** The plan waits for its one confirmation. */
function Planned({ run }: { run: AllocationRunDetail }) {
  const t = useText();
  const ask = useConfirm();
  const confirm = useCallCommand(allocationRunCalls.confirmAllocationRun, {
    changes: ['allocations'],
  });
  const { changedSince } = run;
  const count = run.takenByRules + run.sharedOut - changedSince;
  const loans = formatCount(count);
  const takers = run.summary?.agents.filter((agent) => agent.getsLoans > 0).length ?? 0;
  const people = t('autoAllocation.persons', { count: takers, people: formatCount(takers) });
  const send = async () => {
    const isConfirmed = await ask({
      title: t('autoAllocation.confirmTitle'),
      body: t('autoAllocation.confirmBody', { count, loans, people }),
      confirmLabel: t('autoAllocation.confirm', { count, loans }),
    });
    if (isConfirmed)
      whenDone(confirm.mutateAsync({ params: { id: run._id } }), () =>
        showSuccess(t('autoAllocation.givenToast')),
      );
  };
  return (
    <>
      {changedSince > 0 && (
        <Notice
          tone="warn"
          title={t('autoAllocation.changedSince', {
            count: changedSince,
            loans: formatCount(changedSince),
          })}
        >
          {t('autoAllocation.changedSinceBody')}
        </Notice>
      )}
      {count === 0 && changedSince === 0 && (
        <Notice tone="warn" title={t('autoAllocation.nothingToGive')}>
          {t('autoAllocation.nothingToGiveBody')}
        </Notice>
      )}
      <div className={classes.actions}>
        {count > 0 && (
          <Button loading={confirm.isPending} onClick={() => void send()}>
            {t('autoAllocation.confirm', { count, loans })}
          </Button>
        )}
        <DropButton run={run} />
      </div>
    </>
  );
}

function DropButton({ run }: { run: AllocationRunDetail }) {
  const t = useText();
  const drop = useCallCommand(allocationRunCalls.cancelAllocationRun);
  return (
    <Button
      variant="default"
      loading={drop.isPending}
      onClick={() =>
        whenDone(drop.mutateAsync({ params: { id: run._id } }), () =>
          showSuccess(t('autoAllocation.dropped')),
        )
      }
    >
      {t('autoAllocation.drop')}
    </Button>
  );
}

function Ended({ run }: { run: AllocationRunDetail }) {
  const t = useText();
  const given = run.takenByRules + run.sharedOut - run.changedLoans;
  if (run.state === 'FAILED')
    return (
      <Notice tone="danger" title={t('autoAllocation.failedTitle')} isAlert>
        {run.error && jobWords(run.error)}
      </Notice>
    );
  if (run.state === 'CANCELLED')
    return (
      <Notice tone="info" title={t('autoAllocation.droppedTitle')}>
        {t('autoAllocation.dropBody')}
      </Notice>
    );
  if (run.state === 'UNDONE') {
    const { undoneLoans: count, keptLoans: kept } = run;
    return (
      <Notice
        tone="info"
        title={t('autoAllocation.undoneTitle', { count, loans: formatCount(count) })}
      >
        {kept > 0 && t('autoAllocation.kept', { count: kept, loans: formatCount(kept) })}
      </Notice>
    );
  }
  return (
    <Notice
      tone="good"
      title={t('autoAllocation.doneTitle', { count: given, loans: formatCount(given) })}
    >
      {run.changedLoans > 0 &&
        t('autoAllocation.changed', {
          count: run.changedLoans,
          loans: formatCount(run.changedLoans),
        })}
    </Notice>
  );
}

function UndoButton({ run }: { run: AllocationRunDetail }) {
  const t = useText();
  const ask = useConfirm();
  const undo = useCallCommand(allocationRunCalls.undoAllocationRun, { changes: ['allocations'] });
  const now = useRightNow(30_000);
  const until = run.undoableUntil;
  if (until === null || Date.parse(until) < now) return null;
  const send = async () => {
    const isConfirmed = await ask({
      title: t('autoAllocation.undoTitle'),
      body: t('autoAllocation.undoBody'),
      confirmLabel: t('autoAllocation.undo'),
    });
    if (isConfirmed)
      whenDone(undo.mutateAsync({ params: { id: run._id } }), () =>
        showSuccess(t('autoAllocation.undoToast')),
      );
  };
  return (
    <>
      <Button variant="default" loading={undo.isPending} onClick={() => void send()}>
        {t('autoAllocation.undo')}
      </Button>
      <span className="rc-quiet">
        {t('autoAllocation.undoUntil', { time: formatDayTime(until) })}
      </span>
    </>
  );
}
