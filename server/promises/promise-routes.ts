import type { FastifyInstance } from 'fastify';
import { promiseCalls } from '../../contract/promise.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listPromises, listPromisesOfLoan } from './promise-list.ts';
import { changePromiseRule, listPromiseRules } from './promise-rules.ts';

/** Promises to pay, and the lenders' rules for them. */
export function registerPromiseRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, promiseCalls, {
    listPromises: ({ actor, query }) => listPromises(context, actor, query),
    listPromisesOfLoan: ({ actor, params }) => listPromisesOfLoan(context.db, actor, params.loanId),
    listPromiseRules: ({ actor }) => listPromiseRules(context.db, actor),
    changePromiseRule: ({ actor, params, body }) =>
      changePromiseRule(context, actor, params.clientId, body),
  });
}
