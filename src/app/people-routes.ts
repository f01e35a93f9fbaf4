import { IconLogin2, IconUsersGroup } from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

const people = () => import('../features/people/people-screens.tsx');
const personForms = () => import('../features/people/person-form-screens.tsx');
const profile = () => import('../features/profiles/profile-screen.tsx');

/** People, their days at work and profiles (spec 2.2, 2.3). */
export const peopleRoutes: readonly AppRoute[] = [
  {
    path: '/managers-collectors',
    roles: ['ADMIN', 'PARTNER'],
    screen: async () => (await people()).ManagersCollectorsScreen,
    menu: { text: 'menu.managersCollectors', icon: IconUsersGroup },
  },
  {
    path: '/managers',
    roles: ['ADMIN', 'PARTNER'],
    screen: async () => (await people()).ManagersScreen,
  },
  {
    path: '/manager/create',
    roles: ['ADMIN', 'PARTNER'],
    screen: async () => (await personForms()).ManagerCreateScreen,
  },
  {
    path: '/manager/edit',
    roles: ['ADMIN', 'PARTNER'],
    screen: async () => (await personForms()).ManagerEditScreen,
  },
  {
    path: '/collectors',
    roles: ['ADMIN'],
    screen: async () => (await people()).CollectorsScreen,
  },
  {
    path: '/collector/create',
    roles: ['ADMIN'],
    screen: async () => (await personForms()).CollectorCreateScreen,
  },
  {
    path: '/collector/edit',
    roles: ['ADMIN'],
    screen: async () => (await personForms()).CollectorEditScreen,
  },
  {
    path: '/field-agent/create',
    roles: ['ADMIN'],
    screen: async () => (await personForms()).FieldAgentCreateScreen,
  },
  {
    path: '/field-agent/edit',
    roles: ['ADMIN'],
    screen: async () => (await personForms()).FieldAgentEditScreen,
  },
  {
    path: '/userdata',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/people/user-data-screen.tsx')).UserDataScreen,
  },
  {
    path: '/userlist',
    roles: ['ADMIN'],
    screen: async () => (await people()).UserListScreen,
  },
  {
    path: '/attendance/:id',
    roles: ['ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/attendance/attendance-screen.tsx')).AttendanceScreen,
  },
  {
    path: '/login-report',
    roles: ['MANAGER'],
    screen: async () =>
      (await import('../features/attendance/login-report-screen.tsx')).LoginReportScreen,
    menu: { text: 'menu.loginReport', icon: IconLogin2, group: 'reports' },
  },
  { path: '/myprofile', roles: ['ADMIN'], screen: async () => (await profile()).ProfileScreen },
  {
    // The customer's profile link leads here (spec 2.4), its guard to /profile: both work (design, 5).
    path: '/my-profile',
    roles: ['COLLECTOR', 'CUSTOMER'],
    screen: async () => (await profile()).ProfileScreen,
  },
  {
    path: '/profile',
    roles: ['MANAGER', 'CUSTOMER'],
    screen: async () => (await profile()).ProfileScreen,
  },
  {
    // Everybody has a password to change; the spec names no profile for these.
    path: '/account',
    roles: ['SUPER_ADMIN', 'PARTNER', 'CLIENT_ADMIN', 'CLIENT', 'FIELD_AGENT'],
    screen: async () => (await profile()).ProfileScreen,
  },
];
