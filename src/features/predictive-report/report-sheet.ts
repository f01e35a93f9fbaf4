import type { TFunction } from 'i18next';
import type { CallFigures, PredictiveReportRow } from '../../../contract/predictive-report.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatDuration } from '../../lib/duration.ts';
import { hourText } from './figure-words.ts';

type Cells = (string | number)[];

const WORDS = [
  'placed',
  'answered',
  'connected',
  'abandoned',
  'abandonedPercent',
  'machines',
  'busy',
  'noAnswer',
  'failed',
  'talk',
  'wrapup',
  'wait',
  'breaks',
  'occupancy',
] as const;

const cellsOf = (figures: CallFigures): Cells => [
  figures.placed,
  figures.answered,
  figures.connected,
  figures.abandoned,
  figures.abandonedPercent ?? '',
  figures.machines,
  figures.busy,
  figures.noAnswer,
  figures.failed,
  formatDuration(figures.talkSeconds),
  formatDuration(figures.wrapupSeconds),
  formatDuration(figures.waitSeconds),
  formatDuration(figures.breakSeconds),
  figures.occupancyPercent ?? '',
];

/** The report as a spreadsheet's rows: every page of what is shown, the sums under them. */
export function reportSheet(
  rows: readonly PredictiveReportRow[],
  totals: CallFigures,
  t: TFunction,
): Cells[] {
  const head = ['day', 'hour', 'campaign', ...WORDS] as const;
  return [
    head.map((key) => t(`predictiveReport.${key}`)),
    ...rows.map((row) => [
      formatDay(row.day),
      hourText(row.hour),
      row.campaignName,
      ...cellsOf(row),
    ]),
    [t('predictiveReport.total'), '', '', ...cellsOf(totals)],
  ];
}
