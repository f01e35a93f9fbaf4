import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import { menuEntries } from '../../../src/app/menu-entries.ts';
import { isAllowed } from '../../../src/app/route-table.ts';
import { routes } from '../../../src/app/routes.ts';

/** What a role's menu shows, in its order: addresses, and groups by name. */
const placesOf = (role: Role) =>
  menuEntries(role).map((entry) => ('links' in entry ? entry.group : entry.to));

/** Section 2.3, in its order, with design.md's readings; what is ours is left out. */
const SPEC: Readonly<Partial<Record<Role, readonly string[]>>> = {
  ADMIN: [
    'importAccounts',
    'dataInsights',
    '/managers-collectors',
    'clientControlPanel',
    '/process-allocation',
    '/predictive-list-upload',
    '/Reconciliation',
    '/encore-reports',
    'revenue',
    'recoveryPredictor',
    'partnersClients',
    'dialerReport',
    'ruleEngine',
    'others',
    'reports',
  ],
  MANAGER: [
    '/all-loans',
    '/loans/auto-allocation',
    '/Reconciliation',
    '/process-allocation',
    '/notifications',
    '/agent-monitor',
    '/target-settings',
    'dialerReport',
    'reports',
  ],
  COLLECTOR: ['/active-loans', '/notifications', '/predictive-call', 'reports'],
  CLIENT_ADMIN: [
    'importAccounts',
    'clientControlPanel',
    '/Reconciliation',
    '/predictive-list-upload',
    'dialerReport',
    '/client-settalement-loans',
    '/notifications',
    '/target-settings',
    'reports',
  ],
  CUSTOMER: [
    '/notifications',
    '/target-settings',
    '/client-settalement-loans',
    '/redirectBi',
    'reports',
  ],
};

describe('the menu', () => {
  it('shows a role nothing that the guard would refuse, and Home first', () => {
    for (const role of ROLES) {
      const links = menuEntries(role).flatMap((entry) =>
        'links' in entry ? entry.links : [entry],
      );
      expect(links[0]?.text).toBe('menu.home');
      const refused = links.filter(({ to }) => {
        const route = routes.find((each) => each.path === to);
        return to !== '/' && (route === undefined || !isAllowed(route, role));
      });
      expect(refused).toEqual([]);
    }
  });

  it.each(Object.entries(SPEC))('of %s stands in the specification’s order', (role, order) => {
    const places = placesOf(role as Role);
    const shown = places.filter((place) => order.includes(place));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(order.filter((place) => shown.includes(place)));
  });

  it('has Dashboard beside Home for all but the client admin, and both load what 2.3 says', () => {
    for (const role of ['ADMIN', 'MANAGER', 'COLLECTOR', 'CUSTOMER', 'PARTNER'] as const) {
      const [home, dashboard] = menuEntries(role);
      expect(home).toMatchObject({ text: 'menu.home', isReload: false });
      expect(dashboard).toMatchObject({ text: 'menu.dashboard', to: '/', isReload: true });
    }
    expect(menuEntries('CLIENT_ADMIN').map(({ text }) => text)).not.toContain('menu.dashboard');
    expect(menuEntries('MANAGER')[0]).toMatchObject({ to: '/home' });
  });

  it('shows no empty group, and each address once within its places', () => {
    for (const role of ROLES) {
      const folders = menuEntries(role).flatMap((entry) => ('links' in entry ? [entry] : []));
      expect(folders.filter(({ links }) => links.length === 0)).toEqual([]);
      const inside = folders.flatMap(({ links }) => links.map(({ to }) => to));
      expect(new Set(inside).size).toBe(inside.length);
    }
  });

  it('lists each path once', () => {
    const paths = routes.map((route) => route.path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
