import {
  IconCoins,
  IconDivide,
  IconStairs,
  IconChartInfographic,
  IconFileInvoice,
  IconPercentage,
  IconTarget,
  IconTargetArrow,
  IconTrophy,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

/** Whose money is, what it is to be, and what is earned with it (spec 2.2, 2.3). */
export const moneyRoutes: readonly AppRoute[] = [
  {
    path: '/attribution-rules',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/attribution/attribution-screen.tsx')).AttributionScreen,
    menu: { text: 'menu.attributionRules', icon: IconDivide, group: 'clientControlPanel' },
  },
  {
    path: '/success-fees',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/revenue/success-fees-screen.tsx')).SuccessFeesScreen,
    menu: { text: 'menu.successFees', icon: IconPercentage, group: 'revenue' },
  },
  {
    path: '/successfees/edit',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/revenue/success-fee-edit-screen.tsx')).SuccessFeeEditScreen,
  },
  {
    path: '/client-revenue',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/revenue/invoices-screen.tsx')).InvoicesScreen,
    menu: { text: 'menu.clientRevenue', icon: IconFileInvoice, group: 'revenue' },
  },
  {
    // The lender's own, beside the spec's guard of /client-revenue.
    path: '/invoices',
    roles: ['CLIENT_ADMIN'],
    screen: async () => (await import('../features/revenue/invoices-screen.tsx')).InvoicesScreen,
    menu: { text: 'menu.invoices', icon: IconFileInvoice },
  },
  {
    path: '/invoice',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () => (await import('../features/revenue/invoice-screen.tsx')).InvoiceScreen,
  },
  {
    path: '/revenues',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/revenue/revenues-screen.tsx')).RevenuesScreen,
    menu: { text: 'menu.revenues', icon: IconChartInfographic, group: 'revenue' },
  },
  {
    path: '/revenue/edit',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/revenue/revenue-edit-screen.tsx')).RevenueEditScreen,
  },
  {
    path: '/agentProfiling',
    roles: ['ADMIN', 'MANAGER', 'COLLECTOR', 'CUSTOMER', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/agent-board/agent-board-screen.tsx')).AgentBoardScreen,
    menu: { text: 'menu.agentBoard', icon: IconTrophy },
  },
  {
    path: '/incentive-structure',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/incentives/structures-screen.tsx')).StructuresScreen,
    menu: { text: 'menu.incentiveStructure', icon: IconStairs, group: 'clientControlPanel' },
  },
  {
    path: '/incentives',
    roles: ['ADMIN', 'PARTNER', 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    screen: async () =>
      (await import('../features/incentives/incentives-screen.tsx')).IncentivesScreen,
    menu: { text: 'menu.incentives', icon: IconCoins },
  },
  {
    path: '/incentives/:id',
    roles: ['ADMIN', 'PARTNER', 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    screen: async () =>
      (await import('../features/incentives/statement-screen.tsx')).PersonStatementScreen,
  },
  {
    path: '/target-settings',
    roles: ['MANAGER', 'CUSTOMER', 'CLIENT_ADMIN'],
    screen: async () => (await import('../features/targets/targets-screen.tsx')).TargetsScreen,
    menu: { text: 'menu.targetSettings', icon: IconTargetArrow },
  },
  {
    path: '/target-setting',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () => (await import('../features/targets/targets-screen.tsx')).TargetsScreen,
    menu: {
      text: 'menu.targetSettings',
      icon: IconTargetArrow,
      group: 'clientControlPanel',
      roles: ['ADMIN'],
    },
  },
  {
    path: '/my-target',
    roles: ['MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    screen: async () =>
      (await import('../features/targets/person-target-screen.tsx')).PersonTargetScreen,
    menu: { text: 'menu.myTarget', icon: IconTarget },
  },
  {
    path: '/target/:id',
    roles: 'any',
    screen: async () =>
      (await import('../features/targets/person-target-screen.tsx')).PersonTargetScreen,
  },
  {
    path: '/field-target/:id',
    roles: 'any',
    screen: async () =>
      (await import('../features/targets/person-target-screen.tsx')).PersonTargetScreen,
  },
];
