import {
  IconArrowsExchange,
  IconBriefcase,
  IconBuildingBank,
  IconCashBanknote,
  IconCalendarRepeat,
  IconTableOptions,
  IconChecklist,
  IconFileExport,
  IconHistory,
  IconMapPin,
  IconPhoneCall,
  IconReportAnalytics,
  IconStack2,
} from '@tabler/icons-react';
import { SCHEDULES_SCREEN } from '../../contract/report-schedule.ts';
import type { AppRoute } from './route-table.ts';

const daily = () => import('../features/reports/daily-report-screen.tsx');
const own = () => import('../features/reports/own-report-screens.tsx');

const STAFF = ['ADMIN', 'MANAGER', 'COLLECTOR', 'CLIENT_ADMIN', 'CUSTOMER'] as const;

/** Reports and exports (spec 2.2, 2.3, 7.7). */
export const reportRoutes: readonly AppRoute[] = [
  {
    path: '/reports',
    roles: ['ADMIN', 'MANAGER', 'COLLECTOR'],
    screen: async () =>
      (await import('../features/reports/reports-home-screen.tsx')).ReportsHomeScreen,
    menu: { text: 'menu.reportsHome', icon: IconReportAnalytics, group: 'reports' },
  },
  {
    path: '/daily-reports',
    roles: STAFF,
    screen: async () => (await daily()).DailyCallReportScreen,
    menu: { text: 'menu.dailyCallReports', icon: IconPhoneCall, group: 'reports' },
  },
  {
    path: '/collection-report',
    roles: STAFF,
    screen: async () => (await own()).CollectionReportScreen,
    menu: { text: 'menu.collectionReport', icon: IconCashBanknote, group: 'reports' },
  },
  {
    path: '/last-interaction-report',
    roles: 'any',
    screen: async () => (await own()).LastInteractionScreen,
    menu: { text: 'menu.lastInteraction', icon: IconHistory, group: 'reports' },
  },
  {
    path: '/allocation-reports',
    roles: STAFF,
    screen: async () => (await own()).AllocationReportScreen,
    menu: { text: 'menu.allocationReports', icon: IconStack2, group: 'reports' },
  },
  {
    path: '/workable-reports',
    roles: STAFF,
    screen: async () => (await own()).WorkableReportScreen,
    menu: { text: 'menu.workableReports', icon: IconBriefcase, group: 'reports' },
  },
  {
    path: '/additional-reports',
    roles: STAFF,
    screen: async () => (await own()).AdditionalReportScreen,
    menu: { text: 'menu.boiReports', icon: IconBuildingBank, group: 'reports' },
  },
  {
    path: '/best-disposition',
    roles: ['ADMIN', 'CLIENT_ADMIN', 'MANAGER', 'COLLECTOR'],
    screen: async () => (await own()).BestDispositionScreen,
    menu: { text: 'menu.bestDisposition', icon: IconChecklist, group: 'reports' },
  },
  {
    path: '/daily-field-reports',
    roles: ['ADMIN', 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'],
    screen: async () => (await daily()).DailyFieldReportScreen,
    menu: { text: 'menu.dailyFieldReports', icon: IconMapPin, group: 'reports' },
  },
  {
    path: '/retain-report',
    roles: ['COLLECTOR', 'MANAGER', 'CUSTOMER'],
    screen: async () => (await own()).RetainReportScreen,
    menu: { text: 'menu.retainReport', icon: IconArrowsExchange, group: 'reports' },
  },
  {
    path: '/lender-formats',
    roles: STAFF,
    screen: async () =>
      (await import('../features/reports/lender-formats-screen.tsx')).LenderFormatsScreen,
    menu: { text: 'menu.lenderFormats', icon: IconTableOptions, group: 'reports' },
  },
  {
    path: '/report-schedules',
    roles: SCHEDULES_SCREEN.roles,
    screen: async () =>
      (await import('../features/reports/schedules-screen.tsx')).ReportSchedulesScreen,
    menu: { text: 'menu.reportSchedules', icon: IconCalendarRepeat, group: 'reports' },
  },
  {
    path: '/export-csv',
    roles: 'any',
    screen: async () => (await import('../features/reports/export-csv-screen.tsx')).ExportCsvScreen,
    menu: { text: 'menu.exportCsv', icon: IconFileExport, group: 'reports' },
  },
];
