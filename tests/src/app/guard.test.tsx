// @vitest-environment page
import { act } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { ROLES } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import { Guard } from '../../../src/app/guard.tsx';
import type { AppRoute } from '../../../src/app/route-table.ts';
import { routes } from '../../../src/app/routes.ts';
import { forgetSession, startSession } from '../../../src/app/session.ts';
import { render } from '../support/render.tsx';
import { loggedInUser } from '../support/logged-in-user.ts';

vi.mock('../../../src/app/app-frame.tsx', () => ({
  AppFrame: ({ children }: { children: ReactNode }) => children,
}));

interface Ending {
  readonly at: string;
  readonly from: unknown;
  readonly isShown: boolean;
}

/** Where a visitor of a route ends, and whether the screen was shown to it. */
async function endOf(route: Pick<AppRoute, 'path' | 'roles' | 'loginPath'>): Promise<Ending> {
  let isShown = false;
  let ending: Omit<Ending, 'isShown'> = { at: '', from: null };
  function Screen() {
    isShown = true;
    return null;
  }
  function Visit() {
    const { pathname, search, state } = useLocation();
    ending = { at: pathname + search, from: (state as { from?: unknown } | null)?.from };
    return pathname === route.path ? <Guard route={route} Screen={Screen} /> : null;
  }
  await render(<Visit />, `${route.path}?search=Asha`);
  return { ...ending, isShown };
}

// What the test before showed is still there.
beforeEach(() => act(() => forgetSession('logout')));

it.each(ROLES)(
  '%s is shown each screen of the table that names it, and led home from every other',
  async (role) => {
    act(() => startSession(loggedInUser('asha', role), 'token'));
    for (const route of routes) {
      const isNamed = route.roles === 'any' || route.roles.includes(role);
      const { at, isShown } = await endOf(route);
      expect(isShown, route.path).toBe(isNamed);
      expect(at, route.path).toBe(isNamed ? `${route.path}?search=Asha` : '/');
    }
  },
);

it('nobody logged in is shown nothing: each screen asks at its own door, and remembers where to lead back', async () => {
  for (const route of routes) {
    const from = `${route.path}?search=Asha`;
    expect(await endOf(route)).toEqual({ at: route.loginPath ?? '/login', from, isShown: false });
  }
  const doors = routes.flatMap(({ path, loginPath }) => (loginPath ? [[path, loginPath]] : []));
  expect(doors).toContainEqual(['/field-agent/loan/edit', '/clientlogin']);
});

it.each(['idle', 'ended', 'locked'] as const)(
  'whose session ended (%s) logs in where it did before; after a logout nobody is known',
  async (reason) => {
    const route = { path: '/outbox', roles: 'any' } as const;
    const endAfter = async (role: Role, end: typeof reason | 'logout') => {
      act(() => startSession(loggedInUser('asha', role), 'token'));
      act(() => forgetSession(end));
      return (await endOf(route)).at;
    };
    expect(await endAfter('FIELD_AGENT', reason)).toBe('/field-agent/login');
    expect(await endAfter('COLLECTOR', reason)).toBe('/login');
    expect(await endAfter('FIELD_AGENT', reason)).toBe('/field-agent/login');
    expect(await endAfter('FIELD_AGENT', 'logout')).toBe('/login');
  },
);
