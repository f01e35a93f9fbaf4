import type { FastifyInstance } from 'fastify';
import { userDataCalls } from '../../contract/user-data.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { changePerson } from './person-change.ts';
import { addPerson } from './person-creation.ts';
import { listPeople } from './person-list.ts';
import { removePerson } from './person-removal.ts';
import { readPerson } from './person-rows.ts';

/** Serves every account of the organisation (spec 7.3: userData). */
export function registerUserDataRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, userDataCalls, {
    listUserData: ({ actor, query }) => listPeople(context, actor, [], query),
    readUserData: async ({ actor, params }) => ({
      data: await readPerson(context.db, actor, params.id),
    }),
    addUserData: ({ actor, body }) => addPerson(context, actor, body.role, body),
    changeUserData: ({ actor, body }) => changePerson(context, actor, [], body),
    removeUserData: ({ actor, body }) =>
      removePerson(context, actor, [], { id: body._id, successorId: body.successorId }),
  });
}
