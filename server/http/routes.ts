import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { registerIdentityRoutes } from '../identity/identity-routes.ts';

/** Every noun's calls. A capability adds one line here. */
export function registerRoutes(app: FastifyInstance, context: Context): void {
  registerIdentityRoutes(app, context);
}
