import type { FastifyInstance } from 'fastify';
import { contactPersonCalls } from '../../contract/contact-person.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import {
  createContact,
  listContacts,
  removeContact,
  updateContact,
} from './contact-person-service.ts';

/** Serves the address book. */
export function registerContactPersonRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, contactPersonCalls, {
    listContacts: ({ actor, query }) => listContacts(context, actor, query),
    createContact: ({ actor, body }) => createContact(context, actor, body),
    updateContact: ({ actor, params, body }) => updateContact(context, actor, params.id, body),
    removeContact: ({ actor, params }) => removeContact(context, actor, params.id),
  });
}
