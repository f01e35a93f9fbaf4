import type { FastifyInstance } from 'fastify';
import { clientCalls } from '../../contract/client.ts';
import { loanImportCalls } from '../../contract/loan-import.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { readIncentives } from './client-incentives.ts';
import { listClientNames, listClients } from './client-list.ts';
import { addPolicies, removePolicy, sendPolicy } from './client-policies.ts';
import { readClient } from './client-record.ts';
import { readClientRemoval, removeClient } from './client-removal.ts';
import { createClient, updateClient } from './client-service.ts';

/** Serves clients, their contracts and the choice of lenders. */
export function registerClientRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, loanImportCalls.listClientNames, async ({ actor }) =>
    listClientNames(context, actor),
  );
  registerCall(app, context, clientCalls.listClients, async ({ actor, query }) =>
    listClients(context, actor, query),
  );
  registerCall(app, context, clientCalls.readClient, async ({ actor, params }) =>
    readClient(context, actor, params.id),
  );
  registerCall(app, context, clientCalls.createClient, async ({ actor, body, files }) =>
    createClient(context, actor, body, files),
  );
  registerCall(app, context, clientCalls.updateClient, async ({ actor, params, body }) =>
    updateClient(context, actor, params.id, body),
  );
  registerCall(app, context, clientCalls.readClientRemoval, async ({ actor, params }) =>
    readClientRemoval(context, actor, params.id),
  );
  registerCall(app, context, clientCalls.removeClient, async ({ actor, params }) =>
    removeClient(context, actor, params.id),
  );
  registerCall(app, context, clientCalls.readIncentives, async ({ actor, query }) =>
    readIncentives(context, actor, query),
  );
  registerPolicyCalls(app, context);
}

function registerPolicyCalls(app: FastifyInstance, context: Context): void {
  registerCall(app, context, clientCalls.addPolicies, async ({ actor, params, files }) =>
    addPolicies(context, actor, params.id, files),
  );
  registerCall(app, context, clientCalls.getPolicy, async ({ actor, params, reply }) =>
    sendPolicy(context, actor, params, reply),
  );
  registerCall(app, context, clientCalls.removePolicy, async ({ actor, params }) =>
    removePolicy(context, actor, params),
  );
}
