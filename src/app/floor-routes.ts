import {
  IconChartLine,
  IconChecklist,
  IconFileUpload,
  IconClockHour4,
  IconDeviceDesktopAnalytics,
  IconGauge,
  IconHeadset,
  IconHeartHandshake,
  IconListNumbers,
  IconMessage2,
  IconMessages,
  IconMicrophone,
  IconShieldCheck,
  IconShieldX,
  IconSitemap,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

/** The call floor: contact rules, messages, campaigns, predictive calls, seats and the dialer's reports (spec 2.2, 2.3). */
export const floorRoutes: readonly AppRoute[] = [
  {
    path: '/upload-sheets',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/call-sheets/call-sheets-screen.tsx')).CallSheetsScreen,
    menu: { text: 'menu.uploadSheets', icon: IconFileUpload, group: 'dialerReport' },
  },
  {
    path: '/contact-rules',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/contact-rules/contact-rules-screen.tsx')).ContactRulesScreen,
    menu: { text: 'menu.contactRules', icon: IconShieldCheck, group: 'clientControlPanel' },
  },
  {
    path: '/contact-breaches',
    roles: ['ADMIN', 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'],
    screen: async () =>
      (await import('../features/contact-rules/contact-breaches-screen.tsx')).ContactBreachesScreen,
    menu: {
      text: 'menu.contactBreaches',
      icon: IconShieldX,
      group: 'oversight',
      ungroupedFor: ['CUSTOMER'],
    },
  },
  {
    path: '/call-management-modify',
    roles: ['COLLECTOR', 'MANAGER'],
    screen: async () =>
      (await import('../features/call-desk/correction-screen.tsx')).CorrectionScreen,
  },
  {
    path: '/client-call-management',
    roles: ['CUSTOMER'],
    screen: async () =>
      (await import('../features/call-desk/lender-loan-screen.tsx')).LenderLoanScreen,
  },
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
    roles: ['ADMIN', 'PARTNER', 'MANAGER', 'COLLECTOR', 'CLIENT_ADMIN'],
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
  {
    path: '/messages',
    roles: ['ADMIN', 'MANAGER', 'CLIENT_ADMIN'],
    screen: async () => (await import('../features/messages/messages-screen.tsx')).MessagesScreen,
    menu: {
      text: 'menu.messages',
      icon: IconMessages,
      group: 'reports',
      ungroupedFor: ['MANAGER'],
    },
  },
  {
    path: '/message-templates',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () => (await import('../features/messages/templates-screen.tsx')).TemplatesScreen,
    menu: { text: 'menu.messageTemplates', icon: IconMessage2, group: 'clientControlPanel' },
  },
  {
    path: '/agent-monitor',
    roles: ['MANAGER'],
    screen: async () =>
      (await import('../features/agent-monitor/monitor-screen.tsx')).AgentMonitorScreen,
    menu: { text: 'menu.agentMonitor', icon: IconDeviceDesktopAnalytics },
  },
  {
    path: '/agent-login-report',
    roles: ['ADMIN', 'CLIENT_ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/dialer-reports/login-screen.tsx')).AgentLoginReportScreen,
    menu: { text: 'menu.agentLoginReport', icon: IconClockHour4, group: 'dialerReport' },
  },
  {
    path: '/agent-performance-report',
    roles: ['ADMIN', 'CLIENT_ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/dialer-reports/performance-screen.tsx'))
        .AgentPerformanceReportScreen,
    menu: { text: 'menu.agentPerformanceReport', icon: IconGauge, group: 'dialerReport' },
  },
  {
    path: '/process-wise-report',
    roles: ['ADMIN', 'CLIENT_ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/dialer-reports/process-screen.tsx')).ProcessReportScreen,
    menu: { text: 'menu.processWiseReport', icon: IconSitemap, group: 'dialerReport' },
  },
  {
    path: '/predictive-call',
    roles: ['COLLECTOR'],
    screen: async () =>
      (await import('../features/call-desk/predictive-call-screen.tsx')).PredictiveCallScreen,
    menu: { text: 'menu.predictiveCall', icon: IconHeadset },
  },
  {
    path: '/predictive-list-upload',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/campaigns/campaigns-screen.tsx')).CampaignsScreen,
    menu: { text: 'menu.predictiveLists', icon: IconListNumbers },
  },
  {
    path: '/predictive-report',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/predictive-report/predictive-report-screen.tsx'))
        .PredictiveReportScreen,
    menu: { text: 'menu.predictiveReport', icon: IconChartLine, group: 'dialerReport' },
  },
];
