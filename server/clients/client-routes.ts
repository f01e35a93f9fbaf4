import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { loanImportCalls } from '../../contract/loan-import.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';

interface ClientName extends Record<string, unknown> {
  _id: string;
  Client_Name: string;
}

/** The lenders the actor may name, by name; empty when there is none. */
async function listClientNames(context: Context, actor: Actor): Promise<{ data: ClientName[] }> {
  const result = await context.db.execute<ClientName>(sql`
    select c.id as "_id", c.name as "Client_Name" from clients c where ${clientsVisibleTo(actor)} order by c.name`);
  return { data: result.rows };
}

/** Serves the choice of lenders. */
export function registerClientRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, loanImportCalls.listClientNames, async ({ actor }) =>
    listClientNames(context, actor),
  );
}
