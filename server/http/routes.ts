import type { FastifyInstance } from 'fastify';
import { registerAlertRoutes } from '../alerts/alert-routes.ts';
import { registerAllocationRoutes } from '../allocations/allocation-routes.ts';
import { registerAttachedFileRoutes } from '../attached-files/attached-file-routes.ts';
import { registerClientRoutes } from '../clients/client-routes.ts';
import type { Context } from '../context.ts';
import { registerDeviceRoutes } from '../devices/device-routes.ts';
import { registerDeviceWatchRoutes } from '../devices/device-watch-routes.ts';
import { registerDialerAgentRoutes } from '../dialer-agents/dialer-agent-routes.ts';
import { registerDispositionRoutes } from '../dispositions/disposition-routes.ts';
import { registerIdentityRoutes } from '../identity/identity-routes.ts';
import { registerLoanImportRoutes } from '../loan-imports/loan-import-routes.ts';
import { registerLoanConflictRoutes } from '../loan-conflicts/loan-conflict-routes.ts';
import { registerLoanEditRoutes } from '../loan-edits/loan-edit-routes.ts';
import { registerLoanRoutes } from '../loans/loan-routes.ts';
import { registerPeopleRoutes } from '../people/people-routes.ts';
import { registerUserDataRoutes } from '../people/user-data-routes.ts';
import { registerReportRoutes } from '../reports/report-routes.ts';
import { registerStaffDashboardRoutes } from '../staff-dashboards/staff-dashboard-routes.ts';

/** Every noun's calls. A capability adds one line here. */
export function registerRoutes(app: FastifyInstance, context: Context): void {
  registerIdentityRoutes(app, context);
  registerClientRoutes(app, context);
  registerLoanRoutes(app, context);
  registerAllocationRoutes(app, context);
  registerLoanImportRoutes(app, context);
  registerDispositionRoutes(app, context);
  registerAttachedFileRoutes(app, context);
  registerAlertRoutes(app, context);
  registerDialerAgentRoutes(app, context);
  registerLoanEditRoutes(app, context);
  registerLoanConflictRoutes(app, context);
  registerDeviceRoutes(app, context);
  registerDeviceWatchRoutes(app, context);
  registerReportRoutes(app, context);
  registerStaffDashboardRoutes(app, context);
  registerPeopleRoutes(app, context);
  registerUserDataRoutes(app, context);
}
