import { z } from 'zod';
import { callsOf } from './call.ts';
import { pageOf } from './paging.ts';
import {
  accountChangeFields,
  accountEditFields,
  BULK_PEOPLE_BYTES,
  bulkPeopleAnswerSchema,
  collectorInputSchema,
  fieldAgentInputSchema,
  managerInputSchema,
  personListQuerySchema,
  personSchema,
  profileInputSchema,
  removalSchema,
} from './person.ts';
import { ADMINS } from './roles.ts';
import type { Role } from './roles.ts';
import { idSchema } from './values.ts';

const done = z.object({ success: z.boolean() });
const onePerson = z.object({ data: personSchema });
const byId = z.object({ _id: idSchema });

/** Those who make and change people: the admins everyone, a partner those it created (spec 2.2, 6). */
const keepers = { roles: [...ADMINS, 'PARTNER'], section: '7.3' } as const;
const admins = { roles: ADMINS, section: '7.3' } as const;
const overseers = ['MANAGER', 'PARTNER', ...ADMINS] as const satisfies readonly Role[];

/**
 * People (spec 7.1, 7.3): managers, collectors, field agents, every other account. Whom a caller may see and change
 * follows from who it is; naming anyone else answers 404. A taken user name or e-mail answers 409 `NAME_TAKEN` with
 * `details.problems`, a change made on an older `revision` 409 `STALE_REVISION`.
 */
export const peopleCalls = callsOf('people', {
  listCollectors: {
    ...keepers,
    method: 'GET',
    path: '/collector/all',
    summary: 'Collectors, paged and searched.',
    query: personListQuerySchema,
    answer: pageOf(personSchema),
  },
  listCollectorsOfManager: {
    section: '7.3',
    roles: overseers,
    method: 'GET',
    path: '/collector/by/manager',
    summary:
      "A manager's collectors (own ones without managerId), those who can't log in included.",
    query: z.object({ managerId: idSchema.optional() }),
    answer: z.object({ data: z.array(personSchema) }),
  },
  listManagers: {
    ...keepers,
    method: 'GET',
    path: '/manager/all',
    summary: 'Managers, paged and searched.',
    query: personListQuerySchema,
    answer: pageOf(personSchema),
  },
  listFieldAgents: {
    section: '7.3',
    roles: overseers,
    method: 'GET',
    path: '/manager/getFieldAgents',
    summary: 'Field agents: of the caller for a manager, of everyone it may see for the others.',
    query: personListQuerySchema,
    answer: pageOf(personSchema),
  },
  addCollector: {
    ...keepers,
    namesAccount: true,
    method: 'POST',
    path: '/collector',
    summary: 'Make a collector.',
    body: collectorInputSchema,
    answer: onePerson,
  },
  addManager: {
    ...keepers,
    namesAccount: true,
    method: 'POST',
    path: '/manager',
    summary: 'Make a manager.',
    body: managerInputSchema,
    answer: onePerson,
  },
  addFieldAgent: {
    ...admins,
    namesAccount: true,
    method: 'POST',
    path: '/field-agent',
    section: 'ours',
    summary: 'Make a field agent.',
    body: fieldAgentInputSchema,
    answer: onePerson,
  },
  changeCollector: {
    section: '7.1',
    roles: [...ADMINS, 'PARTNER', 'COLLECTOR'],
    isDoneOnce: true,
    namesAccount: true,
    method: 'PUT',
    path: '/collector',
    summary: 'Change a collector; it itself may change its name, e-mail and phone only.',
    body: collectorInputSchema.partial().extend(byId.shape).extend(accountEditFields),
    answer: onePerson,
  },
  changeManager: {
    section: '7.1',
    roles: [...ADMINS, 'PARTNER', 'MANAGER'],
    isDoneOnce: true,
    namesAccount: true,
    method: 'PUT',
    path: '/manager',
    summary: 'Change a manager; it itself may change its name, e-mail and phone only.',
    body: managerInputSchema.partial().extend(byId.shape).extend(accountEditFields),
    answer: onePerson,
  },
  changeFieldAgent: {
    ...admins,
    isDoneOnce: true,
    namesAccount: true,
    method: 'PUT',
    path: '/field-agent',
    section: 'ours',
    summary: 'Change a field agent.',
    body: fieldAgentInputSchema.partial().extend(byId.shape).extend(accountEditFields),
    answer: onePerson,
  },
  changeAdmin: {
    ...admins,
    section: '7.1',
    isDoneOnce: true,
    method: 'PUT',
    path: '/admin',
    summary: "Change an admin's name, e-mail or phone.",
    body: profileInputSchema.partial().extend(byId.shape).extend(accountChangeFields),
    answer: onePerson,
  },
  readAdmin: {
    ...admins,
    section: '7.1',
    method: 'GET',
    path: '/admin/id/:id',
    summary: 'One admin.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  },
  readManager: {
    section: '7.1',
    roles: overseers,
    method: 'GET',
    path: '/manager/id/:id',
    summary: 'One manager.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  },
  readCollector: {
    section: '7.1',
    roles: [...overseers, 'COLLECTOR'],
    method: 'GET',
    path: '/collector/id/:id',
    summary: 'One collector.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  },
  readFieldAgent: {
    roles: overseers,
    method: 'GET',
    path: '/field-agent/id/:id',
    summary: 'One field agent.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  },
  readProfile: {
    roles: 'any',
    method: 'GET',
    path: '/session/profile',
    summary: "The caller's own account, whatever its role.",
    answer: onePerson,
  },
  changeProfile: {
    roles: 'any',
    isDoneOnce: true,
    method: 'PUT',
    path: '/session/profile',
    summary: "Change the caller's own name, e-mail or phone.",
    body: profileInputSchema.extend(accountChangeFields),
    answer: onePerson,
  },
  removeCollector: {
    ...keepers,
    method: 'DELETE',
    path: '/collector/:id',
    summary: 'Delete a collector or field agent; its loans and alerts go to the successor.',
    params: z.object({ id: idSchema }),
    query: z.object({ successorId: idSchema.optional() }),
    answer: done,
  },
  removeManager: {
    ...keepers,
    method: 'DELETE',
    path: '/manager/:id',
    summary: 'Delete a manager; its people, clients and loans go to the successor.',
    params: z.object({ id: idSchema }),
    query: z.object({ successorId: idSchema.optional() }),
    answer: done,
  },
  readRemoval: {
    ...keepers,
    method: 'GET',
    path: '/people/:id/removal',
    section: 'ours',
    summary:
      'What hangs on a person: what disabling or deleting it would hand over, and to whom it could go.',
    params: z.object({ id: idSchema }),
    answer: removalSchema,
  },
  setPersonActive: {
    ...keepers,
    method: 'PUT',
    path: '/people/:id/active',
    section: 'ours',
    summary: 'Disable an account (its sessions end at once) or let it log in again.',
    params: z.object({ id: idSchema }),
    body: z.object({ isActive: z.boolean(), successorId: idSchema.optional() }),
    answer: onePerson,
  },
  moveCollector: {
    ...keepers,
    method: 'PUT',
    path: '/people/:id/manager',
    section: 'ours',
    summary: 'Move a collector or field agent, with its loans, to another manager.',
    params: z.object({ id: idSchema }),
    body: z.object({ managerId: idSchema }),
    answer: z.object({ data: personSchema, movedLoans: z.int() }),
  },
  addPeopleFromSheet: {
    ...keepers,
    isDoneOnce: false,
    method: 'POST',
    path: '/people/sheet',
    section: 'ours',
    summary: 'Check a sheet of people (isTrial), or make those of its rows that are right.',
    bodyKind: 'multipart',
    body: z.object({ isTrial: z.enum(['true', 'false']).default('true') }),
    files: { file: 1 },
    bodyLimit: BULK_PEOPLE_BYTES,
    answer: bulkPeopleAnswerSchema,
  },
});
