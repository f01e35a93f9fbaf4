import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { Backup } from '../../../contract/backups.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatDuration } from '../../lib/duration.ts';
import { jobWords } from '../../lib/job-words.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './backups.module.css';

const STATE_TONES: Readonly<Record<Backup['state'], Tone>> = {
  WAITING: 'info',
  WRITING: 'info',
  DRILLING: 'info',
  DONE: 'good',
  FAILED: 'danger',
  GONE: 'danger',
};

/** Of the others it is not known yet how many there are. */
const HAS_ROWS: ReadonlySet<Backup['state']> = new Set(['DONE', 'GONE']);

function StateChip({ backup }: { backup: Backup }) {
  const t = useText();
  const { state, drillState, checkState } = backup;
  if (state === 'DONE' && (drillState === 'FAILED' || checkState === 'BAD'))
    return <StatusChip tone="danger" label={t('backups.unusable')} />;
  if (state === 'DONE' && drillState !== 'PASSED')
    return <StatusChip tone="warn" label={t('backups.untried')} />;
  return <StatusChip tone={STATE_TONES[state]} label={t(`backups.state_${state}`)} />;
}

function Drill({ backup }: { backup: Backup }) {
  const t = useText();
  const { drillState, drillProblem } = backup;
  if (drillState === null) return '–';
  return (
    <TwoLines
      first={t(`backups.drill_${drillState}`)}
      second={drillProblem && jobWords(drillProblem)}
    />
  );
}

function Check({ backup }: { backup: Backup }) {
  const t = useText();
  return backup.checkState === null ? '–' : t(`backups.check_${backup.checkState}`);
}

/** How long it was written and tried out, m:ss. */
function durationOf({ startedAt, finishedAt }: Backup): string {
  if (startedAt === null || finishedAt === null) return '–';
  return formatDuration(Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000));
}

const madeBy = (t: TFunction, { createdBy, isScheduled }: Backup) =>
  isScheduled ? t('backups.settings') : (createdBy ?? '–');

const right = { align: 'right' } as const;

/** The columns of the list. */
export function useBackupColumns(): DataColumn<Backup>[] {
  const t = useText();
  return useMemo(() => [...madeColumns(t), ...triedColumns(t)], [t]);
}

/** What a backup is, and how it was made. */
function madeColumns(t: TFunction): DataColumn<Backup>[] {
  return [
    instantColumn(
      'createdAt',
      t('backups.made'),
      (backup) => backup.snapshotAt ?? backup.createdAt,
      {
        isFixed: true,
        card: 'title',
      },
    ),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (backup) => <StateChip backup={backup} />,
      file: [
        {
          of: ({ state }) => state,
          // Whether it is any good, the file says with the drill and the check.
          words: (code) =>
            code === 'DONE' ? t('backups.finished') : t(`backups.state_${code as Backup['state']}`),
        },
      ],
    },
    textColumn('by', t('backups.by'), (backup) => madeBy(t, backup), {
      card: 'line',
      file: [{ of: ({ createdBy }) => createdBy, words: { '': t('backups.settings') } }],
    }),
    {
      key: 'size',
      title: t('backups.size'),
      ...right,
      render: ({ size }) =>
        size === null ? '–' : <span className={classes.whole}>{formatBytes(size)}</span>,
    },
    {
      key: 'rows',
      title: t('words.rows'),
      ...right,
      render: ({ state, doneRows }) => (HAS_ROWS.has(state) ? formatCount(doneRows) : '–'),
      file: [{ of: ({ doneRows }) => doneRows }],
    },
    {
      key: 'duration',
      title: t('backups.duration'),
      ...right,
      render: durationOf,
      file: [
        { of: ({ startedAt }) => startedAt, title: t('backups.started') },
        { of: ({ finishedAt }) => finishedAt, title: t('backups.finished') },
      ],
    },
  ];
}

/** What became of it when it was tried out. */
function triedColumns(t: TFunction): DataColumn<Backup>[] {
  return [
    {
      key: 'drill',
      title: t('backups.drill'),
      render: (backup) => <Drill backup={backup} />,
      file: [
        {
          of: ({ drillState }) => drillState,
          words: (code) => t(`backups.drill_${code as NonNullable<Backup['drillState']>}`),
        },
        { of: ({ drillProblem }) => drillProblem, title: t('backups.drillProblem') },
      ],
    },
    {
      key: 'check',
      title: t('backups.check'),
      render: (backup) => <Check backup={backup} />,
      file: [
        {
          of: ({ checkState }) => checkState,
          words: (code) => t(`backups.check_${code as NonNullable<Backup['checkState']>}`),
        },
      ],
    },
    textColumn('problem', t('words.problem'), ({ problem }) =>
      problem === null ? '–' : jobWords(problem),
    ),
  ];
}
