import type { FastifyInstance } from 'fastify';
import { peopleCalls } from '../../contract/people.ts';
import { ADMINS } from '../../contract/roles.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { addPeopleFromSheet } from './people-sheet.ts';
import { changePerson } from './person-change.ts';
import { addPerson } from './person-creation.ts';
import { listCollectorsOfManager, listPeople } from './person-list.ts';
import { moveCollector } from './person-move.ts';
import { readRemoval, removePerson, setPersonActive } from './person-removal.ts';
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

function registerAccounts(app: FastifyInstance, context: Context): void {
  registerCall(app, context, peopleCalls.addCollector, async ({ actor, body }) =>
    addPerson(context, actor, 'COLLECTOR', body),
  );
  registerCall(app, context, peopleCalls.addManager, async ({ actor, body }) =>
    addPerson(context, actor, 'MANAGER', body),
  );
  registerCall(app, context, peopleCalls.addFieldAgent, async ({ actor, body }) =>
    addPerson(context, actor, 'FIELD_AGENT', body),
  );
  const changers = [
    [peopleCalls.changeCollector, ['COLLECTOR']],
    [peopleCalls.changeManager, ['MANAGER']],
    [peopleCalls.changeFieldAgent, ['FIELD_AGENT']],
    [peopleCalls.changeAdmin, ADMINS],
  ] as const;
  for (const [call, roles] of changers)
    registerCall(app, context, call, async ({ actor, body }) =>
      changePerson(context, actor, roles, body),
    );
  registerCall(app, context, peopleCalls.readProfile, async ({ actor }) => ({
    data: await readPerson(context.db, actor, actor.userId),
  }));
  registerCall(app, context, peopleCalls.changeProfile, async ({ actor, body }) =>
    changePerson(context, actor, [], { ...body, _id: actor.userId }),
  );
}

function registerDepartures(app: FastifyInstance, context: Context): void {
  const removers = [
    [peopleCalls.removeCollector, ['COLLECTOR', 'FIELD_AGENT']],
    [peopleCalls.removeManager, ['MANAGER']],
  ] as const;
  for (const [call, roles] of removers)
    registerCall(app, context, call, async ({ actor, params, query }) =>
      removePerson(context, actor, roles, { id: params.id, successorId: query.successorId }),
    );
  registerCall(app, context, peopleCalls.readRemoval, async ({ actor, params }) =>
    readRemoval(context, actor, params.id),
  );
  registerCall(app, context, peopleCalls.setPersonActive, async ({ actor, params, body }) =>
    setPersonActive(context, actor, params.id, body),
  );
  registerCall(app, context, peopleCalls.addPeopleFromSheet, async ({ actor, body, files }) =>
    addPeopleFromSheet(context, actor, files, body.isTrial === 'true'),
  );
  registerCall(app, context, peopleCalls.moveCollector, async ({ actor, params, body }) =>
    moveCollector(context, actor, { id: params.id, managerId: body.managerId }),
  );
}

/** Serves people (spec 7.1, 7.3). */
export function registerPeopleRoutes(app: FastifyInstance, context: Context): void {
  registerReads(app, context);
  registerAccounts(app, context);
  registerDepartures(app, context);
}
