import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf } from './paging.ts';
import {
  accountEditFields,
  personListQuerySchema,
  personSchema,
  userDataInputSchema,
} from './person.ts';
import { ADMINS } from './roles.ts';
import { idSchema } from './values.ts';

const done = z.object({ success: z.boolean() });
const onePerson = z.object({ data: personSchema });
const byId = z.object({ _id: idSchema });
const admins = { roles: ADMINS, section: '7.3' } as const;

/** Every account of the organisation, whatever its role (spec 7.3, /userdata and /userlist). Errors as in peopleCalls. */
export const userDataCalls = callsOf('people', {
  listUserData: {
    ...admins,
    method: 'GET',
    path: '/userData/all',
    summary: 'Every account of the organisation, paged and searched.',
    query: personListQuerySchema,
    answer: pageOf(personSchema),
  },
  readUserData: {
    ...admins,
    method: 'GET',
    path: '/userData/id/:id',
    section: 'ours',
    summary: 'One account of the organisation, whatever its role.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  },
  addUserData: {
    ...admins,
    method: 'POST',
    path: '/userData',
    summary: "Make an account of any role (the lender's people name their client).",
    body: userDataInputSchema,
    answer: onePerson,
  },
  changeUserData: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/userData',
    summary: 'Change an account.',
    body: userDataInputSchema.partial().extend(byId.shape).extend(accountEditFields),
    answer: onePerson,
  },
  removeUserData: {
    ...admins,
    method: 'DELETE',
    path: '/userData',
    summary: 'Delete an account; people with loans, alerts or a team need a successor.',
    body: byId.extend({ successorId: idSchema.optional() }),
    answer: done,
  },
});
