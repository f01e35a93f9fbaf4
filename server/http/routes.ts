import type { FastifyInstance } from 'fastify';
import { registerClientRoutes } from '../clients/client-routes.ts';
import type { Context } from '../context.ts';
import { registerIdentityRoutes } from '../identity/identity-routes.ts';
import { registerLoanRoutes } from '../loans/loan-routes.ts';

/** Every noun's calls. A capability adds one line here. */
export function registerRoutes(app: FastifyInstance, context: Context): void {
  registerIdentityRoutes(app, context);
  registerClientRoutes(app, context);
  registerLoanRoutes(app, context);
}
