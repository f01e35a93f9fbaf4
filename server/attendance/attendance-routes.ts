import type { FastifyInstance } from 'fastify';
import { attendanceCalls } from '../../contract/attendance.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readAttendance } from './attendance.ts';
import { listActiveCollectors, listCollectorAllocations } from './collector-stock.ts';
import { readLoginReport } from './login-report.ts';

/** Serves who was at work when, and who holds what (spec 7.3). */
export function registerAttendanceRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, attendanceCalls, {
    readAttendance: ({ actor, query }) => readAttendance(context, actor, query),
    readLoginReport: ({ actor, query }) => readLoginReport(context, actor, query),
    listActiveCollectors: ({ actor, query }) => listActiveCollectors(context, actor, query),
    listCollectorAllocations: ({ actor, query }) =>
      listCollectorAllocations(context, actor, query.createdBy),
  });
}
