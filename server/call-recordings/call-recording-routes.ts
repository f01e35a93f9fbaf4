import type { FastifyInstance } from 'fastify';
import { callRecordingCalls } from '../../contract/call-recording.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listCallRecordings } from './call-recording-list.ts';
import { sendRecording } from './recording-sending.ts';

/** Calls with their recordings, of our dialer, of agents and of outside dialers' sheets. */
export function registerCallRecordingRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, callRecordingCalls, {
    listCallRecordings: ({ actor, query }) => listCallRecordings(context, actor, query),
    getRecording: ({ actor, params, reply }) => sendRecording(context, actor, params.id, reply),
  });
}
