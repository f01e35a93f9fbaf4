import { Kbd } from '@mantine/core';
import { IconArrowLeft, IconLayoutSidebar, IconSearch } from '@tabler/icons-react';
import { memo, useSyncExternalStore, Suspense, lazy } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../contract/auth.ts';
import { Brand } from '../components/brand.tsx';
import { pageTitleStore } from '../components/page-title.ts';
import { usePhone } from '../components/use-phone.ts';
import { useText } from '../lib/texts/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { TopBarTools } from './top-bar-tools.tsx';
import classes from './top-bar.module.css';
import { OnlineBadge } from '../components/sync-badge.tsx';
import { useOnline } from '../lib/use-online.ts';
import { isOfflineRole } from './session-hooks.ts';

const OutboxBadge = lazy(async () => ({
  default: (await import('./outbox-badge.tsx')).OutboxBadge,
}));

/** Online or offline, always in the top bar; for roles that queue work also what is unsent. */
function SyncStatus({ user }: { user: LoggedInUser }) {
  const isOnline = useOnline();
  if (!isOfflineRole(user.role)) return <OnlineBadge isOnline={isOnline} />;
  return (
    <Suspense fallback={<OnlineBadge isOnline={isOnline} />}>
      <OutboxBadge userRole={user.role} />
    </Suspense>
  );
}

/** The top bar (spec 2.4): menu toggle, brand, on a phone the screen's title, sync state, account. */
export const TopBar = memo(function TopBar({
  user,
  isMenuOpen,
  onToggleMenu,
  onSearch,
}: {
  user: LoggedInUser;
  isMenuOpen: boolean;
  onToggleMenu: () => void;
  /** Opens the command palette. */
  onSearch: () => void;
}) {
  const t = useText();
  const isPhone = usePhone();
  return (
    <header className={classes.bar}>
      {isPhone ? (
        <PhoneStart />
      ) : (
        <>
          <button
            type="button"
            className={classes.button}
            aria-label={t('frame.toggleMenu')}
            aria-expanded={isMenuOpen}
            onClick={onToggleMenu}
          >
            <IconLayoutSidebar size={20} stroke={1.7} aria-hidden />
          </button>
          <Link to="/" className={classes.brand} aria-label={t('common.brand')}>
            <Brand />
          </Link>
        </>
      )}
      <span className={classes.space} />
      {!isPhone && <SearchButton onSearch={onSearch} />}
      <span className={classes.live} data-live>
        <SyncStatus user={user} />
        <TopBarTools user={user} />
      </span>
      <AccountMenu user={user} isShort={isPhone} />
    </header>
  );
});

/** Opens the command palette; on a phone it stands in the drawer. */
function SearchButton({ onSearch }: { onSearch: () => void }) {
  const t = useText();
  return (
    <button
      type="button"
      className={classes.search}
      aria-label={t('palette.title')}
      aria-keyshortcuts="Control+K"
      onClick={onSearch}
    >
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <span className={classes.searchWord}>{t('common.search')}</span>
      <Kbd size="xs" className={classes.searchWord}>
        Ctrl K
      </Kbd>
    </button>
  );
}

/** A phone's left end: back or the brand's mark, then the screen's title (its heading says it to screen readers). */
function PhoneStart() {
  const t = useText();
  const page = useSyncExternalStore(pageTitleStore.subscribe, pageTitleStore.get);
  const backTo = page?.backTo ?? null;
  return (
    <>
      {backTo === null ? (
        <Link
          to="/"
          className={page === null ? classes.brand : classes.button}
          aria-label={t('common.brand')}
          data-mark={page !== null || undefined}
        >
          <Brand isMarkOnly={page !== null} />
        </Link>
      ) : (
        <Link to={backTo} className={classes.button} aria-label={t('common.back')}>
          <IconArrowLeft size={20} stroke={1.8} aria-hidden />
        </Link>
      )}
      {page !== null && (
        <span className={classes.title} aria-hidden>
          {page.title}
          {page.count !== null && <span className={classes.count}>{page.count}</span>}
        </span>
      )}
    </>
  );
}
