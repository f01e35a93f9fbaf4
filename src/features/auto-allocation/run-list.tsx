import type { AllocationRun } from '../../../contract/allocation-run.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useRuns } from './allocation-queries.ts';
import { STATE_TONES } from './run-words.ts';
import classes from './auto-allocation.module.css';

/** Runs in work and past, newest first; a row opens its run on this screen. */
export function RunList({ path }: { path: string }) {
  const t = useText();
  const state = useOwnPage();
  const runs = useRuns(state.page);
  const columns = useRunColumns();
  return (
    <section className={classes.section} aria-label={t('autoAllocation.runs')}>
      <h2 className={classes.title}>{t('autoAllocation.runs')}</h2>
      <List<AllocationRun>
        name="allocation-runs"
        label={t('autoAllocation.runs')}
        columns={columns}
        list={runs}
        state={state}
        rowLabel={(run) =>
          t('autoAllocation.runLabel', {
            work: t(`autoAllocation.${run.kind}`),
            time: formatDayTime(run.createdAt),
          })
        }
        rowHref={(run) => `${path}?run=${run._id}`}
        hasColumnChooser={false}
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
      card: 'line',
      render: (run) => <DayText value={run.createdAt} show="both" />,
    },
    {
      key: 'kind',
      title: t('autoAllocation.work'),
      card: 'title',
      render: (run) => t(`autoAllocation.${run.kind}`),
    },
    {
      key: 'state',
      title: t('autoAllocation.state'),
      card: 'aside',
      render: (run) => <StateChip run={run} />,
    },
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
