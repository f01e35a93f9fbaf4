import type { FastifyInstance } from 'fastify';
import { contactPersonCalls } from '../../contract/contact-person.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import {
  createContact,
  listContacts,
  removeContact,
  updateContact,
} from './contact-person-service.ts';

/** Serves the address book. */
export function registerContactPersonRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, contactPersonCalls.listContacts, async ({ actor, query }) =>
    listContacts(context, actor, query),
  );
  registerCall(app, context, contactPersonCalls.createContact, async ({ actor, body }) =>
    createContact(context, actor, body),
  );
  registerCall(app, context, contactPersonCalls.updateContact, async ({ actor, params, body }) =>
    updateContact(context, actor, params.id, body),
  );
  registerCall(app, context, contactPersonCalls.removeContact, async ({ actor, params }) =>
    removeContact(context, actor, params.id),
  );
}
