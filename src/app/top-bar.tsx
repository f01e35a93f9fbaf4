import { IconArrowLeft, IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../contract/auth.ts';
import { Brand } from '../components/brand.tsx';
import { pageTitleStore } from '../components/page-title.ts';
import { usePhone } from '../components/use-phone.ts';
import { useText } from '../lib/texts/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { SyncStatus } from './sync-status.tsx';
import classes from './top-bar.module.css';

/** The top bar (spec 2.4): menu toggle, brand, on a phone the screen's title, sync state, account. */
export function TopBar({
  user,
  isMenuOpen,
  onToggleMenu,
}: {
  user: LoggedInUser;
  isMenuOpen: boolean;
  onToggleMenu: () => void;
}) {
  const t = useText();
  const isPhone = usePhone();
  const page = useSyncExternalStore(pageTitleStore.subscribe, pageTitleStore.get);
  const ToggleIcon = isPhone ? IconMenu2 : IconLayoutSidebar;
  return (
    <header className={classes.bar}>
      {isPhone && page !== null && page.backTo !== null ? (
        <Link to={page.backTo} className={classes.button} aria-label={t('common.back')}>
          <IconArrowLeft size={20} stroke={1.8} />
        </Link>
      ) : (
        <button
          type="button"
          className={classes.button}
          aria-label={t('frame.toggleMenu')}
          aria-expanded={isMenuOpen}
          onClick={onToggleMenu}
        >
          <ToggleIcon size={20} stroke={1.7} aria-hidden />
        </button>
      )}
      {isPhone && page !== null ? (
        // The screen's own heading says it to screen readers.
        <span className={classes.title} aria-hidden>
          {page.title}
        </span>
      ) : (
        <Link to="/" className={classes.brand} aria-label={t('common.brand')}>
          <Brand />
        </Link>
      )}
      <span className={classes.space} />
      <SyncStatus user={user} />
      <AccountMenu user={user} isShort={isPhone} />
    </header>
  );
}
