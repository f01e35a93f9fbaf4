import type { FastifyInstance } from 'fastify';
import { agentComplaintCalls } from '../../contract/agent-complaint.ts';
import { agentBoardCalls } from '../../contract/agent-board.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listComplaints, recordComplaint, withdrawComplaint } from './agent-complaints.ts';
import { listProfiles, readBoard, setBoardNames } from './agent-board.ts';

/** The leadership board of agents (spec 7.6). */
export function registerAgentBoardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, agentBoardCalls, {
    listAgentProfiles: ({ actor }) => listProfiles(context, actor),
    readAgentProfile: ({ actor, query }) => readBoard(context, actor, query),
    setBoardNames: ({ actor, params, body }) =>
      setBoardNames(context, actor, params.clientId, body.hidesNames),
  });
  serve(app, context, agentComplaintCalls, {
    listAgentComplaints: ({ actor, query }) => listComplaints(context, actor, query),
    recordAgentComplaint: ({ actor, body }) => recordComplaint(context, actor, body),
    withdrawAgentComplaint: ({ actor, params, body }) =>
      withdrawComplaint(context, actor, params.id, body.reason),
  });
}
