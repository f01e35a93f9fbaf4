import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../contract/roles.ts';
import { menuEntries } from '../../../src/app/menu-entries.ts';
import { isAllowed } from '../../../src/app/route-table.ts';
import { routes } from '../../../src/app/routes.ts';

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

  it('lists each path once', () => {
    const paths = routes.map((route) => route.path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
