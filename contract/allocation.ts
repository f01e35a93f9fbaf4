import { z } from 'zod';
import { callsOf } from './call.ts';
import { loanFilterSchema } from './loan-calls.ts';
import { ADMINS, roleSchema } from './roles.ts';
import {
  choosableSchema,
  dayInputSchema,
  idSchema,
  instantSchema,
  seenRevisionSchema,
} from './values.ts';

const ALLOCATORS = [...ADMINS, 'MANAGER'] as const;

/**
 * When one of the loans has moved on from its revision, or was given out by somebody else since `asOf`, the whole command
 * answers 409 and changes nothing.
 */
const chosen = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .array(
      z.object({
        _id: idSchema,
        ...fields,
        revision: seenRevisionSchema,
        asOf: instantSchema.optional(),
      }),
    )
    .min(1)
    .max(10_000);

/** Instead of a list: all that match a filter, as of the instant the list was read. */
const matching = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ matching: loanFilterSchema, asOf: instantSchema, ...fields });

/** A null assignee deallocates. */
const assignee = idSchema.nullable();

/**
 * What an allocation changed. A 409's `details` is `{conflicts: [{_id, Loan_ID, changedBy, changedAt}], count, asOf}`: whoever
 * overwrites them knowingly repeats it with that `asOf`.
 */
const allocationAnswerSchema = z.object({
  allocated: z.int(),
  /** Already with that person (and day): left as they were. */
  unchanged: z.int(),
  /** Of all that match a filter: paid, recalled and expired ones, which nobody is given. */
  closed: z.int().optional(),
});

/** A person loans can be allocated to. */
export const assigneeSchema = choosableSchema.extend({
  role: roleSchema,
  managerId: idSchema.nullable(),
  /** Active loans with this person now. */
  loanCount: z.int(),
});

/** A person loans can be allocated to. */
export type Assignee = z.infer<typeof assigneeSchema>;

const assign = {
  method: 'PUT',
  section: '7.5',
  roles: ALLOCATORS,
  /** 10,000 loans by name. */
  bodyLimit: 3_000_000,
  answer: allocationAnswerSchema,
} as const;

const visitDate = dayInputSchema.nullable().optional();

/** Loans to people (spec 7.5: `PUT /loans/assign/*`). */
export const allocationCalls = callsOf('allocations', {
  assignCollector: {
    ...assign,
    isDoneOnce: true,
    path: '/loans/assign/collector',
    summary: 'Allocate loans to a collector; null takes them back.',
    body: z.union([chosen({ collectorId: assignee }), matching({ collectorId: assignee })]),
  },
  assignManager: {
    ...assign,
    isDoneOnce: true,
    path: '/loans/assign/manager',
    summary: 'Allocate loans to a manager; null takes them back.',
    roles: ADMINS,
    body: z.union([chosen({ managerId: assignee }), matching({ managerId: assignee })]),
  },
  assignFieldAgent: {
    ...assign,
    isDoneOnce: true,
    path: '/loans/assign/field-agent',
    summary: 'Allocate loans to a field agent with the day of the visit; null takes them back.',
    body: z.union([
      chosen({ fieldAgentId: assignee, visitDate }),
      matching({ fieldAgentId: assignee, visitDate }),
    ]),
  },
  listAssignees: {
    method: 'GET',
    path: '/loans/assignees',
    summary:
      'The managers, collectors and field agents the caller may allocate to or filter by, with their loads.',
    roles: [...ADMINS, 'MANAGER', 'CLIENT_ADMIN', 'PARTNER'],
    answer: z.object({ data: z.array(assigneeSchema) }),
  },
});
