import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { ProcessRow } from '../../../contract/dialer-report.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DialerReport } from './dialer-report.tsx';
import type { ReportPlan } from './dialer-report.tsx';
import {
  breakColumns,
  countColumn,
  textColumn,
  timeColumns,
  workColumns,
} from './report-columns.ts';
import { processReport } from './report-queries.ts';

function planOf(t: TFunction): ReportPlan<ProcessRow> {
  const nameOf = ({ processName }: ProcessRow) => processName ?? t('dialerReports.noProcess');
  return {
    source: processReport,
    title: t('menu.processWiseReport'),
    about: t('dialerReports.about', { report: t('reportWords.title.callStatus') }),
    names: [textColumn('process', t('dialerReports.process'), nameOf)],
    figures: [...workColumns(t), ...timeColumns(t), ...breakColumns(t, true)],
    own: [
      countColumn('agentCount', t('words.agents'), ({ agentCount }) => agentCount),
      countColumn('abandonedCount', t('dialerReports.abandoned'), (row) => row.abandonedCount),
    ],
    rowId: ({ processName }) => processName ?? '',
    rowLabel: nameOf,
  };
}

/** `/process-wise-report`: a row per process with its agents, calls of all sources, times and results (spec 2.2). */
export function ProcessReportScreen() {
  const t = useText();
  return <DialerReport plan={useMemo(() => planOf(t), [t])} />;
}
