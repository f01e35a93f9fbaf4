import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MessageRun } from '../../../contract/message-run.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, TwoLines } from '../../components/figure.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useRuns, useStopRun } from './message-queries.ts';
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
  const [page, setPage] = useState(1);
  const runs = useRuns(page, true);
  const columns = useRunColumns();
  if (runs.data === undefined || (page === 1 && runs.data.data.length === 0)) return null;
  const inWork = runs.data.data.filter((run) => run.state === 'QUEUEING');
  return (
    <section className={classes.section} aria-label={t('messages.runs')}>
      <h2 className={classes.sectionTitle}>{t('messages.runs')}</h2>
      {inWork.map((run) => (
        <ProgressPanel
          key={run._id}
          title={`${t('messages.runProgress')}: ${run.templateName}`}
          done={run.doneLoans}
          total={run.totalLoans}
        >
          <StopButton run={run} />
        </ProgressPanel>
      ))}
      <DataTable<MessageRun>
        name="message-runs"
        label={t('messages.runs')}
        columns={columns}
        rows={runs.data.data}
        rowId={(run) => run._id}
        rowLabel={(run) => `${run.templateName}, ${formatDayTime(run.createdAt)}`}
        rowHref={(run) => `/messages?runId=${run._id}`}
        totalCount={runs.data.totalCount}
        page={page}
        onPage={setPage}
        isFetching={runs.isPlaceholderData}
        hasColumnChooser={false}
        renderCard={(run) => <RunCard run={run} />}
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
  const stop = useStopRun();
  const ask = async () => {
    const isSure = await confirm({
      body: t('messages.stopQuestion'),
      confirmLabel: t('messages.stop'),
      isDangerous: true,
    });
    if (isSure) whenDone(stop.mutateAsync(run._id), () => showSuccess(t('messages.stopped')));
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
    {
      key: 'createdAt',
      title: t('messages.at'),
      render: (run) => <DayText value={run.createdAt} show="both" />,
    },
    {
      key: 'template',
      title: t('messages.template'),
      render: (run) => <TwoLines first={run.templateName} second={t(`messages.${run.channel}`)} />,
    },
    {
      key: 'queued',
      title: t('messages.queued'),
      align: 'right',
      render: (run) => formatCount(run.queued),
    },
    {
      key: 'leftOut',
      title: t('messages.leftOut'),
      render: (run) => (run.leftOut.length === 0 ? '–' : <LeftOutList leftOut={run.leftOut} />),
    },
    { key: 'state', title: t('messages.state'), render: (run) => <StateChip run={run} /> },
    { key: 'by', title: t('messages.by'), render: (run) => run.createdBy },
  ];
}

function RunCard({ run }: { run: MessageRun }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <TwoLines first={run.templateName} second={formatDayTime(run.createdAt)} />
        <StateChip run={run} />
      </div>
      <div className={classes.quiet}>
        {`${t('messages.queued')}: ${formatCount(run.queued)} · ${t(`messages.${run.channel}`)} · ${run.createdBy}`}
      </div>
      {run.leftOut.length > 0 && <LeftOutList leftOut={run.leftOut} />}
    </div>
  );
}
