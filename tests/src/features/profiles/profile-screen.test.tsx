// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { peopleCalls } from '../../../../contract/people.ts';
import type { Person } from '../../../../contract/person.ts';
import { ROLES } from '../../../../contract/roles.ts';
import { isAllowed } from '../../../../src/app/route-table.ts';
import { routes } from '../../../../src/app/routes.ts';
import { NotificationsScreen } from '../../../../src/features/notifications/notifications-screen.tsx';
import { ProfileScreen } from '../../../../src/features/profiles/profile-screen.tsx';
import { FakeServer, openScreen, viewer } from '../../support/screen.tsx';

/** The account of whoever looks on. */
const person = (role: Person['role']): Person => ({
  ...viewer(role),
  email: 'usha@test.recoup',
  phone: null,
  createdByName: null,
  managerId: null,
  managerName: null,
  clientIds: [],
  clientNames: [],
  manualProcess: null,
  assignedPredictiveProcess: null,
  extension: null,
  isActive: true,
  loanCount: 0,
  dueAmount: 0,
  teamCount: 0,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['ADMIN', peopleCalls.readAdmin],
  ['MANAGER', peopleCalls.readManager],
  ['COLLECTOR', peopleCalls.readCollector],
  ['PARTNER', peopleCalls.readProfile],
] as const)('the profile of a %s is read by the call of its role (7.1)', async (role, call) => {
  const user = viewer(role);
  localStorage.setItem('recoup.user', JSON.stringify(user));
  const server = new FakeServer().on(call, { data: person(role) });
  const view = await openScreen(<ProfileScreen />, server);
  expect(server.sent.map(({ name }) => name)).toEqual([call.name]);
  expect(view.text()).toContain('Usha Rao');
});

it('every role has a screen to change its password and one of all its notifications', async () => {
  for (const role of ROLES) {
    const open = routes.filter((route) => isAllowed(route, role));
    const near = open.filter(({ path }) => /profile|account|notifications/.test(path));
    const screens = await Promise.all(near.map(({ screen }) => screen()));
    expect(screens, role).toContain(ProfileScreen);
    expect(screens, role).toContain(NotificationsScreen);
  }
});
