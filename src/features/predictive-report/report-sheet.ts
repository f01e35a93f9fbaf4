import type { TFunction } from 'i18next';
import type { CallFigures, PredictiveReportRow } from '../../../contract/predictive-report.ts';
import type { SheetLine, SheetTable } from '../../lib/sheet.ts';
import { hourText } from './figure-words.ts';

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

const cellsOf = (figures: CallFigures): SheetLine => [
  figures.placed,
  figures.answered,
  figures.connected,
  figures.abandoned,
  figures.abandonedPercent ?? '',
  figures.machines,
  figures.busy,
  figures.noAnswer,
  figures.failed,
  { seconds: figures.talkSeconds },
  { seconds: figures.wrapupSeconds },
  { seconds: figures.waitSeconds },
  { seconds: figures.breakSeconds },
  figures.occupancyPercent ?? '',
];

/** The report as a spreadsheet's rows: every page of what is shown, the sums under them. */
export function reportSheet(
  rows: readonly PredictiveReportRow[],
  totals: CallFigures,
  t: TFunction,
): SheetTable {
  const head = ['day', 'hour', 'campaign', ...WORDS] as const;
  return {
    head: head.map((key) => t(`predictiveReport.${key}`)),
    rows: rows.map((row) => [
      { day: row.day },
      hourText(row.hour),
      row.campaignName,
      ...cellsOf(row),
    ]),
    totals: [t('words.total'), '', '', ...cellsOf(totals)],
  };
}
