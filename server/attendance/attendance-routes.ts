import type { FastifyInstance } from 'fastify';
import { attendanceCalls } from '../../contract/attendance.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { readAttendance } from './attendance.ts';
import { listActiveCollectors, listCollectorAllocations } from './collector-stock.ts';
import { readLoginReport } from './login-report.ts';

/** Serves who was at work when, and who holds what (spec 7.3). */
export function registerAttendanceRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, attendanceCalls.readAttendance, async ({ actor, query }) =>
    readAttendance(context, actor, query),
  );
  registerCall(app, context, attendanceCalls.readLoginReport, async ({ actor, query }) =>
    readLoginReport(context, actor, query),
  );
  registerCall(app, context, attendanceCalls.listActiveCollectors, async ({ actor, query }) =>
    listActiveCollectors(context, actor, query),
  );
  registerCall(app, context, attendanceCalls.listCollectorAllocations, async ({ actor, query }) =>
    listCollectorAllocations(context, actor, query.createdBy),
  );
}
