import {
  IconChartHistogram,
  IconFileUpload,
  IconPresentationAnalytics,
  IconReportAnalytics,
  IconBrain,
  IconTrendingUp,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

const chartForms = () => import('../features/visualizations/chart-form-screen.tsx');

/** BI reports and charts (spec 2.2, 2.3). */
export const insightRoutes: readonly AppRoute[] = [
  {
    path: '/redirectBi',
    roles: ['ADMIN', 'CLIENT_ADMIN', 'MANAGER', 'COLLECTOR', 'CUSTOMER'],
    screen: async () => (await import('../features/visualizations/bi-screen.tsx')).BiScreen,
    menu: { text: 'menu.biReports', icon: IconPresentationAnalytics },
  },
  {
    path: '/Recovery',
    roles: 'any',
    screen: async () =>
      (await import('../features/predictions/recovery-screen.tsx')).RecoveryScreen,
    menu: {
      text: 'menu.basicPredictor',
      icon: IconTrendingUp,
      group: 'recoveryPredictor',
      // The others reach it by its address (spec 2.3).
      roles: ['ADMIN', 'SUPER_ADMIN'],
    },
  },
  {
    path: '/data-insights',
    roles: 'any',
    screen: async () =>
      (await import('../features/visualizations/insights-screen.tsx')).InsightsScreen,
    menu: {
      text: 'menu.dataInsightsDashboard',
      icon: IconReportAnalytics,
      group: 'dataInsights',
      // The others reach it by its address (spec 2.3).
      roles: ['ADMIN', 'SUPER_ADMIN'],
    },
  },
  {
    path: '/data-insights-file',
    roles: 'any',
    screen: async () =>
      (await import('../features/visualizations/insight-upload-screen.tsx')).InsightUploadScreen,
    menu: {
      text: 'menu.dataInsightsFile',
      icon: IconFileUpload,
      group: 'dataInsights',
      roles: ['ADMIN', 'SUPER_ADMIN'],
    },
  },
  {
    path: '/recovery-insight',
    roles: 'any',
    screen: async () => (await import('../features/predictions/insight-screen.tsx')).InsightScreen,
    menu: {
      text: 'menu.advancedPredictor',
      icon: IconBrain,
      group: 'recoveryPredictor',
      roles: ['ADMIN', 'SUPER_ADMIN'],
    },
  },
  {
    path: '/data-visualizations',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/visualizations/chart-list-screen.tsx')).ChartListScreen,
    menu: { text: 'menu.charts', icon: IconChartHistogram, group: 'others' },
  },
  {
    path: '/data-visualization/new',
    roles: ['ADMIN'],
    screen: async () => (await chartForms()).ChartNewScreen,
  },
  {
    path: '/data-visualization/edit',
    roles: ['ADMIN'],
    screen: async () => (await chartForms()).ChartEditScreen,
  },
  {
    path: '/data-visualization/loans',
    roles: 'any',
    screen: async () =>
      (await import('../features/visualizations/chart-loans-screen.tsx')).ChartLoansScreen,
  },
];
