import type { FastifyInstance } from 'fastify';
import { userDataCalls } from '../../contract/user-data.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { changePerson } from './person-change.ts';
import { addPerson } from './person-creation.ts';
import { listPeople } from './person-list.ts';
import { removePerson } from './person-removal.ts';
import { readPerson } from './person-rows.ts';

/** Serves every account of the organisation (spec 7.3: userData). */
export function registerUserDataRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, userDataCalls.listUserData, async ({ actor, query }) =>
    listPeople(context, actor, [], query),
  );
  registerCall(app, context, userDataCalls.readUserData, async ({ actor, params }) => ({
    data: await readPerson(context.db, actor, params.id),
  }));
  registerCall(app, context, userDataCalls.addUserData, async ({ actor, body }) =>
    addPerson(context, actor, body.role, body),
  );
  registerCall(app, context, userDataCalls.changeUserData, async ({ actor, body }) =>
    changePerson(context, actor, [], body),
  );
  registerCall(app, context, userDataCalls.removeUserData, async ({ actor, body }) =>
    removePerson(context, actor, [], { id: body._id, successorId: body.successorId }),
  );
}
