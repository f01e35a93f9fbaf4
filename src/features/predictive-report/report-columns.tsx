import { useMemo } from 'react';
import type { PredictiveReportRow } from '../../../contract/predictive-report.ts';
import { dayColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { hourText, percentText } from './figure-words.ts';

const COUNTS = ['placed', 'answered', 'connected', 'abandoned'] as const;
const REST = ['machines', 'busy', 'noAnswer', 'failed'] as const;
const TIMES = [
  ['talk', 'talkSeconds'],
  ['wrapup', 'wrapupSeconds'],
  ['wait', 'waitSeconds'],
  ['breaks', 'breakSeconds'],
] as const;

const count = (
  title: string,
  key: (typeof COUNTS)[number] | (typeof REST)[number],
): DataColumn<PredictiveReportRow> => ({
  key,
  title,
  align: 'right',
  render: (row) => formatCount(row[key]),
});

/** The columns of the report. */
export function useReportColumns(by: 'day' | 'hour'): DataColumn<PredictiveReportRow>[] {
  const t = useText();
  return useMemo(() => {
    const hour: DataColumn<PredictiveReportRow> = {
      key: 'hour',
      title: t('predictiveReport.hour'),
      card: 'aside',
      render: (row) => hourText(row.hour),
    };
    return [
      dayColumn('day', t('predictiveReport.day'), (row) => row.day, { isFixed: true }),
      ...(by === 'hour' ? [hour] : []),
      textColumn('campaign', t('predictiveReport.campaign'), (row) => row.campaignName, {
        card: 'line',
      }),
      ...COUNTS.map((key) => count(t(`predictiveReport.${key}`), key)),
      textColumn(
        'abandonedPercent',
        t('predictiveReport.abandonedPercent'),
        (row) => percentText(row.abandonedPercent),
        { align: 'right' },
      ),
      ...REST.map((key) => count(t(`predictiveReport.${key}`), key)),
      ...TIMES.map(([name, key]): DataColumn<PredictiveReportRow> => ({
        key,
        title: t(`predictiveReport.${name}`),
        align: 'right',
        isHiddenAtFirst: key === 'breakSeconds',
        render: (row) => formatDuration(row[key]),
      })),
      textColumn(
        'occupancy',
        t('predictiveReport.occupancy'),
        (row) => percentText(row.occupancyPercent),
        { align: 'right' },
      ),
    ];
  }, [by, t]);
}
