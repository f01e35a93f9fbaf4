import type { FastifyInstance } from 'fastify';
import { loanCalls } from '../../contract/loan-calls.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listActiveLoans } from './active-loans.ts';
import { getLoan } from './loan-detail.ts';
import { listLoans, listLoansOfManager } from './loan-list-service.ts';
import { getDistinctBucketClients } from './loan-offers.ts';
import { totalAssigned } from './total-assigned.ts';

/** Serves the reading of loans. */
export function registerLoanRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, loanCalls, {
    listLoans: ({ actor, query }) => listLoans(context, actor, query),
    listLoansOfManager: ({ actor, query }) => listLoansOfManager(context, actor, query),
    listLoansOfClient: ({ actor, query }) => listLoans(context, actor, query),
    totalAssigned: ({ actor }) => totalAssigned(context, actor),
    getLoan: ({ actor, params }) => getLoan(context, actor, params.id),
    listActiveLoans: ({ actor, query }) => listActiveLoans(context, actor, query),
    getDistinctBucketClients: ({ actor, query }) => getDistinctBucketClients(context, actor, query),
  });
}
