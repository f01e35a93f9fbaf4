import type { FastifyInstance } from 'fastify';
import { portfolioCalls } from '../../contract/portfolio.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import {
  createPortfolio,
  listPortfolios,
  removePortfolio,
  updatePortfolio,
} from './portfolio-service.ts';

/** Serves portfolios. */
export function registerPortfolioRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, portfolioCalls.listPortfolios, async ({ actor, query }) =>
    listPortfolios(context, actor, query),
  );
  registerCall(app, context, portfolioCalls.createPortfolio, async ({ actor, body }) =>
    createPortfolio(context, actor, body),
  );
  registerCall(app, context, portfolioCalls.updatePortfolio, async ({ actor, params, body }) =>
    updatePortfolio(context, actor, params.id, body),
  );
  registerCall(app, context, portfolioCalls.removePortfolio, async ({ actor, params }) =>
    removePortfolio(context, actor, params.id),
  );
}
