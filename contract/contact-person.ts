import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { contactPersonInputSchema } from './client-contract.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { idSchema, seenRevisionSchema, textSchema } from './values.ts';

/** A person at a lender or at a partner. One of `clientId` and `partnerId` is set. */
export const contactPersonSchema = z.object({
  _id: idSchema,
  clientId: idSchema.nullable(),
  partnerId: idSchema.nullable(),
  /** The lender's or the partner's name. */
  organisation: z.string(),
  name: z.string(),
  designation: z.string().nullable(),
  matter: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  revision: z.int(),
});

/** A person at a lender or at a partner. */
export type ContactPerson = z.infer<typeof contactPersonSchema>;

const session = { roles: [...ADMINS] } as const;
const oneOf = z.object({ id: idSchema });
/** A person with whose it is: a client's or a partner's. */
const placedContactSchema = contactPersonInputSchema
  .safeExtend({
    clientId: idSchema.nullable().optional(),
    partnerId: idSchema.nullable().optional(),
  })
  .refine(({ clientId, partnerId }) => Boolean(clientId) !== Boolean(partnerId), {
    path: ['clientId'],
    ...says('whom-for'),
  });

/** The address book (spec 2.2 `/contact`; the calls are ours). */
export const contactPersonCalls = callsOf('clients', {
  listContacts: {
    ...session,
    method: 'GET',
    path: '/contacts',
    summary: 'A page of contact persons of clients and partners, by name.',
    query: z.object({
      ...pageQueryFields,
      /** Part of name, organisation, matter, phone or e-mail. */
      search: textSchema(100).optional(),
      clientId: idSchema.optional(),
      partnerId: idSchema.optional(),
      kind: z.enum(['client', 'partner']).optional(),
    }),
    answer: pageOf(contactPersonSchema),
  },
  createContact: {
    ...session,
    method: 'POST',
    path: '/contacts',
    summary: 'Adds a contact person to a client or partner.',
    body: placedContactSchema,
    answer: z.object({ _id: idSchema }),
  },
  updateContact: {
    ...session,
    isDoneOnce: true,
    method: 'PUT',
    path: '/contacts/:id',
    summary: 'Changes a contact person.',
    params: oneOf,
    body: contactPersonInputSchema.safeExtend({ revision: seenRevisionSchema }),
    answer: z.object({ _id: idSchema }),
  },
  removeContact: {
    ...session,
    method: 'DELETE',
    path: '/contacts/:id',
    summary: 'Removes a contact person.',
    params: oneOf,
    answer: z.object({ _id: idSchema }),
  },
});
