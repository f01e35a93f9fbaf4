import { describe, expect, it } from 'vitest';
import type { Role } from '../../contract/roles.ts';
import { routes } from '../../src/app/routes.ts';
import { ourRoutes, specRoutes } from './spec-routes.ts';

/** The specification's routes that have no screen yet. Goes down with each capability, to 0 at the end. */
const MISSING = specRoutes.filter(({ path }) => routes.every((route) => route.path !== path));

const named = (roles: readonly Role[] | 'any') =>
  roles === 'any' ? roles : [...roles].sort().join(', ');

describe('the routes table', () => {
  it('lets in exactly the roles of the specification', () => {
    const built = specRoutes.flatMap(({ path, roles }) => {
      const route = routes.find((each) => each.path === path);
      return route === undefined ? [] : [{ path, is: named(route.roles), wants: named(roles) }];
    });
    expect(built.length).toBeGreaterThan(10);
    expect(built.filter(({ is, wants }) => is !== wants)).toEqual([]);
  });

  it('has no screen that is neither the specification’s nor said to be ours', () => {
    const known = new Set([...specRoutes.map(({ path }) => path), ...ourRoutes]);
    expect(routes.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
  });

  it('has each path once, and so has the specification’s list', () => {
    for (const list of [routes, specRoutes]) {
      const paths = list.map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    }
  });

  it('tells which routes of the specification are not built yet', () => {
    console.log(`Not built yet (${MISSING.length}): ${MISSING.map(({ path }) => path).join(' ')}`);
    expect(MISSING.length).toBeLessThan(specRoutes.length);
  });
});
