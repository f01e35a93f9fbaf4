import { IconFiles, IconTableOptions } from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

/** Loans in and shared out: sheets, corrections, payments, rules and automatic allocation (spec 2.2, 2.3). */
export const loanRoutes: readonly AppRoute[] = [
  {
    path: '/sheet-list',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/sheets/sheet-list-screen.tsx')).SheetListScreen,
    menu: { text: 'menu.sheetList', icon: IconFiles, group: 'others' },
  },
  {
    path: '/loan/update-import-mapping',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/loan-import/mapping-screen.tsx')).UpdateMappingScreen,
    menu: { text: 'menu.updateImportMapping', icon: IconTableOptions, group: 'importAccounts' },
  },
  {
    path: '/test/createfile',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/sample-file/sample-file-screen.tsx')).SampleFileScreen,
  },
];
