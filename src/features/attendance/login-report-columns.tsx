import { useMemo } from 'react';
import type { LoginReportRow } from '../../../contract/attendance.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDay, formatTime } from '../../lib/dates.ts';
import { formatDuration } from '../../lib/duration.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './attendance.module.css';

type Column = DataColumn<LoginReportRow>;

/** The columns of the login report. */
export function useLoginReportColumns(): Column[] {
  const t = useText();
  return useMemo(() => {
    const seconds = (
      key: 'loggedInSeconds' | 'activeSeconds' | 'breakSeconds',
      title: string,
    ): Column => ({ key, title, align: 'right', render: (row) => formatDuration(row[key]) });
    const count = (key: 'breakCount' | 'loginCount', title: string): Column => ({
      key,
      title,
      align: 'right',
      render: (row) => row[key],
    });
    return [
      {
        key: 'person',
        title: t('attendance.person'),
        isFixed: true,
        render: (row) => (
          <span className={classes.name}>
            {row.fullName}
            <span className={classes.small}>{t(`people.roles.${row.role}`)}</span>
          </span>
        ),
      },
      {
        key: 'day',
        title: t('attendance.day'),
        isFixed: true,
        render: (row) => <DayText value={row.day} />,
      },
      {
        key: 'firstLogin',
        title: t('attendance.firstLogin'),
        render: (row) => <DayText value={row.firstLoginAt} show="time" />,
      },
      {
        key: 'lastLogout',
        title: t('attendance.lastLogout'),
        render: (row) => <Logout at={row.lastLogoutAt} />,
      },
      seconds('loggedInSeconds', t('attendance.loggedIn')),
      seconds('activeSeconds', t('attendance.active')),
      seconds('breakSeconds', t('attendance.breaks')),
      count('breakCount', t('attendance.breakCount')),
      count('loginCount', t('attendance.logins')),
    ];
  }, [t]);
}

function Logout({ at }: { at: string | null }) {
  const t = useText();
  if (at === null) return <StatusChip tone="good" label={t('attendance.online')} />;
  return <DayText value={at} show="time" />;
}

/** A person's day as a card, for the phone. */
export function LoginReportCard({ row }: { row: LoginReportRow }) {
  const t = useText();
  const out = row.lastLogoutAt === null ? t('attendance.now') : formatTime(row.lastLogoutAt);
  return (
    <div className={classes.card}>
      <div className={classes.between}>
        <span className={classes.name}>
          <strong>{row.fullName}</strong>
          <span className={classes.small}>{t(`people.roles.${row.role}`)}</span>
        </span>
        <span className={classes.nowrap}>{formatDay(row.day)}</span>
      </div>
      <div className={classes.between}>
        <span>{`${formatTime(row.firstLoginAt)} – ${out}`}</span>
        {row.lastLogoutAt === null && <Logout at={null} />}
      </div>
      <div className={classes.quiet}>
        {[
          `${t('attendance.active')} ${formatDuration(row.activeSeconds)}`,
          `${t('attendance.breaks')} ${formatDuration(row.breakSeconds)} (${row.breakCount})`,
          t('attendance.loginCount', { count: row.loginCount }),
        ].join(' · ')}
      </div>
    </div>
  );
}
