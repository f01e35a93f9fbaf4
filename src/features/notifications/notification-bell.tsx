import { Popover } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Role } from '../../../contract/roles.ts';
import { AsOf } from '../../components/as-of.tsx';
import { useBackCloses } from '../../components/back-closes.ts';
import { Awaited } from '../../components/loaded.tsx';
import { CountedButton } from '../../components/counted-button.tsx';
import { useReadAgain } from '../../data/call-command.ts';
import { currentLanguage, useText } from '../../lib/texts/texts.ts';
import { notePushReader } from '../../offline/push-reader.ts';
import { useNotificationCount, useNotifications } from './notification-queries.ts';
import { NotificationRow } from './notification-row.tsx';
import { PushSwitch } from './push-switch.tsx';
import classes from './notifications.module.css';

/** Whose menu has the screen with all of them (spec 2.2). */
const LIST_READERS: ReadonlySet<Role> = new Set([
  'COLLECTOR',
  'MANAGER',
  'CUSTOMER',
  'CLIENT_ADMIN',
]);
const LATEST = 5;

/** The notifications in the top bar: how many, the latest, and the way to all of them. */
export function NotificationBell({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data: count = 0 } = useNotificationCount();
  const close = () => setOpen(false);
  useBackCloses(isOpen, close);
  return (
    <>
      <WorkerLink user={user} />
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        width="min(24rem, calc(100vw - 16px))"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <CountedButton
            label={count === 0 ? t('notifications.bellNone') : t('notifications.bell', { count })}
            count={count}
            tone="accent"
            onClick={() => setOpen(!isOpen)}
          >
            <IconInbox size={20} stroke={1.7} aria-hidden />
          </CountedButton>
        </Popover.Target>
        <Popover.Dropdown className={classes.latest} aria-label={t('notifications.latest')}>
          {isOpen && <Latest user={user} onClose={close} />}
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

function Latest({ user, onClose }: { user: LoggedInUser; onClose: () => void }) {
  const t = useText();
  const list = useNotifications(user, { pageSize: LATEST });
  const rows = list.data?.data;
  return (
    <>
      <AsOf at={list.asOf} error={list.error} />
      {rows === undefined ? (
        <Awaited of={list} kind="cards" rows={2} />
      ) : rows.length === 0 ? (
        <p className={classes.nothing}>{t('notifications.emptyTitle')}</p>
      ) : (
        <ul className={classes.latestList}>
          {rows.map((notice) => (
            <NotificationRow key={notice._id} notice={notice} role={user.role} onOpen={onClose} />
          ))}
        </ul>
      )}
      <div className={classes.latestFoot}>
        {LIST_READERS.has(user.role) ? (
          <Link to="/notifications" className={classes.all} onClick={onClose}>
            {t('notifications.seeAll')}
          </Link>
        ) : (
          <PushSwitch />
        )}
      </div>
    </>
  );
}

/** Tells the service worker who looks at this device, and does what it says of pushes. */
function WorkerLink({ user }: { user: LoggedInUser }) {
  const language = currentLanguage();
  const navigate = useNavigate();
  const refresh = useReadAgain('notifications');
  useEffect(() => {
    void notePushReader({ userId: user._id, language });
    return () => void notePushReader({ userId: null, language });
  }, [user._id, language]);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const listen = (event: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
      const { type, path } = event.data ?? {};
      if (type === 'NOTIFIED') void refresh();
      if (type === 'OPEN' && typeof path === 'string' && /^\/(?!\/)/.test(path))
        void navigate(path);
    };
    navigator.serviceWorker.addEventListener('message', listen);
    return () => navigator.serviceWorker.removeEventListener('message', listen);
  });
  return null;
}
