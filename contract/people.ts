import { z } from 'zod';
import { defineCall } from './call.ts';
import { pageOf } from './paging.ts';
import {
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
const keepers = { access: 'session', roles: [...ADMINS, 'PARTNER'], section: '7.3' } as const;
const admins = { access: 'session', roles: ADMINS, section: '7.3' } as const;
const overseers = ['MANAGER', 'PARTNER', ...ADMINS] as const satisfies readonly Role[];

/**
 * People (spec 7.1, 7.3): managers, collectors, field agents, every other account. Whom a caller may see and change
 * follows from who it is; naming anyone else answers 404. A taken user name or e-mail answers 409 `NAME_TAKEN` with
 * `details.problems`, a change made on an older `revision` 409 `STALE_REVISION`.
 */
export const peopleCalls = {
  listCollectors: defineCall({
    ...keepers,
    name: 'listCollectors',
    method: 'GET',
    path: '/collector/all',
    summary: 'Collectors, paged and searched.',
    query: personListQuerySchema,
    answer: pageOf(personSchema),
  }),
  listCollectorsOfManager: defineCall({
    access: 'session',
    section: '7.3',
    roles: overseers,
    name: 'listCollectorsOfManager',
    method: 'GET',
    path: '/collector/by/manager',
    summary:
      "A manager's collectors (own ones without managerId), those who can't log in included.",
    query: z.object({ managerId: idSchema.optional() }),
    answer: z.object({ data: z.array(personSchema) }),
  }),
  listManagers: defineCall({
    ...keepers,
    name: 'listManagers',
    method: 'GET',
    path: '/manager/all',
    summary: 'Managers, paged and searched.',
    query: personListQuerySchema,
    answer: pageOf(personSchema),
  }),
  listFieldAgents: defineCall({
    access: 'session',
    section: '7.3',
    roles: overseers,
    name: 'listFieldAgents',
    method: 'GET',
    path: '/manager/getFieldAgents',
    summary: 'Field agents: of the caller for a manager, of everyone it may see for the others.',
    query: personListQuerySchema,
    answer: pageOf(personSchema),
  }),
  addCollector: defineCall({
    ...keepers,
    name: 'addCollector',
    method: 'POST',
    path: '/collector',
    summary: 'Make a collector.',
    body: collectorInputSchema,
    answer: onePerson,
  }),
  addManager: defineCall({
    ...keepers,
    name: 'addManager',
    method: 'POST',
    path: '/manager',
    summary: 'Make a manager.',
    body: managerInputSchema,
    answer: onePerson,
  }),
  addFieldAgent: defineCall({
    ...admins,
    section: 'ours',
    name: 'addFieldAgent',
    method: 'POST',
    path: '/field-agent',
    summary: 'Make a field agent.',
    body: fieldAgentInputSchema,
    answer: onePerson,
  }),
  changeCollector: defineCall({
    access: 'session',
    section: '7.1',
    roles: [...ADMINS, 'PARTNER', 'COLLECTOR'],
    name: 'changeCollector',
    method: 'PUT',
    path: '/collector',
    summary: 'Change a collector; it itself may change its name, e-mail and phone only.',
    body: collectorInputSchema
      .partial()
      .extend(byId.shape)
      .extend({ revision: z.int().optional() }),
    answer: onePerson,
  }),
  changeManager: defineCall({
    access: 'session',
    section: '7.1',
    roles: [...ADMINS, 'PARTNER', 'MANAGER'],
    name: 'changeManager',
    method: 'PUT',
    path: '/manager',
    summary: 'Change a manager; it itself may change its name, e-mail and phone only.',
    body: managerInputSchema.partial().extend(byId.shape).extend({ revision: z.int().optional() }),
    answer: onePerson,
  }),
  changeFieldAgent: defineCall({
    ...admins,
    section: 'ours',
    name: 'changeFieldAgent',
    method: 'PUT',
    path: '/field-agent',
    summary: 'Change a field agent.',
    body: fieldAgentInputSchema
      .partial()
      .extend(byId.shape)
      .extend({ revision: z.int().optional() }),
    answer: onePerson,
  }),
  changeAdmin: defineCall({
    ...admins,
    section: '7.1',
    name: 'changeAdmin',
    method: 'PUT',
    path: '/admin',
    summary: "Change an admin's name, e-mail or phone.",
    body: profileInputSchema.partial().extend(byId.shape).extend({ revision: z.int().optional() }),
    answer: onePerson,
  }),
  readAdmin: defineCall({
    ...admins,
    section: '7.1',
    name: 'readAdmin',
    method: 'GET',
    path: '/admin/id/:id',
    summary: 'One admin.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  }),
  readManager: defineCall({
    access: 'session',
    section: '7.1',
    roles: overseers,
    name: 'readManager',
    method: 'GET',
    path: '/manager/id/:id',
    summary: 'One manager.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  }),
  readCollector: defineCall({
    access: 'session',
    section: '7.1',
    roles: [...overseers, 'COLLECTOR'],
    name: 'readCollector',
    method: 'GET',
    path: '/collector/id/:id',
    summary: 'One collector.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  }),
  readFieldAgent: defineCall({
    access: 'session',
    section: 'ours',
    roles: overseers,
    name: 'readFieldAgent',
    method: 'GET',
    path: '/field-agent/id/:id',
    summary: 'One field agent.',
    params: z.object({ id: idSchema }),
    answer: onePerson,
  }),
  readProfile: defineCall({
    access: 'session',
    section: 'ours',
    roles: 'any',
    name: 'readProfile',
    method: 'GET',
    path: '/session/profile',
    summary: "The caller's own account, whatever its role.",
    answer: onePerson,
  }),
  changeProfile: defineCall({
    access: 'session',
    section: 'ours',
    roles: 'any',
    name: 'changeProfile',
    method: 'PUT',
    path: '/session/profile',
    summary: "Change the caller's own name, e-mail or phone.",
    body: profileInputSchema.extend({ revision: z.int().optional() }),
    answer: onePerson,
  }),
  removeCollector: defineCall({
    ...keepers,
    name: 'removeCollector',
    method: 'DELETE',
    path: '/collector/:id',
    summary: 'Delete a collector or field agent; its loans and alerts go to the successor.',
    params: z.object({ id: idSchema }),
    query: z.object({ successorId: idSchema.optional() }),
    answer: done,
  }),
  removeManager: defineCall({
    ...keepers,
    name: 'removeManager',
    method: 'DELETE',
    path: '/manager/:id',
    summary: 'Delete a manager; its people, clients and loans go to the successor.',
    params: z.object({ id: idSchema }),
    query: z.object({ successorId: idSchema.optional() }),
    answer: done,
  }),
  readRemoval: defineCall({
    ...keepers,
    section: 'ours',
    name: 'readRemoval',
    method: 'GET',
    path: '/people/:id/removal',
    summary:
      'What hangs on a person: what disabling or deleting it would hand over, and to whom it could go.',
    params: z.object({ id: idSchema }),
    answer: removalSchema,
  }),
  setPersonActive: defineCall({
    ...keepers,
    section: 'ours',
    name: 'setPersonActive',
    method: 'PUT',
    path: '/people/:id/active',
    summary: 'Disable an account (its sessions end at once) or let it log in again.',
    params: z.object({ id: idSchema }),
    body: z.object({ isActive: z.boolean(), successorId: idSchema.optional() }),
    answer: onePerson,
  }),
  moveCollector: defineCall({
    ...keepers,
    section: 'ours',
    name: 'moveCollector',
    method: 'PUT',
    path: '/people/:id/manager',
    summary: 'Move a collector or field agent, with its loans, to another manager.',
    params: z.object({ id: idSchema }),
    body: z.object({ managerId: idSchema }),
    answer: z.object({ data: personSchema, movedLoans: z.int() }),
  }),
  addPeopleFromSheet: defineCall({
    ...keepers,
    section: 'ours',
    name: 'addPeopleFromSheet',
    method: 'POST',
    path: '/people/sheet',
    summary: 'Check a sheet of people (isTrial), or make those of its rows that are right.',
    bodyKind: 'multipart',
    body: z.object({ isTrial: z.enum(['true', 'false']).default('true') }),
    files: { file: 1 },
    bodyLimit: BULK_PEOPLE_BYTES,
    answer: bulkPeopleAnswerSchema,
  }),
};
