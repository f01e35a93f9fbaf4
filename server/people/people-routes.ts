import type { FastifyInstance } from 'fastify';
import { peopleCalls } from '../../contract/people.ts';
import { ADMINS } from '../../contract/roles.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { listCollectorsOfManager, listPeople } from './person-list.ts';
import { readPerson } from './person-rows.ts';

function registerReads(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerCall(app, context, peopleCalls.listCollectors, async ({ actor, query }) =>
    listPeople(context, actor, ['COLLECTOR'], query),
  );
  registerCall(app, context, peopleCalls.listManagers, async ({ actor, query }) =>
    listPeople(context, actor, ['MANAGER'], query),
  );
  registerCall(app, context, peopleCalls.listFieldAgents, async ({ actor, query }) =>
    listPeople(context, actor, ['FIELD_AGENT'], query),
  );
  registerCall(app, context, peopleCalls.listCollectorsOfManager, async ({ actor, query }) =>
    listCollectorsOfManager(context, actor, query.managerId),
  );
  const readers = [
    [peopleCalls.readAdmin, ADMINS],
    [peopleCalls.readManager, ['MANAGER']],
    [peopleCalls.readCollector, ['COLLECTOR']],
    [peopleCalls.readFieldAgent, ['FIELD_AGENT']],
  ] as const;
  for (const [call, roles] of readers)
    registerCall(app, context, call, async ({ actor, params }) => ({
      data: await readPerson(db, actor, params.id, roles),
    }));
}

/** Serves people (spec 7.1, 7.3). */
export function registerPeopleRoutes(app: FastifyInstance, context: Context): void {
  registerReads(app, context);
}
