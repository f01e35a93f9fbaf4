import type { Role } from '../../contract/roles.ts';
import type { MenuGroup } from './route-table.ts';

/** A place in the menu: the path of an entry, or a group. */
type Place = `/${string}` | MenuGroup;

/*
 * The side menu's order (spec 2.3). Which entries a role has is said by the routes table: the guard's roles, narrowed
 * by `menu.roles`. An entry that is named nowhere here comes last.
 */

/** What every menu begins with, after Home and Dashboard. */
const FIRST: readonly Place[] = ['/redirectBi', '/agentProfiling'];

/** What every menu ends with; the oversight of devices and the outbox are ours. */
const LAST: readonly Place[] = ['/outbox', 'oversight', 'reports'];

/** The admin's list, which is also the order for roles without a list of their own. */
const ADMIN: readonly Place[] = [
  'importAccounts',
  'dataInsights',
  '/managers-collectors',
  'clientControlPanel',
  '/process-allocation',
  '/predictive-list-upload',
  '/Reconciliation',
  '/encore-reports',
  'revenue',
  'recoveryPredictor',
  'partnersClients',
  'dialerReport',
  'ruleEngine',
  'others',
];

const MANAGER: readonly Place[] = [
  '/all-loans',
  '/loans/auto-allocation',
  '/Reconciliation',
  '/process-allocation',
  '/notifications',
  '/agent-monitor',
  '/target-settings',
  'dialerReport',
];

const COLLECTOR: readonly Place[] = ['/active-loans', '/notifications', '/predictive-call'];

const CLIENT_ADMIN: readonly Place[] = [
  'importAccounts',
  'clientControlPanel',
  '/Reconciliation',
  '/predictive-list-upload',
  'dialerReport',
  '/client-settalement-loans',
  '/notifications',
  '/target-settings',
  '/invoices',
];

const CUSTOMER: readonly Place[] = [
  '/notifications',
  '/target-settings',
  '/client-settalement-loans',
  '/redirectBi',
];

const OWN: Readonly<Partial<Record<Role, readonly Place[]>>> = {
  MANAGER,
  COLLECTOR,
  CLIENT_ADMIN,
  CUSTOMER,
};

/** The order of the entries within the groups. */
const WITHIN: readonly Place[] = [
  // Import Accounts
  '/loans',
  '/loan/import-mapping',
  '/loan/update-import-mapping',
  '/upload-loan',
  '/loan/manual-entry',
  '/extend-loans',
  '/loans/auto-allocation',
  // Data Insights
  '/data-insights',
  '/data-insights-file',
  // Client Control Panel
  '/create-client',
  '/create-portfolio',
  '/view-client',
  // Revenue
  '/revenues',
  '/client-revenue',
  '/success-fees',
  // Recovery Predictor
  '/Recovery',
  '/recovery-insight',
  // Partners/Clients
  '/clients',
  '/partner-list',
  // Dialer Report
  '/upload-sheets',
  '/agent-login-report',
  '/agent-performance-report',
  '/agent-call-recording',
  '/process-wise-report',
  // Rule Engine
  '/allocation-rule',
  '/allocation-rule-loans',
  // Others
  '/backup',
  '/sheet-list',
  // Reports
  '/reports',
  '/daily-reports',
  '/collection-report',
  '/download-reports',
  '/last-interaction-report',
  '/allocation-reports',
  '/workable-reports',
  '/additional-reports',
  '/best-disposition',
  '/daily-field-reports',
  '/pending-client-reports',
  '/login-report',
  '/retain-report',
  '/export-csv',
];

/** The place of an entry or group in a role's menu: smaller is nearer to the top. */
export function menuRank(role: Role, place: string): number {
  const own = OWN[role] ?? ADMIN;
  // A role's own list has the last word: the customer's BI entry stands in its own block.
  const first = FIRST.filter((each) => !own.includes(each));
  const order: readonly string[] = [...first, ...own, 'UNNAMED', ...LAST];
  const at = order.indexOf(place);
  return at === -1 ? order.indexOf('UNNAMED') : at;
}

/** The place of an entry within its group. */
export function rankWithin(path: string): number {
  const at = (WITHIN as readonly string[]).indexOf(path);
  return at === -1 ? WITHIN.length : at;
}
