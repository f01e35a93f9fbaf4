import { Button } from '@mantine/core';
import type { MessageRun } from '../../../contract/message-run.ts';
import { messageRunCalls } from '../../../contract/message-run.ts';
import { countColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { isOnTheWay, useRuns } from './message-queries.ts';
import { LeftOutList } from './run-dialog.tsx';
import classes from './messages.module.css';

const TONES: Readonly<Record<MessageRun['state'], Tone>> = {
  QUEUEING: 'info',
  DONE: 'good',
  CANCELLED: 'quiet',
  FAILED: 'danger',
};

/** Sendings to many loans, in work and past; one in work shows its progress and can be stopped. Nothing while there are none. */
export function RunList() {
  const t = useText();
  const state = useOwnPage();
  const runs = useRuns(state.page, true);
  const columns = useRunColumns();
  const titleOf = (of: 'runProgress' | 'runWaiting', run: MessageRun) =>
    `${t(`messages.${of}`)}: ${run.templateName}`;
  if (runs.data === undefined || (state.page === 1 && runs.data.data.length === 0)) return null;
  const inWork = runs.data.data.filter(isOnTheWay);
  return (
    <section className={classes.section} aria-label={t('messages.runs')}>
      <h2 className={classes.sectionTitle}>{t('messages.runs')}</h2>
      {inWork.map((run) => (
        <ProgressPanel
          key={run._id}
          {...(run.state === 'QUEUEING'
            ? { title: titleOf('runProgress', run), done: run.doneLoans, total: run.totalLoans }
            : {
                title: titleOf('runWaiting', run),
                done: run.queued - run.waiting,
                total: run.queued,
              })}
        >
          <StopButton run={run} />
        </ProgressPanel>
      ))}
      <List<MessageRun>
        name="message-runs"
        label={t('messages.runs')}
        columns={columns}
        list={runs}
        state={state}
        rowLabel={(run) => `${run.templateName}, ${formatDayTime(run.createdAt)}`}
        rowHref={(run) => `/messages?runId=${run._id}`}
        hasColumnChooser={false}
        empty={t('messages.runNone')}
      />
    </section>
  );
}

function StateChip({ run }: { run: MessageRun }) {
  const t = useText();
  return <StatusChip tone={TONES[run.state]} label={t(`messages.runState.${run.state}`)} />;
}

function StopButton({ run }: { run: MessageRun }) {
  const t = useText();
  const confirm = useConfirm();
  const stop = useCallCommand(messageRunCalls.cancelMessageRun);
  const ask = async () => {
    const isSure = await confirm({
      body: t('messages.stopQuestion'),
      confirmLabel: t('messages.stop'),
      isDangerous: true,
    });
    if (isSure)
      whenDone(stop.mutateAsync({ params: { id: run._id } }), () =>
        showSuccess(t('messages.stopped')),
      );
  };
  return (
    <Button variant="default" size="xs" loading={stop.isPending} onClick={() => void ask()}>
      {t('messages.stop')}
    </Button>
  );
}

function useRunColumns(): DataColumn<MessageRun>[] {
  const t = useText();
  return [
    instantColumn('createdAt', t('words.when'), (run) => run.createdAt, { card: 'line' }),
    {
      key: 'template',
      title: t('messages.template'),
      card: 'title',
      render: (run) => <TwoLines first={run.templateName} second={t(`messages.${run.channel}`)} />,
    },
    countColumn('queued', t('menu.messages'), (run) => run.queued),
    {
      key: 'leftOut',
      title: t('messages.leftOut'),
      card: 'line',
      render: (run) => (run.leftOut.length === 0 ? '–' : <LeftOutList leftOut={run.leftOut} />),
    },
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (run) => <StateChip run={run} />,
    },
    textColumn('by', t('messages.by'), (run) => run.createdBy),
  ];
}
