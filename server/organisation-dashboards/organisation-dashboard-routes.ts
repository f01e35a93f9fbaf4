import type { FastifyInstance } from 'fastify';
import { organisationDashboardCalls } from '../../contract/organisation-dashboard.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { verifyNextAuditPart } from './audit-run.ts';
import { readClientLanding } from './client-landing.ts';
import { readHealth } from './health-service.ts';
import { readOrganisationLanding } from './organisation-landing.ts';
import { readPartnerLanding } from './partner-landing.ts';

/** Serves the landing screens of the admin, the partner and the lender's people, and the test of the installation. */
export function registerOrganisationDashboardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, organisationDashboardCalls, {
    readOrganisationLanding: ({ actor }) => readOrganisationLanding(context, actor),
    readPartnerLanding: ({ actor }) => readPartnerLanding(context, actor),
    readClientLanding: ({ actor }) => readClientLanding(context, actor),
    readHealth: () => readHealth(context),
    verifyAuditTrail: ({ actor }) => runCommand(context.db, actor, verifyNextAuditPart),
  });
}
