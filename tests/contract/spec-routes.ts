import type { Role } from '../../contract/roles.ts';

/** A route of the specification's table 2.2. */
export interface SpecRoute {
  readonly path: string;
  readonly roles: readonly Role[] | 'any';
}

const inSpec = (roles: SpecRoute['roles'], ...paths: string[]): SpecRoute[] =>
  paths.map((path) => ({ path, roles }));

/**
 * The routes of section 2.2, with what design.md 5 decided where the menu (2.3) and the guards differ: the customer
 * reaches `/my-profile` and `/redirectBi`, and Pending Settlement works for customer, client admin and manager on both
 * paths. `/` is no entry of the routes table; the bank-paid upload has no path in the spec.
 */
export const specRoutes: readonly SpecRoute[] = [
  ...inSpec(['MANAGER', 'COLLECTOR'], '/home'),
  ...inSpec(['ADMIN', 'MANAGER', 'COLLECTOR', 'CUSTOMER', 'CLIENT_ADMIN'], '/agentProfiling'),
  ...inSpec(['ADMIN', 'CLIENT_ADMIN', 'MANAGER'], '/loans/auto-allocation'),
  ...inSpec(['ADMIN', 'CLIENT_ADMIN', 'MANAGER', 'COLLECTOR', 'CUSTOMER'], '/redirectBi'),
  ...inSpec(['ADMIN'], '/test-dashboard', '/loan/manual-entry'),
  ...inSpec(['ADMIN', 'CLIENT_ADMIN'], '/upload-loan', '/loans'),
  ...inSpec(['ADMIN', 'CLIENT_ADMIN'], '/loan/import-mapping', '/loan/update-import-mapping'),
  ...inSpec(
    ['ADMIN'],
    '/contact',
    '/backup',
    '/sheet-list',
    '/extend-loans',
    '/encore-reports',
    '/userdata',
    '/userlist',
    '/myprofile',
    '/upload-sheets',
    '/sortingrules',
    '/allocation-rule',
    '/allocation-rule-loans',
    '/collectors',
    '/collector/create',
    '/collector/edit',
    '/partner-list',
    '/partner/create',
    '/partner/edit',
    '/success-fees',
    '/successfees/edit',
    '/test/createfile',
    '/revenues',
    '/revenue/edit',
    '/client-revenue',
    '/clients',
    '/create-client',
    '/old-create-client',
    '/client/edit',
    '/field-agent/create',
    '/field-agent/edit',
    '/data-visualizations',
    '/data-visualization/new',
    '/data-visualization/edit',
  ),
  ...inSpec(['ADMIN', 'MANAGER'], '/view-loan', '/approveLoan'),
  ...inSpec(['ADMIN', 'CUSTOMER'], '/approveLoanByClient'),
  ...inSpec(['CUSTOMER'], '/letterUploadByClient'),
  ...inSpec(
    ['ADMIN', 'MANAGER', 'COLLECTOR', 'CLIENT_ADMIN', 'CUSTOMER'],
    '/daily-reports',
    '/allocation-reports',
    '/additional-reports',
    '/workable-reports',
    '/download-reports',
  ),
  ...inSpec(['COLLECTOR', 'MANAGER', 'CUSTOMER'], '/retain-report'),
  ...inSpec(['MANAGER'], '/login-report', '/pending-client-reports'),
  ...inSpec(['ADMIN', 'MANAGER', 'COLLECTOR'], '/reports'),
  ...inSpec(['ADMIN', 'CLIENT_ADMIN', 'MANAGER', 'COLLECTOR'], '/best-disposition'),
  ...inSpec(
    ['ADMIN', 'CLIENT_ADMIN', 'MANAGER'],
    '/agent-login-report',
    '/agent-performance-report',
    '/process-wise-report',
    '/agent-call-recording',
  ),
  ...inSpec(['ADMIN', 'CLIENT_ADMIN'], '/predictive-report', '/predictive-list-upload'),
  ...inSpec(['ADMIN', 'MANAGER', 'CLIENT_ADMIN', 'CUSTOMER'], '/daily-field-reports'),
  ...inSpec(['MANAGER', 'CUSTOMER', 'CLIENT_ADMIN'], '/target-settings'),
  ...inSpec(
    ['ADMIN', 'PARTNER'],
    '/managers',
    '/managers-collectors',
    '/manager/create',
    '/manager/edit',
  ),
  ...inSpec(['ADMIN', 'MANAGER'], '/process-allocation', '/attendance/:id'),
  ...inSpec(['MANAGER'], '/all-loans'),
  ...inSpec(
    ['ADMIN', 'CLIENT_ADMIN'],
    '/post-allocation',
    '/post-payment',
    '/settlement',
    '/view-client',
    '/target-setting',
    '/incentive-structure',
  ),
  ...inSpec(['CLIENT_ADMIN'], '/create-portfolio'),
  ...inSpec(['ADMIN', 'MANAGER', 'CLIENT_ADMIN'], '/Reconciliation'),
  ...inSpec(['COLLECTOR', 'MANAGER'], '/active-loans'),
  ...inSpec(['COLLECTOR', 'MANAGER', 'CUSTOMER', 'CLIENT_ADMIN'], '/notifications'),
  ...inSpec(['MANAGER'], '/agent-monitor'),
  ...inSpec(
    ['CUSTOMER', 'CLIENT_ADMIN', 'MANAGER'],
    '/settalement-loans',
    '/client-settalement-loans',
  ),
  ...inSpec(['MANAGER', 'CUSTOMER'], '/profile'),
  ...inSpec(['PARTNER'], '/partner-loans'),
  ...inSpec(['COLLECTOR', 'MANAGER'], '/call-management', '/call-management-modify'),
  ...inSpec(['COLLECTOR'], '/predictive-call'),
  ...inSpec(['COLLECTOR', 'CUSTOMER'], '/my-profile'),
  ...inSpec(['CUSTOMER'], '/client-call-management', '/modify-loan'),
  // Its own guard asks only whether somebody is logged in (2.1).
  ...inSpec('any', '/field-agent/loan/edit'),
  ...inSpec(
    'any',
    '/field-agent-loans',
    '/data-insights',
    '/data-insights-file',
    '/Recovery',
    '/recovery-insight',
    '/last-interaction-report',
    '/export-csv',
    '/target/:id',
    '/field-target/:id',
  ),
];

/** Screens that the specification has no route for. */
export const ourRoutes: readonly string[] = [
  '/contact-rules',
  '/contact-breaches',
  '/field-agent/loan',
  '/field-agent/loan/visit',
  '/outbox',
  '/receipts',
  '/promises',
  '/call-recording-reports',
  '/promise-rules',
  '/devices',
  '/messages',
  '/message-templates',
  '/loan-conflicts',
  '/bank-paid-upload',
];
