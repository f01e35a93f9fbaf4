import {
  IconArrowsSplit2,
  IconClockQuestion,
  IconDeviceMobile,
  IconInbox,
  IconListDetails,
  IconPhone,
  IconSend,
  IconTableImport,
  IconTableShortcut,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

const loanImport = () => import('../features/loan-import/import-screen.tsx');
const callDesk = () => import('../features/call-desk/active-loans-screen.tsx');
const loanList = () => import('../features/loans/loan-list-screen.tsx');

/** Loans, field work, the call floor, phones and reports (spec 2.2, 2.3). */
export const workRoutes: readonly AppRoute[] = [
  {
    path: '/field-agent-loans',
    isEarly: true,
    roles: 'any',
    screen: async () => (await import('../features/field-day/field-day-screen.tsx')).FieldDayScreen,
  },
  {
    path: '/field-agent/loan',
    isEarly: true,
    roles: ['FIELD_AGENT'],
    screen: async () => (await import('../features/field-loan/loan-screen.tsx')).FieldLoanScreen,
  },
  {
    path: '/field-agent/loan/visit',
    isEarly: true,
    roles: ['FIELD_AGENT'],
    screen: async () => (await import('../features/field-loan/visit-screen.tsx')).VisitScreen,
  },
  {
    // Its own guard asks only whether somebody is logged in (spec 2.1).
    path: '/field-agent/loan/edit',
    isEarly: true,
    roles: 'any',
    loginPath: '/clientlogin',
    screen: async () =>
      (await import('../features/field-loan/loan-edit-screen.tsx')).LoanEditScreen,
  },
  {
    path: '/loans',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () => (await loanList()).LoanListScreen,
    menu: { text: 'menu.allLoans', icon: IconListDetails, group: 'importAccounts' },
  },
  {
    path: '/loan/import-mapping',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () => (await loanImport()).ImportMappingScreen,
    menu: { text: 'menu.importMapping', icon: IconTableShortcut, group: 'importAccounts' },
  },
  {
    path: '/upload-loan',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () => (await loanImport()).LoanUploadScreen,
    menu: { text: 'menu.importCsv', icon: IconTableImport, group: 'importAccounts' },
  },
  {
    path: '/all-loans',
    roles: ['MANAGER'],
    screen: async () => (await loanList()).LoanListScreen,
    menu: { text: 'menu.loans', icon: IconListDetails },
  },
  {
    path: '/view-loan',
    roles: ['ADMIN', 'MANAGER'],
    screen: async () => (await import('../features/loans/loan-screen.tsx')).LoanScreen,
  },
  {
    path: '/home',
    roles: ['MANAGER', 'COLLECTOR'],
    screen: async () =>
      (await import('../features/staff-dashboards/home-screen.tsx')).StaffHomeScreen,
  },
  {
    path: '/active-loans',
    roles: ['COLLECTOR', 'MANAGER'],
    screen: async () => (await callDesk()).ActiveLoansScreen,
    menu: { text: 'menu.activeLoans', icon: IconPhone, roles: ['COLLECTOR'] },
  },
  {
    path: '/call-management',
    roles: ['COLLECTOR', 'MANAGER'],
    screen: async () => (await import('../features/call-desk/call-desk-screen.tsx')).CallDeskScreen,
  },
  {
    path: '/outbox',
    isEarly: true,
    roles: 'any',
    screen: async () => (await import('../features/outbox/outbox-screen.tsx')).OutboxScreen,
    menu: {
      text: 'menu.outbox',
      icon: IconSend,
      roles: ['FIELD_AGENT', 'COLLECTOR', 'MANAGER'],
    },
  },
  {
    path: '/notifications',
    roles: ['COLLECTOR', 'MANAGER', 'CUSTOMER', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/notifications/notifications-screen.tsx')).NotificationsScreen,
    menu: { text: 'menu.notifications', icon: IconInbox },
  },
  {
    // The same for those whom the spec's route leaves out: they are told things too.
    path: '/my-notifications',
    roles: ['ADMIN', 'SUPER_ADMIN', 'PARTNER', 'CLIENT', 'FIELD_AGENT'],
    screen: async () =>
      (await import('../features/notifications/notifications-screen.tsx')).NotificationsScreen,
    menu: { text: 'menu.notifications', icon: IconInbox },
  },
  {
    path: '/devices',
    roles: ['ADMIN', 'SUPER_ADMIN', 'MANAGER'],
    screen: async () => (await import('../features/devices/devices-screen.tsx')).DevicesScreen,
    menu: { text: 'menu.devices', icon: IconDeviceMobile, group: 'oversight' },
  },
  {
    path: '/loan-conflicts',
    roles: ['ADMIN', 'SUPER_ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/loan-conflicts/loan-conflicts-screen.tsx')).LoanConflictsScreen,
    menu: { text: 'menu.loanConflicts', icon: IconArrowsSplit2, group: 'oversight' },
  },
  {
    path: '/work-reviews',
    roles: ['ADMIN', 'SUPER_ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/work-reviews/work-reviews-screen.tsx')).WorkReviewsScreen,
    menu: { text: 'menu.workReviews', icon: IconClockQuestion, group: 'oversight' },
  },
];
