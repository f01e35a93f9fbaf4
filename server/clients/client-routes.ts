import type { FastifyInstance } from 'fastify';
import { clientCalls } from '../../contract/client.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readIncentives } from './client-incentives.ts';
import { listClientNames, listClients } from './client-list.ts';
import { addPolicies, removePolicy, sendPolicy } from './client-policies.ts';
import { readClient } from './client-record.ts';
import { readClientRemoval, removeClient } from './client-removal.ts';
import { createClient, updateClient } from './client-service.ts';

/** Serves clients, their contracts and the choice of lenders. */
export function registerClientRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, clientCalls, {
    listClientNames: ({ actor }) => listClientNames(context, actor),
    listClients: ({ actor, query }) => listClients(context, actor, query),
    readClient: ({ actor, params }) => readClient(context, actor, params.id),
    createClient: ({ actor, body, files }) => createClient(context, actor, body, files),
    updateClient: ({ actor, params, body }) => updateClient(context, actor, params.id, body),
    readClientRemoval: ({ actor, params }) => readClientRemoval(context, actor, params.id),
    removeClient: ({ actor, params }) => removeClient(context, actor, params.id),
    readIncentives: ({ actor, query }) => readIncentives(context, actor, query),
    addPolicies: ({ actor, params, files }) => addPolicies(context, actor, params.id, files),
    getPolicy: ({ actor, params, reply }) => sendPolicy(context, actor, params, reply),
    removePolicy: ({ actor, params }) => removePolicy(context, actor, params),
  });
}
