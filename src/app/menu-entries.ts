import {
  IconEyeCheck,
  IconFileImport,
  IconHome,
  IconLayoutDashboard,
  IconReportAnalytics,
} from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import type { Role } from '../../contract/roles.ts';
import { LANDING, isAllowed } from './route-table.ts';
import type { AppRoute, MenuGroup, MenuPlace } from './route-table.ts';
import { routes } from './routes.ts';

/** One link of the menu. */
export interface MenuLink {
  to: string;
  text: ParseKeys;
  icon: MenuPlace['icon'];
}

/** A group of the menu with its links. */
export interface MenuFolder {
  group: MenuGroup;
  text: ParseKeys;
  icon: MenuPlace['icon'];
  links: MenuLink[];
}

const folders: Readonly<Record<MenuGroup, Pick<MenuFolder, 'text' | 'icon'>>> = {
  importAccounts: { text: 'menu.importAccounts', icon: IconFileImport },
  oversight: { text: 'menu.oversight', icon: IconEyeCheck },
  reports: { text: 'menu.reports', icon: IconReportAnalytics },
};

/** The side menu of a role (spec 2.3): Home, then the table's entries in its order, groups where they begin. */
export function menuEntries(role: Role): (MenuLink | MenuFolder)[] {
  const entries: (MenuLink | MenuFolder)[] = [...firstEntries(role)];
  for (const { path, menu } of routesInMenu(role)) {
    const link = { to: path, text: menu.textByRole?.[role] ?? menu.text, icon: menu.icon };
    const { group } = menu;
    if (group === undefined) {
      entries.push(link);
      continue;
    }
    const open = entries.find((entry) => 'group' in entry && entry.group === group);
    if (open !== undefined && 'links' in open) open.links.push(link);
    else entries.push({ group, ...folders[group], links: [link] });
  }
  return entries;
}

/** Every link of a role's menu, groups opened up, without Home. */
export function menuLinks(role: Role): MenuLink[] {
  return menuEntries(role)
    .flatMap((entry) => ('links' in entry ? entry.links : [entry]))
    .filter((link) => link.to !== '/' && link.to !== '/home');
}

/** The role's landing screen, or null when '/' itself shows the list of what is open. */
export function landingPath(role: Role): string | null {
  const path = LANDING[role];
  const route = routes.find((each) => each.path === path);
  return route !== undefined && isAllowed(route, role) ? path : null;
}

/** Home leads to the dashboard of a role that has one, else to its landing screen. */
function firstEntries(role: Role): MenuLink[] {
  const home = routes.find((route) => route.path === '/home');
  const hasDashboard = home !== undefined && isAllowed(home, role);
  const homeLink = { to: hasDashboard ? '/home' : '/', text: 'menu.home' as const, icon: IconHome };
  if (!hasDashboard) return [homeLink];
  return [homeLink, { to: '/', text: 'menu.dashboard' as const, icon: IconLayoutDashboard }];
}

function routesInMenu(role: Role): (AppRoute & { menu: MenuPlace })[] {
  return routes.filter(
    (route): route is AppRoute & { menu: MenuPlace } =>
      route.menu !== undefined &&
      isAllowed(route, role) &&
      (route.menu.roles?.includes(role) ?? true),
  );
}
