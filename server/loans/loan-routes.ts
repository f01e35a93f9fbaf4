import type { FastifyInstance } from 'fastify';
import { loanCalls } from '../../contract/loan-calls.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { listActiveLoans } from './active-loans.ts';
import { getLoan } from './loan-detail.ts';
import { listLoans, listLoansOfManager } from './loan-list-service.ts';
import { getDistinctBucketClients } from './loan-offers.ts';
import { totalAssigned } from './total-assigned.ts';

/** Serves the reading of loans. */
export function registerLoanRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, loanCalls.listLoans, async ({ actor, query }) =>
    listLoans(context, actor, query),
  );
  registerCall(app, context, loanCalls.listLoansOfManager, async ({ actor, query }) =>
    listLoansOfManager(context, actor, query),
  );
  registerCall(app, context, loanCalls.listLoansOfClient, async ({ actor, query }) =>
    listLoans(context, actor, query),
  );
  registerCall(app, context, loanCalls.totalAssigned, async ({ actor }) =>
    totalAssigned(context, actor),
  );
  registerCall(app, context, loanCalls.getLoan, async ({ actor, params }) =>
    getLoan(context, actor, params.id),
  );
  registerCall(app, context, loanCalls.listActiveLoans, async ({ actor, query }) =>
    listActiveLoans(context, actor, query),
  );
  registerCall(app, context, loanCalls.getDistinctBucketClients, async ({ actor, query }) =>
    getDistinctBucketClients(context, actor, query),
  );
}
