import type { FastifyInstance } from 'fastify';
import { peopleCalls } from '../../contract/people.ts';
import { ADMINS } from '../../contract/roles.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { addPeopleFromSheet } from './people-sheet.ts';
import { changePerson } from './person-change.ts';
import { addPerson } from './person-creation.ts';
import { listCollectorsOfManager, listPeople } from './person-list.ts';
import { moveCollector } from './person-move.ts';
import { readRemoval, removePerson, setPersonActive } from './person-removal.ts';
import { readPerson } from './person-rows.ts';

/** Serves people (spec 7.1, 7.3). */
export function registerPeopleRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, peopleCalls, {
    listCollectors: ({ actor, query }) => listPeople(context, actor, ['COLLECTOR'], query),
    listManagers: ({ actor, query }) => listPeople(context, actor, ['MANAGER'], query),
    listFieldAgents: ({ actor, query }) => listPeople(context, actor, ['FIELD_AGENT'], query),
    listCollectorsOfManager: ({ actor, query }) =>
      listCollectorsOfManager(context, actor, query.managerId),
    readAdmin: async ({ actor, params }) => ({
      data: await readPerson(db, actor, params.id, ADMINS),
    }),
    readManager: async ({ actor, params }) => ({
      data: await readPerson(db, actor, params.id, ['MANAGER']),
    }),
    readCollector: async ({ actor, params }) => ({
      data: await readPerson(db, actor, params.id, ['COLLECTOR']),
    }),
    readFieldAgent: async ({ actor, params }) => ({
      data: await readPerson(db, actor, params.id, ['FIELD_AGENT']),
    }),
    addCollector: ({ actor, body }) => addPerson(context, actor, 'COLLECTOR', body),
    addManager: ({ actor, body }) => addPerson(context, actor, 'MANAGER', body),
    addFieldAgent: ({ actor, body }) => addPerson(context, actor, 'FIELD_AGENT', body),
    changeCollector: ({ actor, body }) => changePerson(context, actor, ['COLLECTOR'], body),
    changeManager: ({ actor, body }) => changePerson(context, actor, ['MANAGER'], body),
    changeFieldAgent: ({ actor, body }) => changePerson(context, actor, ['FIELD_AGENT'], body),
    changeAdmin: ({ actor, body }) => changePerson(context, actor, ADMINS, body),
    readProfile: async ({ actor }) => ({
      data: await readPerson(db, actor, actor.userId),
    }),
    changeProfile: ({ actor, body }) =>
      changePerson(context, actor, [], { ...body, _id: actor.userId }),
    removeCollector: ({ actor, params, query }) =>
      removePerson(context, actor, ['COLLECTOR', 'FIELD_AGENT'], { ...params, ...query }),
    removeManager: ({ actor, params, query }) =>
      removePerson(context, actor, ['MANAGER'], { ...params, ...query }),
    readRemoval: ({ actor, params }) => readRemoval(context, actor, params.id),
    setPersonActive: ({ actor, params, body }) => setPersonActive(context, actor, params.id, body),
    addPeopleFromSheet: ({ actor, body, files }) =>
      addPeopleFromSheet(context, actor, files, body.isTrial === 'true'),
    moveCollector: ({ actor, params, body }) =>
      moveCollector(context, actor, { id: params.id, managerId: body.managerId }),
  });
}
