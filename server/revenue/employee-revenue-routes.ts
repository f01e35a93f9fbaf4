import type { FastifyInstance } from 'fastify';
import { employeeRevenueCalls } from '../../contract/employee-revenue.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { onlyFile } from '../http/uploads.ts';
import { uploadEmployeeCosts } from './cost-sheet.ts';
import { listRevenues, readEmployeeCost, setEmployeeCosts } from './employee-revenue.ts';

/** What employees earn and cost. */
export function registerEmployeeRevenueRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, employeeRevenueCalls, {
    listRevenues: ({ query }) => listRevenues(context, query),
    readEmployeeCost: ({ params, query }) => readEmployeeCost(context, params.id, query.month),
    setEmployeeCosts: ({ actor, body }) => setEmployeeCosts(context, actor, body.month, body.costs),
    uploadEmployeeCosts: ({ actor, body, files }) =>
      uploadEmployeeCosts(context, actor, onlyFile(files), body.month),
  });
}
