import {
  IconBinaryTree,
  IconListTree,
  IconCalendarPlus,
  IconDatabaseExport,
  IconFilePencil,
  IconFilePlus,
  IconFiles,
  IconTableOptions,
  IconProgressCheck,
} from '@tabler/icons-react';
import {
  IconArrowsShuffle,
  IconBuildingBank,
  IconCash,
  IconReceiptRupee,
  IconReportSearch,
  IconScale,
  IconUserShare,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

const activitySheets = () => import('../features/activity-sheets/sheet-screens.tsx');

/** Loans in and shared out: sheets, corrections, payments, rules and automatic allocation (spec 2.2, 2.3). */
export const loanRoutes: readonly AppRoute[] = [
  {
    path: '/allocation-rule',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/allocation-rules/rules-screen.tsx')).RulesScreen,
    menu: { text: 'menu.allocationRules', icon: IconBinaryTree, group: 'ruleEngine' },
  },
  {
    path: '/allocation-rule-loans',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/allocation-rules/rule-loans-screen.tsx')).RuleLoansScreen,
    menu: { text: 'menu.allocationRuleLoans', icon: IconListTree, group: 'ruleEngine' },
  },
  {
    path: '/sortingrules',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/allocation-rules/sorting-screen.tsx')).SortingScreen,
  },
  {
    path: '/loan/manual-entry',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/loans/manual-entry-screen.tsx')).ManualEntryScreen,
    menu: { text: 'menu.manualEntry', icon: IconFilePlus, group: 'importAccounts' },
  },
  {
    path: '/extend-loans',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/extend-loans/extend-loans-screen.tsx')).ExtendLoansScreen,
    menu: { text: 'menu.extendLoans', icon: IconCalendarPlus, group: 'importAccounts' },
  },
  {
    path: '/modify-loan',
    roles: ['CUSTOMER'],
    screen: async () => (await import('../features/loans/modify-loan-screen.tsx')).ModifyLoanScreen,
    menu: { text: 'menu.modifyLoan', icon: IconFilePencil },
  },
  {
    path: '/sheet-list',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/sheets/sheet-list-screen.tsx')).SheetListScreen,
    menu: { text: 'menu.sheetList', icon: IconFiles, group: 'others' },
  },
  {
    path: '/backup',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/backups/backup-screen.tsx')).BackupScreen,
    menu: { text: 'menu.backups', icon: IconDatabaseExport, group: 'others' },
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
  {
    path: '/bank-paid-upload',
    roles: ['ADMIN'],
    screen: async () => (await activitySheets()).BankPaidScreen,
    menu: { text: 'menu.bankPaid', icon: IconBuildingBank, group: 'importAccounts' },
  },
  {
    path: '/post-payment',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () => (await activitySheets()).PostPaymentScreen,
    menu: { text: 'menu.postPayment', icon: IconCash, group: 'importAccounts' },
  },
  {
    path: '/post-allocation',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () => (await activitySheets()).PostAllocationScreen,
    menu: { text: 'menu.postAllocation', icon: IconUserShare, group: 'importAccounts' },
  },
  {
    path: '/encore-reports',
    roles: ['ADMIN'],
    screen: async () => (await activitySheets()).EncoreReportsScreen,
    menu: { text: 'menu.encoreReports', icon: IconReportSearch },
  },
  {
    path: '/loans/auto-allocation',
    roles: ['ADMIN', 'CLIENT_ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/auto-allocation/auto-allocation-screen.tsx')).AutoAllocationScreen,
    menu: {
      text: 'menu.autoAllocation',
      icon: IconArrowsShuffle,
      group: 'importAccounts',
      ungroupedFor: ['MANAGER'],
    },
  },
  {
    path: '/process-allocation',
    roles: ['ADMIN', 'MANAGER'],
    screen: async () =>
      (await import('../features/auto-allocation/process-allocation-screen.tsx'))
        .ProcessAllocationScreen,
    menu: { text: 'menu.processAllocation', icon: IconProgressCheck },
  },
  {
    path: '/receipts',
    roles: ['FIELD_AGENT', 'COLLECTOR', 'MANAGER', 'ADMIN'],
    screen: async () => (await import('../features/receipts/receipts-screen.tsx')).ReceiptsScreen,
    menu: { text: 'menu.receipts', icon: IconReceiptRupee },
  },
  {
    path: '/Reconciliation',
    roles: ['ADMIN', 'MANAGER', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/reconciliation/reconciliation-screen.tsx')).ReconciliationScreen,
    menu: { text: 'menu.reconciliation', icon: IconScale },
  },
];
