import { IconBinaryTree, IconListTree,   IconCalendarPlus,
  IconFilePencil,
  IconFilePlus,
  IconFiles,
  IconTableOptions,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

/** Loans in and shared out: sheets, corrections, payments, rules and automatic allocation (spec 2.2, 2.3). */
export const loanRoutes: readonly AppRoute[] = [
  {
    path: '/allocation-rule',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/allocation-rules/rules-screen.tsx')).RulesScreen,
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
