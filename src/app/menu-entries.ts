import {
  IconAdjustments,
  IconBinaryTree,
  IconBuildings,
  IconCategory,
  IconChartDots,
  IconCoinRupee,
  IconCrystalBall,
  IconEyeCheck,
  IconFileImport,
  IconHeadset,
  IconHome,
  IconLayoutDashboard,
  IconReportAnalytics,
} from '@tabler/icons-react';
import type { ParseKeys } from 'i18next';
import type { Role } from '../../contract/roles.ts';
import { menuRank, rankWithin } from './menu-order.ts';
import { HIDDEN_IN, NO_DASHBOARD, RELOADED } from './menu-readings.ts';
import { isAllowed } from './route-table.ts';
import type { AppRoute, MenuGroup, MenuPlace } from './route-table.ts';
import { routes } from './routes.ts';

/** One link of the menu. */
export interface MenuLink {
  to: string;
  text: ParseKeys;
  icon: MenuPlace['icon'];
  /** Loads the page anew (spec 2.3). */
  isReload: boolean;
  /** Dashboard leads there too: only one of the two is marked as the present place. */
  isTwin?: boolean;
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
  dataInsights: { text: 'menu.dataInsights', icon: IconChartDots },
  clientControlPanel: { text: 'menu.clientControlPanel', icon: IconAdjustments },
  revenue: { text: 'menu.revenue', icon: IconCoinRupee },
  recoveryPredictor: { text: 'menu.recoveryPredictor', icon: IconCrystalBall },
  partnersClients: { text: 'menu.partnersClients', icon: IconBuildings },
  dialerReport: { text: 'menu.dialerReport', icon: IconHeadset },
  ruleEngine: { text: 'menu.ruleEngine', icon: IconBinaryTree },
  others: { text: 'menu.others', icon: IconCategory },
  oversight: { text: 'menu.oversight', icon: IconEyeCheck },
  reports: { text: 'menu.reports', icon: IconReportAnalytics },
};

/** No address is hidden. */
const NONE: ReadonlySet<string> = new Set();

/** The side menu of a role (spec 2.3): Home and Dashboard, then its entries and groups in the spec's order. */
export function menuEntries(
  role: Role,
  hidden: ReadonlySet<string> = NONE,
): (MenuLink | MenuFolder)[] {
  const found = routesInMenu(role).filter(({ path }) => !hidden.has(path));
  const single = found.filter(({ menu }) => groupOf(menu, role) === undefined);
  const groups = new Set(found.flatMap(({ menu }) => groupOf(menu, role) ?? []));
  const placed: { place: string; entry: MenuLink | MenuFolder }[] = [
    ...single.map((route) => ({ place: route.path, entry: linkTo(route, role) })),
    ...[...groups].map((group) => ({ place: group, entry: folderOf(group, found, role) })),
  ];
  placed.sort((a, b) => menuRank(role, a.place) - menuRank(role, b.place));
  return [...firstEntries(role), ...placed.map(({ entry }) => entry)];
}

/** Whether an address shows what a link leads to: some screens have several addresses (spec 2.2). */
export function isSameScreen(to: string, pathname: string): boolean {
  return to === pathname || (screenAt(to) !== undefined && screenAt(to) === screenAt(pathname));
}

const screenAt = (address: string): AppRoute['screen'] | undefined =>
  routes.find(({ path }) => path === address)?.screen;

/** Every link of a role's menu, groups opened up, without Home and Dashboard. */
export function menuLinks(role: Role, hidden?: ReadonlySet<string>): MenuLink[] {
  return menuEntries(role, hidden)
    .flatMap((entry) => ('links' in entry ? entry.links : [entry]))
    .filter((link) => link.to !== '/' && link.to !== '/home');
}

/** Home leads to the dashboard of a role that has one, else to its landing screen, as Dashboard does. */
function firstEntries(role: Role): MenuLink[] {
  const home = routes.find((route) => route.path === '/home');
  const to = home !== undefined && isAllowed(home, role) ? '/home' : '/';
  const homeLink: MenuLink = { to, text: 'menu.home', icon: IconHome, isReload: false };
  if (NO_DASHBOARD.has(role)) return [homeLink];
  return [
    { ...homeLink, isTwin: to === '/' },
    { to: '/', text: 'menu.dashboard', icon: IconLayoutDashboard, isReload: true },
  ];
}

function linkTo({ path, menu }: RouteInMenu, role: Role): MenuLink {
  const text = menu.textByRole?.[role] ?? menu.text;
  return { to: path, text, icon: menu.icon, isReload: RELOADED.has(path) };
}

function folderOf(group: MenuGroup, found: readonly RouteInMenu[], role: Role): MenuFolder {
  const links = found
    .filter(({ menu }) => groupOf(menu, role) === group)
    .sort((a, b) => rankWithin(a.path) - rankWithin(b.path))
    .map((route) => linkTo(route, role));
  return { group, ...folders[group], links };
}

function groupOf(menu: MenuPlace, role: Role): MenuGroup | undefined {
  return menu.ungroupedFor?.includes(role) === true ? undefined : menu.group;
}

type RouteInMenu = AppRoute & { menu: MenuPlace };

function routesInMenu(role: Role): RouteInMenu[] {
  return routes.filter(
    (route): route is RouteInMenu =>
      route.menu !== undefined &&
      isAllowed(route, role) &&
      (route.menu.roles?.includes(role) ?? true) &&
      HIDDEN_IN[route.path]?.includes(role) !== true,
  );
}
