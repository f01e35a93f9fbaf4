import { IconDots, IconListDetails, IconSend, IconSunrise } from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '../../contract/roles.ts';
import { useText } from '../lib/texts/texts.ts';
import { isSameScreen, menuLinks } from './menu-entries.ts';
import type { MenuLink } from './menu-entries.ts';
import classes from './phone-tabs.module.css';

interface Tab {
  to: string;
  text: ParseKeys;
  icon: MenuLink['icon'];
}

/** The field agent's day, which is its landing screen too (spec 2.2). */
const FIELD_DAY = '/field-agent-loans';

/** The tabs at the bottom of a phone's screen: up to three of the role's screens, and More (the menu). */
export function PhoneTabs({
  role,
  onMore,
  isMoreOpen,
}: {
  role: Role;
  onMore: () => void;
  isMoreOpen: boolean;
}) {
  const t = useText();
  const { pathname, search } = useLocation();
  const tabs = phoneTabs(role);
  const here = tabHere(tabs, { pathname: pathname === '/' ? FIELD_DAY : pathname, search });
  return (
    <nav className={classes.tabs} aria-label={t('frame.tabs')}>
      {tabs.map((tab) => {
        const { to, text, icon: Icon } = tab;
        const isHere = tab === here;
        return (
          <Link
            key={to}
            to={to}
            className={classes.tab}
            data-here={isHere || undefined}
            aria-current={isHere ? 'page' : undefined}
          >
            <Icon size={21} stroke={1.7} />
            {t(text)}
          </Link>
        );
      })}
      <button type="button" className={classes.tab} aria-expanded={isMoreOpen} onClick={onMore}>
        <IconDots size={21} stroke={1.7} aria-hidden />
        {t('common.more')}
      </button>
    </nav>
  );
}

/**
 * The tab whose screen is shown: of two on one screen the one of the view in the address. A search or an order in the
 * address changes nothing, nor does a view where one tab leads to all of them.
 */
function tabHere(tabs: readonly Tab[], location: { pathname: string; search: string }) {
  const shown = tabs.filter(({ to }) => isSameScreen(to.split('?')[0] ?? to, location.pathname));
  const view = viewOf(location.search);
  if (shown.length < 2) return shown[0];
  return shown.find(({ to }) => viewOf(to.split('?')[1] ?? '') === view);
}

function viewOf(search: string): string | null {
  return new URLSearchParams(search).get('view');
}

/** What is looked at rather than worked with stays in the menu. */
const NOT_TABS: ReadonlySet<string> = new Set([
  '/redirectBi',
  '/agentProfiling',
  '/incentives',
  '/my-target',
]);

/** A field agent's own tabs; for others the first three entries of their menu. */
function phoneTabs(role: Role): Tab[] {
  if (role !== 'FIELD_AGENT') return menuLinks(role, NOT_TABS).slice(0, 3);
  return [
    { to: FIELD_DAY, text: 'frame.tabMyDay', icon: IconSunrise },
    { to: `${FIELD_DAY}?view=all`, text: 'frame.tabLoans', icon: IconListDetails },
    { to: '/outbox', text: 'frame.tabOutbox', icon: IconSend },
  ];
}
