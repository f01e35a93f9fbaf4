import type { AllocationRun } from '../../../contract/allocation-run.ts';
import { countColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDayTime } from '../../lib/dates.ts';
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
      <h2 className="rc-title">{t('autoAllocation.runs')}</h2>
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
    instantColumn('createdAt', t('words.when'), (run) => run.createdAt, { card: 'line' }),
    textColumn('kind', t('words.work'), (run) => t(`autoAllocation.${run.kind}`), {
      card: 'title',
    }),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (run) => <StateChip run={run} />,
    },
    countColumn('byRules', t('autoAllocation.byRules'), (run) => run.takenByRules),
    countColumn('shared', t('autoAllocation.shared'), (run) => run.sharedOut),
    countColumn('leftOver', t('autoAllocation.leftOver'), (run) => run.leftOver),
    textColumn('by', t('words.by'), (run) => run.confirmedBy ?? run.createdBy),
  ];
}

function StateChip({ run }: { run: AllocationRun }) {
  const t = useText();
  return <StatusChip tone={STATE_TONES[run.state]} label={t(`autoAllocation.${run.state}`)} />;
}
