import {
  IconArrowsSplit2,
  IconBuildingCommunity,
  IconBuildingBank,
  IconBuildingPlus,
  IconFileDescription,
  IconFolderPlus,
  IconDeviceMobile,
  IconInbox,
  IconListDetails,
  IconLogin2,
  IconMapPin,
  IconPhone,
  IconPhoneCall,
  IconSend,
  IconTableImport,
  IconTableShortcut,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

const loanImport = () => import('../features/loan-import/import-screen.tsx');
const callDesk = () => import('../features/call-desk/active-loans-screen.tsx');
const reports = () => import('../features/reports/daily-report-screen.tsx');
const people = () => import('../features/people/people-screens.tsx');
const personForms = () => import('../features/people/person-form-screens.tsx');
const profile = () => import('../features/profiles/profile-screen.tsx');
const partnerForms = () => import('../features/partners/partner-form-screens.tsx');
const loanList = () => import('../features/loans/loan-list-screen.tsx');

/**
 * Every screen behind a login, once: the router, the guard, the menu and the pictures are made from it
 * (spec 2.2, 2.3). A route whose screen is not built is not in the table.
 */
export const routes: readonly AppRoute[] = [
  {
    path: '/field-agent-loans',
    roles: 'any',
    screen: async () => (await import('../features/field-day/field-day-screen.tsx')).FieldDayScreen,
  },
  {
    path: '/field-agent/loan',
    roles: ['FIELD_AGENT'],
    screen: async () => (await import('../features/field-loan/loan-screen.tsx')).FieldLoanScreen,
  },
  {
    path: '/field-agent/loan/visit',
    roles: ['FIELD_AGENT'],
    screen: async () => (await import('../features/field-loan/visit-screen.tsx')).VisitScreen,
  },
  {
    // Its own guard asks only whether somebody is logged in (spec 2.1).
    path: '/field-agent/loan/edit',
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
    path: '/daily-reports',
    roles: ['ADMIN', 'MANAGER', 'COLLECTOR', 'CLIENT_ADMIN', 'CUSTOMER'],
    screen: async () => (await reports()).DailyCallReportScreen,
    menu: { text: 'menu.dailyCallReports', icon: IconPhoneCall, group: 'reports' },
  },
  {
    path: '/daily-field-reports',
    roles: ['ADMIN', 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'],
    screen: async () => (await reports()).DailyFieldReportScreen,
    menu: { text: 'menu.dailyFieldReports', icon: IconMapPin, group: 'reports' },
  },
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
    path: '/test-dashboard',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/organisation-dashboards/installation-screen.tsx'))
        .InstallationScreen,
  },
  {
    path: '/partner-list',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/partners/partner-list-screen.tsx')).PartnerListScreen,
    menu: { text: 'menu.partners', icon: IconBuildingCommunity, group: 'partnersClients' },
  },
  {
    path: '/partner/create',
    roles: ['ADMIN'],
    screen: async () => (await partnerForms()).PartnerCreateScreen,
  },
  {
    path: '/partner/edit',
    roles: ['ADMIN'],
    screen: async () => (await partnerForms()).PartnerEditScreen,
  },
  {
    path: '/partner-loans',
    roles: ['PARTNER'],
    screen: async () => (await loanList()).LoanListScreen,
    menu: { text: 'menu.partnerLoans', icon: IconListDetails },
  },
  {
    path: '/clients',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/clients/clients-screen.tsx')).ClientsScreen,
    menu: { text: 'menu.clients', icon: IconBuildingBank, group: 'partnersClients' },
  },
  {
    path: '/create-client',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/clients/create-client-screen.tsx')).CreateClientScreen,
    menu: { text: 'menu.addClient', icon: IconBuildingPlus, group: 'clientControlPanel' },
  },
  {
    path: '/old-create-client',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/clients/old-create-client-screen.tsx')).OldCreateClientScreen,
  },
  {
    path: '/client/edit',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/clients/client-edit-screen.tsx')).ClientEditScreen,
  },
  {
    path: '/view-client',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/clients/view-client-screen.tsx')).ViewClientScreen,
    menu: { text: 'menu.viewClients', icon: IconFileDescription, group: 'clientControlPanel' },
  },
  {
    path: '/create-portfolio',
    roles: ['CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/clients/create-portfolio-screen.tsx')).CreatePortfolioScreen,
    menu: { text: 'menu.addPortfolio', icon: IconFolderPlus, group: 'clientControlPanel' },
  },
  {
    path: '/contact',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/clients/contact-screen.tsx')).ContactScreen,
  },
];
