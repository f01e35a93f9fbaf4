import type { FastifyInstance } from 'fastify';
import { promiseCalls } from '../../contract/promise.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { listPromises, listPromisesOfLoan } from './promise-list.ts';
import { changePromiseRule, listPromiseRules } from './promise-rules.ts';

/** Promises to pay, and the lenders' rules for them. */
export function registerPromiseRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, promiseCalls.listPromises, ({ actor, query }) =>
    listPromises(context, actor, query),
  );
  registerCall(app, context, promiseCalls.listPromisesOfLoan, ({ actor, params }) =>
    listPromisesOfLoan(context.db, actor, params.loanId),
  );
  registerCall(app, context, promiseCalls.listPromiseRules, ({ actor }) =>
    listPromiseRules(context.db, actor),
  );
  registerCall(app, context, promiseCalls.changePromiseRule, ({ actor, params, body }) =>
    changePromiseRule(context, actor, params.clientId, body),
  );
}
