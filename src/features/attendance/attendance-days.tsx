import { IconChevronRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { AttendanceDay } from '../../../contract/attendance.ts';
import { DayText } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatTime } from '../../lib/dates.ts';
import { formatHours } from '../../lib/duration.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import type { Attendance } from './attendance-queries.ts';
import classes from './attendance.module.css';

/** How the server names a login's end, and the word of ours for it. */
const ENDS: Readonly<Record<string, keyof Catalogue['attendance']['ends']>> = {
  logout: 'logout',
  login: 'again',
  idle: 'idle',
  expired: 'idle',
  'password changed': 'password',
};
const BREAKS = ['lunch', 'tea', 'bio', 'teammeeting', 'assistances', 'QAF', 'training'] as const;

/** Why a login ended; null while it goes on. What a manager's or the house's doing was is told as one. */
function endWords(t: TFunction, reason: string | null): string {
  if (reason === null) return t('attendance.goesOn');
  return t(`attendance.ends.${ENDS[reason] ?? 'other'}`);
}

/** A break's reason in the words of spec 9; an unknown one as it is. */
function breakWords(t: TFunction, reason: string): string {
  const known = BREAKS.find((each) => each === reason);
  return known === undefined ? reason : t(`dialer.reasons.${known}`);
}

/** A person's days, newest first; each opens to its logins and breaks. */
export function AttendanceDays({ attendance }: { attendance: Attendance }) {
  const t = useText();
  const days = attendance.data.toSorted((a, b) => b.day.localeCompare(a.day));
  if (days.length === 0) {
    return <EmptyState title={t('attendance.noneTitle')} body={t('attendance.noneBody')} />;
  }
  return (
    <Panel title={t('words.days')} isFlush>
      <ul className={classes.days}>
        {days.map((day) => (
          <li key={day.day}>
            <Day day={day} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Day({ day }: { day: AttendanceDay }) {
  const t = useText();
  const figures = [
    { label: t('words.firstLogin'), value: formatTime(day.firstLoginAt) },
    { label: t('words.lastLogout'), value: <LastLogout at={day.lastLogoutAt} /> },
    { label: t('words.loggedIn'), value: formatHours(day.loggedInSeconds) },
    { label: t('attendance.active'), value: formatHours(day.activeSeconds) },
    ...(day.idleSeconds === null
      ? []
      : [{ label: t('attendance.idle'), value: formatHours(day.idleSeconds) }]),
    {
      label: t('words.breaks'),
      value: `${formatHours(day.breakSeconds)} (${day.breakCount})`,
    },
    { label: t('words.logins'), value: String(day.loginCount) },
  ];
  return (
    <details className={classes.dayRow}>
      <summary className={classes.summary}>
        <span className={classes.dayName}>
          <IconChevronRight className={classes.arrow} size={16} aria-hidden />
          <DayText value={day.day} />
        </span>
        <span className={classes.figures}>
          {figures.map(({ label, value }) => (
            <span key={label} className={classes.figure}>
              <span className={classes.label}>{label}</span>
              <span>{value}</span>
            </span>
          ))}
        </span>
      </summary>
      <DayDetails day={day} />
    </details>
  );
}

function LastLogout({ at }: { at: string | null }) {
  const t = useText();
  if (at === null) return <StatusChip tone="good" label={t('attendance.online')} />;
  return formatTime(at);
}

function DayDetails({ day }: { day: AttendanceDay }) {
  const t = useText();
  return (
    <div className={classes.details}>
      <section>
        <h3 className={classes.heading}>{t('attendance.sessions')}</h3>
        <ol className={classes.spans}>
          {day.sessions.map(({ loginAt, logoutAt, endReason }) => (
            <li key={loginAt}>
              <span className="rc-figure">{span(loginAt, logoutAt, t('time.now'))}</span>
              <span className="rc-quiet">{endWords(t, endReason)}</span>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3 className={classes.heading}>{t('words.breaks')}</h3>
        {day.breaks.length === 0 ? (
          <p className="rc-quiet">{t('attendance.noBreaks')}</p>
        ) : (
          <ol className={classes.spans}>
            {day.breaks.map(({ startedAt, endedAt, reason }) => (
              <li key={startedAt}>
                <span className="rc-figure">{span(startedAt, endedAt, t('time.now'))}</span>
                <span className="rc-quiet">{breakWords(t, reason)}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

function span(from: string, to: string | null, now: string): string {
  return `${formatTime(from)} – ${to === null ? now : formatTime(to)}`;
}
