import { useState } from 'react';
import type { AllocationRun } from '../../../contract/allocation-run.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useRuns } from './allocation-queries.ts';
import { STATE_TONES } from './run-words.ts';
import classes from './auto-allocation.module.css';

const plannedOrGiven = (run: AllocationRun) => run.takenByRules + run.sharedOut - run.changedLoans;

/** Runs in work and past, newest first; a row opens its run on this screen. */
export function RunList({ path }: { path: string }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const runs = useRuns(page);
  const columns = useRunColumns();
  if (runs.isError && runs.data === undefined)
    return <LoadProblem error={runs.error} onRetry={() => void runs.refetch()} />;
  return (
    <section className={classes.section} aria-label={t('autoAllocation.runs')}>
      <h2 className={classes.title}>{t('autoAllocation.runs')}</h2>
      <DataTable<AllocationRun>
        name="allocation-runs"
        label={t('autoAllocation.runs')}
        columns={columns}
        rows={runs.data?.data}
        rowId={(run) => run._id}
        rowLabel={(run) =>
          t('autoAllocation.runLabel', {
            work: t(`autoAllocation.${run.kind}`),
            time: formatDayTime(run.createdAt),
          })
        }
        rowHref={(run) => `${path}?run=${run._id}`}
        totalCount={runs.data?.totalCount ?? 0}
        page={page}
        onPage={setPage}
        isFetching={runs.isPlaceholderData}
        hasColumnChooser={false}
        renderCard={(run) => <RunCard run={run} />}
        empty={t('autoAllocation.runsNone')}
      />
    </section>
  );
}

function useRunColumns(): DataColumn<AllocationRun>[] {
  const t = useText();
  return [
    {
      key: 'createdAt',
      title: t('autoAllocation.at'),
      render: (run) => <DayText value={run.createdAt} show="both" />,
    },
    {
      key: 'kind',
      title: t('autoAllocation.work'),
      render: (run) => t(`autoAllocation.${run.kind}`),
    },
    { key: 'state', title: t('autoAllocation.state'), render: (run) => <StateChip run={run} /> },
    {
      key: 'byRules',
      title: t('autoAllocation.byRules'),
      align: 'right',
      render: (run) => formatCount(run.takenByRules),
    },
    {
      key: 'shared',
      title: t('autoAllocation.shared'),
      align: 'right',
      render: (run) => formatCount(run.sharedOut),
    },
    {
      key: 'leftOver',
      title: t('autoAllocation.leftOver'),
      align: 'right',
      render: (run) => formatCount(run.leftOver),
    },
    {
      key: 'by',
      title: t('autoAllocation.by'),
      render: (run) => run.confirmedBy ?? run.createdBy,
    },
  ];
}

function StateChip({ run }: { run: AllocationRun }) {
  const t = useText();
  return <StatusChip tone={STATE_TONES[run.state]} label={t(`autoAllocation.${run.state}`)} />;
}

function RunCard({ run }: { run: AllocationRun }) {
  const t = useText();
  const count = plannedOrGiven(run);
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <strong>{t(`autoAllocation.${run.kind}`)}</strong>
        <StateChip run={run} />
      </div>
      <div>{t('autoAllocation.countLoans', { count, loans: formatCount(count) })}</div>
      <div className={classes.quiet}>
        {`${formatDayTime(run.createdAt)} · ${run.confirmedBy ?? run.createdBy}`}
      </div>
    </div>
  );
}
