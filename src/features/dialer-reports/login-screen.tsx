import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { AgentLoginRow } from '../../../contract/dialer-report.ts';
import { formatDay, formatTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DialerReport } from './dialer-report.tsx';
import type { ReportPlan } from './dialer-report.tsx';
import { breakColumns, countColumn, textColumn, timeColumns } from './report-columns.ts';
import { loginReport } from './report-queries.ts';

function planOf(t: TFunction): ReportPlan<AgentLoginRow> {
  return {
    source: loginReport,
    title: t('menu.agentLoginReport'),
    names: [
      textColumn('agent', t('words.agent'), ({ fullName }) => fullName),
      textColumn('day', t('words.day'), ({ day }) => formatDay(day)),
      textColumn('firstLogin', t('words.firstLogin'), (row) => formatTime(row.firstLoginAt)),
      textColumn('lastLogout', t('words.lastLogout'), ({ lastLogoutAt }) =>
        lastLogoutAt === null ? t('dialerReports.stillIn') : formatTime(lastLogoutAt),
      ),
    ],
    figures: [...timeColumns(t), ...breakColumns(t, false)],
    own: [countColumn('loginCount', t('words.logins'), ({ loginCount }) => loginCount)],
    rowId: ({ userId, day }) => `${userId} ${day}`,
    rowLabel: ({ fullName, day }) => `${fullName}, ${formatDay(day)}`,
  };
}

/** `/agent-login-report`: a row per dialer agent and day (spec 2.2). */
export function AgentLoginReportScreen() {
  const t = useText();
  return <DialerReport plan={useMemo(() => planOf(t), [t])} />;
}
