import { useMemo } from 'react';
import type { LoginReportRow } from '../../../contract/attendance.ts';
import { dayColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText, TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatHours } from '../../lib/duration.ts';
import { useText } from '../../lib/texts/texts.ts';

type Column = DataColumn<LoginReportRow>;

/** The columns of the login report. */
export function useLoginReportColumns(): Column[] {
  const t = useText();
  return useMemo(() => {
    const seconds = (
      key: 'loggedInSeconds' | 'activeSeconds' | 'idleSeconds' | 'breakSeconds',
      title: string,
      hint?: string,
    ): Column => ({
      key,
      title,
      ...(hint !== undefined && { hint }),
      align: 'right',
      render: ({ [key]: time }) => (time === null ? '–' : formatHours(time)),
    });
    const count = (key: 'breakCount' | 'loginCount', title: string): Column => ({
      key,
      title,
      align: 'right',
      render: (row) => row[key],
    });
    return [
      {
        key: 'person',
        title: t('words.person'),
        isFixed: true,
        render: (row) => <TwoLines first={row.fullName} second={t(`people.roles.${row.role}`)} />,
      },
      dayColumn('day', t('words.day'), (row) => row.day, { card: 'aside', isFixed: true }),
      {
        key: 'firstLogin',
        title: t('words.firstLogin'),
        render: (row) => <DayText value={row.firstLoginAt} show="time" />,
      },
      {
        key: 'lastLogout',
        title: t('words.lastLogout'),
        render: (row) => <Logout at={row.lastLogoutAt} />,
      },
      seconds('loggedInSeconds', t('words.loggedIn')),
      seconds('activeSeconds', t('attendance.active')),
      seconds('idleSeconds', t('attendance.idle'), t('attendance.idleHint')),
      seconds('breakSeconds', t('words.breaks')),
      count('breakCount', t('attendance.breakCount')),
      count('loginCount', t('words.logins')),
    ];
  }, [t]);
}

function Logout({ at }: { at: string | null }) {
  const t = useText();
  if (at === null) return <StatusChip tone="good" label={t('attendance.online')} />;
  return <DayText value={at} show="time" />;
}
