import { IconChecklist, IconHeartHandshake, IconMicrophone } from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

/** The call floor: contact rules, messages, campaigns, predictive calls, seats and the dialer's reports (spec 2.2, 2.3). */
export const floorRoutes: readonly AppRoute[] = [
  {
    path: '/agent-call-recording',
    roles: ['ADMIN', 'CLIENT_ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/call-recordings/call-recordings-screen.tsx')).CallRecordingsScreen,
    menu: { text: 'menu.callRecordings', icon: IconMicrophone, group: 'dialerReport' },
  },
  {
    path: '/call-recording-reports',
    roles: ['ADMIN', 'CLIENT_ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/call-recordings/call-recordings-screen.tsx')).CallRecordingsScreen,
  },
  {
    path: '/promises',
    roles: ['ADMIN', 'MANAGER', 'COLLECTOR', 'CLIENT_ADMIN'],
    screen: async () => (await import('../features/promises/promises-screen.tsx')).PromisesScreen,
    menu: {
      text: 'menu.promises',
      icon: IconHeartHandshake,
      group: 'reports',
      ungroupedFor: ['MANAGER', 'COLLECTOR'],
    },
  },
  {
    path: '/promise-rules',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/promises/promise-rules-screen.tsx')).PromiseRulesScreen,
    menu: { text: 'menu.promiseRules', icon: IconChecklist, group: 'clientControlPanel' },
  },
];
