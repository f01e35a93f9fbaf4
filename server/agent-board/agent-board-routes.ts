import type { FastifyInstance } from 'fastify';
import { agentBoardCalls } from '../../contract/agent-board.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listProfiles, readBoard, setBoardNames } from './agent-board.ts';

/** The leadership board of agents (spec 7.6). */
export function registerAgentBoardRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, agentBoardCalls, {
    listAgentProfiles: ({ actor }) => listProfiles(context, actor),
    readAgentProfile: ({ actor, query }) => readBoard(context, actor, query),
    setBoardNames: ({ actor, params, body }) =>
      setBoardNames(context, actor, params.clientId, body.hidesNames),
  });
}
