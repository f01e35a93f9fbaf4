import type { FastifyInstance } from 'fastify';
import { organisationDashboardCalls } from '../../contract/organisation-dashboard.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { verifyNextAuditPart } from './audit-run.ts';
import { readClientLanding } from './client-landing.ts';
import { readHealth } from './health.ts';
import { readOrganisationLanding } from './organisation-landing.ts';
import { readPartnerLanding } from './partner-landing.ts';

/** Serves the landing screens of the admin, the partner and the lender's people, and the test of the installation. */
export function registerOrganisationDashboardRoutes(app: FastifyInstance, context: Context): void {
  registerCall(
    app,
    context,
    organisationDashboardCalls.readOrganisationLanding,
    async ({ actor }) => readOrganisationLanding(context, actor),
  );
  registerCall(app, context, organisationDashboardCalls.readPartnerLanding, async ({ actor }) =>
    readPartnerLanding(context, actor),
  );
  registerCall(app, context, organisationDashboardCalls.readClientLanding, async ({ actor }) =>
    readClientLanding(context, actor),
  );
  registerCall(app, context, organisationDashboardCalls.readHealth, async () =>
    readHealth(context),
  );
  registerCall(app, context, organisationDashboardCalls.verifyAuditTrail, async ({ actor }) =>
    runCommand(context.db, actor, verifyNextAuditPart),
  );
}
