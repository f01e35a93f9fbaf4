import {
  IconChecklist,
  IconFileDollar,
  IconHourglass,
  IconReport,
  IconScale,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

const list = async () =>
  (await import('../features/settlements/settlements-screen.tsx')).SettlementsScreen;
const record = async () =>
  (await import('../features/settlements/settlement-screen.tsx')).SettlementScreen;

/** Settlements (spec 2.2, 2.3). Pending Settlement works for customer, client admin and manager on both of its paths. */
export const settlementRoutes: readonly AppRoute[] = [
  {
    path: '/settlement',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: list,
    menu: { text: 'menu.settlements', icon: IconFileDollar, roles: ['ADMIN'] },
  },
  {
    path: '/settlement/mine',
    roles: ['COLLECTOR', 'FIELD_AGENT'],
    screen: list,
    menu: { text: 'menu.settlements', icon: IconFileDollar },
  },
  {
    path: '/settlement/propose',
    roles: ['COLLECTOR', 'FIELD_AGENT', 'MANAGER'],
    screen: async () =>
      (await import('../features/settlements/propose-screen.tsx')).ProposeSettlementScreen,
  },
  {
    path: '/settalement-loans',
    roles: ['CUSTOMER', 'CLIENT_ADMIN', 'MANAGER'],
    screen: list,
  },
  {
    path: '/client-settalement-loans',
    roles: ['MANAGER', 'CUSTOMER', 'CLIENT_ADMIN'],
    screen: list,
    menu: { text: 'menu.pendingSettlement', icon: IconChecklist },
  },
  {
    path: '/settlement/view',
    roles: ['CLIENT_ADMIN', 'COLLECTOR', 'FIELD_AGENT'],
    screen: record,
  },
  { path: '/approveLoan', roles: ['ADMIN', 'MANAGER'], screen: record },
  { path: '/approveLoanByClient', roles: ['ADMIN', 'CUSTOMER'], screen: record },
  { path: '/letterUploadByClient', roles: ['CUSTOMER'], screen: record },
  {
    path: '/pending-client-reports',
    roles: ['MANAGER'],
    screen: async () =>
      (await import('../features/settlements/pending-client-screen.tsx')).PendingClientScreen,
    menu: { text: 'menu.pendingClientReports', icon: IconHourglass, group: 'reports' },
  },
  {
    path: '/download-reports',
    roles: ['ADMIN', 'MANAGER', 'COLLECTOR', 'CUSTOMER', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/settlements/report-screen.tsx')).SettlementReportScreen,
    menu: { text: 'menu.settlementReports', icon: IconReport, group: 'reports' },
  },
  {
    path: '/settlement-rules',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/settlements/settlement-rules-screen.tsx')).SettlementRulesScreen,
    menu: { text: 'menu.settlementRules', icon: IconScale, group: 'clientControlPanel' },
  },
];
