import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { AgentPerformanceRow } from '../../../contract/dialer-report.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DialerReport } from './dialer-report.tsx';
import type { ReportPlan } from './dialer-report.tsx';
import { breakColumns, textColumn, timeColumns, workColumns } from './report-columns.ts';
import { performanceReport } from './report-queries.ts';

function planOf(t: TFunction): ReportPlan<AgentPerformanceRow> {
  return {
    source: performanceReport,
    title: t('menu.agentPerformanceReport'),
    about: t('dialerReports.about', { report: t('reportWords.title.callStatus') }),
    names: [
      textColumn('agent', t('words.agent'), ({ fullName }) => fullName),
      textColumn('manager', t('words.manager'), ({ managerName }) => managerName ?? ''),
    ],
    figures: [...workColumns(t, true), ...timeColumns(t), ...breakColumns(t, true)],
    rowId: ({ userId }) => userId,
    rowLabel: ({ fullName }) => fullName,
  };
}

/** `/agent-performance-report`: a row per dialer agent with its calls, times and results (spec 2.2). */
export function AgentPerformanceReportScreen() {
  const t = useText();
  return <DialerReport plan={useMemo(() => planOf(t), [t])} />;
}
