import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { Suspense, lazy, memo, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { LoggedInUser } from '../../contract/auth.ts';
import { useBackCloses } from '../components/back-closes.ts';
import { useText } from '../lib/texts/texts.ts';
import { isSameScreen, menuEntries } from './menu-entries.ts';
import { hiddenEntries } from './menu-readings.ts';
import type { MenuFolder, MenuLink } from './menu-entries.ts';
import classes from './side-menu.module.css';

const SettlementCount = lazy(async () => ({
  default: (await import('./settlement-count.tsx')).SettlementCount,
}));

/** Entries beside which stands how many settlements wait for the reader. */
const COUNTED: ReadonlySet<string> = new Set([
  '/settlement',
  '/settlement/mine',
  '/client-settalement-loans',
]);

interface SideMenuProps {
  user: LoggedInUser;
  /** Words beside the icons; on a phone: the drawer is open. */
  isWide: boolean;
  isDrawer: boolean;
  onClose: () => void;
  /** A group was pressed in the mini menu: show the words. */
  onOpen: () => void;
  /** Opens the command palette; the drawer of a phone has it, as the top bar has no room. */
  onSearch: () => void;
}

/** The side menu of a role: icons, words when wide, groups that open. A drawer on a phone. */
export const SideMenu = memo(function SideMenu({
  user,
  isWide,
  isDrawer,
  onClose,
  onOpen,
  onSearch,
}: SideMenuProps) {
  const t = useText();
  useEscape(isDrawer && isWide, onClose);
  useBackCloses(isDrawer && isWide, onClose);
  if (isDrawer && !isWide) return null;
  const onGo = isDrawer ? onClose : undefined;
  return (
    <>
      {isDrawer && (
        <button
          type="button"
          className={classes.shade}
          aria-label={t('common.close')}
          onClick={onClose}
        />
      )}
      <nav
        className={classes.menu}
        data-wide={isWide || undefined}
        data-drawer={isDrawer || undefined}
        aria-label={t('frame.menu')}
      >
        <ul className={classes.list}>
          {isDrawer && (
            <li>
              <button type="button" className={classes.entry} onClick={onSearch}>
                <IconSearch size={19} stroke={1.7} aria-hidden />
                <span className={classes.word}>{t('palette.title')}</span>
              </button>
            </li>
          )}
          {menuEntries(user.role, hiddenEntries(user)).map((entry) =>
            'links' in entry ? (
              <Folder
                key={entry.group}
                folder={entry}
                isWide={isWide}
                onOpen={onOpen}
                onGo={onGo}
              />
            ) : (
              <li key={entry.text}>
                <Entry link={entry} isWide={isWide} onGo={onGo} />
              </li>
            ),
          )}
        </ul>
      </nav>
    </>
  );
});

function Entry({
  link,
  isWide,
  onGo,
}: {
  link: MenuLink;
  isWide: boolean;
  /** A drawer shuts, also when the link leads where the person is already. */
  onGo: (() => void) | undefined;
}) {
  const t = useText();
  const { to, text, icon: Icon, isReload, isTwin } = link;
  const { pathname } = useLocation();
  const isHere = isTwin !== true && isSameScreen(to, pathname);
  return (
    <Tooltip label={t(text)} position="right" disabled={isWide}>
      <Link
        to={to}
        reloadDocument={isReload}
        aria-current={isHere ? 'page' : undefined}
        onClick={onGo}
        className={classes.entry ?? ''}
        aria-label={t(text)}
      >
        <Icon size={19} stroke={1.7} />
        {isWide && <span className={classes.word}>{t(text)}</span>}
        {COUNTED.has(to) && (
          <Suspense>
            <SettlementCount />
          </Suspense>
        )}
      </Link>
    </Tooltip>
  );
}

function Folder({
  folder,
  isWide,
  onOpen,
  onGo,
}: {
  folder: MenuFolder;
  isWide: boolean;
  onOpen: () => void;
  onGo: (() => void) | undefined;
}) {
  const t = useText();
  const { pathname } = useLocation();
  const hasCurrent = folder.links.some((link) => isSameScreen(link.to, pathname));
  const [isOpen, setOpen] = useState(hasCurrent);
  const isUnfolded = isWide && isOpen;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The groups above it may have grown by more than the screen is high.
    if (isUnfolded && item.current?.contains(document.activeElement) === true)
      item.current.scrollIntoView({ block: 'nearest' });
  }, [isUnfolded]);
  const Icon = folder.icon;
  const press = () => {
    setOpen(isWide ? !isOpen : true);
    if (!isWide) onOpen();
  };
  return (
    <li ref={item}>
      <Tooltip label={t(folder.text)} position="right" disabled={isWide}>
        <button
          type="button"
          className={classes.entry}
          data-current={(hasCurrent && !isUnfolded) || undefined}
          aria-expanded={isUnfolded}
          aria-label={t(folder.text)}
          onClick={press}
        >
          <Icon size={19} stroke={1.7} />
          {isWide && <span className={classes.word}>{t(folder.text)}</span>}
          {isWide && <IconChevronDown className={classes.arrow} size={16} aria-hidden />}
        </button>
      </Tooltip>
      {isUnfolded && (
        <ul className={classes.inner}>
          {folder.links.map((link) => (
            <li key={link.to}>
              <Entry link={link} isWide onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function useEscape(isActive: boolean, onEscape: () => void) {
  useEffect(() => {
    if (!isActive) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isActive, onEscape]);
}
