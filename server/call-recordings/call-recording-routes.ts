import type { FastifyInstance } from 'fastify';
import { callRecordingCalls } from '../../contract/call-recording.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { listCallRecordings } from './call-recording-list.ts';

/** Calls with their recordings, of our dialer, of agents and of outside dialers' sheets. */
export function registerCallRecordingRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, callRecordingCalls.listCallRecordings, ({ actor, query }) =>
    listCallRecordings(context, actor, query),
  );
}
