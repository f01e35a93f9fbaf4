import type { FastifyInstance } from 'fastify';
import { portfolioCalls } from '../../contract/portfolio.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import {
  createPortfolio,
  listPortfolios,
  removePortfolio,
  updatePortfolio,
} from './portfolio-service.ts';

/** Serves portfolios. */
export function registerPortfolioRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, portfolioCalls, {
    listPortfolios: ({ actor, query }) => listPortfolios(context, actor, query),
    createPortfolio: ({ actor, body }) => createPortfolio(context, actor, body),
    updatePortfolio: ({ actor, params, body }) => updatePortfolio(context, actor, params.id, body),
    removePortfolio: ({ actor, params }) => removePortfolio(context, actor, params.id),
  });
}
