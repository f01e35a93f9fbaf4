import { IconCloudCheck, IconCloudUp, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { formatTime } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './sync-badge.module.css';

/** What a sync badge shows; `lastSyncedAt` is an instant or null when never. */
export interface SyncBadgeProps {
  isOnline: boolean;
  unsentCount: number;
  lastSyncedAt: string | number | null;
  isSyncing?: boolean;
  /** Nothing is kept on this device but what is to be sent: before anything was, there is nothing to be synced. */
  keepsNothing?: boolean;
  /** Items that need a person; the badge turns red. */
  hasProblems?: boolean;
  /** Where it leads. */
  to: string;
}

/** Online or offline, how many unsent, when last synced: "Offline · 3 unsent · last sync 10:42 AM". */
export function SyncBadge(props: SyncBadgeProps) {
  const t = useText();
  const { isOnline, unsentCount, lastSyncedAt, isSyncing = false, keepsNothing = false } = props;
  const state = isOnline ? t('states.online') : t('states.offline');
  const unsent = t('states.unsent', { count: unsentCount });
  const synced = isSyncing
    ? t('states.syncing')
    : lastSyncedAt === null
      ? t('states.neverSynced')
      : t('states.lastSync', { time: formatTime(lastSyncedAt) });
  const hasSynced = isSyncing || lastSyncedAt !== null || !keepsNothing;
  const words = [state, ...(unsentCount > 0 ? [unsent] : []), ...(hasSynced ? [synced] : [])];
  const tone = props.hasProblems
    ? 'danger'
    : !isOnline
      ? 'warn'
      : unsentCount > 0
        ? 'info'
        : 'good';
  const Icon = isSyncing
    ? IconRefresh
    : !isOnline
      ? IconWifiOff
      : unsentCount > 0
        ? IconCloudUp
        : IconCloudCheck;
  return (
    <Link
      to={props.to}
      className={classes.badge}
      data-tone={tone}
      data-calm={tone === 'good' || undefined}
      aria-label={words.join(' · ')}
    >
      <Icon size={17} stroke={1.8} aria-hidden data-turning={isSyncing || undefined} />
      <span className={classes.state}>{state}</span>
      {unsentCount > 0 && <span className={classes.unsent}>{unsent}</span>}
      {hasSynced && <span className={classes.synced}>{synced}</span>}
      {hasSynced && (
        <span className={classes.short}>
          {isSyncing || lastSyncedAt === null
            ? synced
            : t('states.lastSyncShort', { time: formatTime(lastSyncedAt) })}
        </span>
      )}
    </Link>
  );
}

/** Only online or offline, for roles that keep nothing on this device. */
export function OnlineBadge({ isOnline }: { isOnline: boolean }) {
  const t = useText();
  const Icon = isOnline ? IconCloudCheck : IconWifiOff;
  return (
    <output
      className={classes.badge}
      data-tone={isOnline ? 'good' : 'warn'}
      data-calm={isOnline || undefined}
    >
      <Icon size={17} stroke={1.8} aria-hidden />
      <span className={classes.state}>{t(isOnline ? 'states.online' : 'states.offline')}</span>
    </output>
  );
}
