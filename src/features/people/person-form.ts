import { fieldProblem, parseFields } from '../../../contract/errors.ts';
import type { FieldProblem } from '../../../contract/errors.ts';
import {
  collectorInputSchema,
  fieldAgentInputSchema,
  managerInputSchema,
  userDataInputSchema,
} from '../../../contract/person.ts';
import type { Person } from '../../../contract/person.ts';
import type { Role } from '../../../contract/roles.ts';
import { namesClient, namesManager } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import type { NewPerson, PersonChange } from './people-queries.ts';

/** A person as its form holds it: texts as typed, '' and null for none. */
export interface PersonValues {
  username: string;
  email: string;
  password: string;
  /** Only who changes the own login is asked for it. */
  currentPassword: string;
  fullName: string;
  phone: string;
  role: Role | null;
  managerId: string | null;
  client: string | null;
  clientIds: string[];
  /** Location D of the spec: the dialer calls for this collector. */
  isDialer: boolean;
  manualProcess: string;
  assignedPredictiveProcess: string;
  /** The collector's telephone at the exchange. */
  extension: string;
  /** False: the BI entry is not in the menu (spec 2.3, noBiReport 0). */
  hasBi: boolean;
  /** The one that the form stands on; a new person has none. */
  revision?: number | undefined;
}

const ROLE_OF = { manager: 'MANAGER', collector: 'COLLECTOR', fieldAgent: 'FIELD_AGENT' } as const;

/** The form's values: those of a person, or an empty form. */
export function personValues(kind: PersonKind, person: Person | null): PersonValues {
  const given = person ?? EMPTY;
  return {
    username: given.username,
    email: given.email,
    password: '',
    currentPassword: '',
    fullName: given.fullName,
    phone: given.phone ?? '',
    role: kind === 'account' ? given.role : ROLE_OF[kind],
    managerId: given.managerId,
    client: given.client,
    clientIds: [...given.clientIds],
    isDialer: given.location === 'D',
    manualProcess: given.manualProcess ?? '',
    assignedPredictiveProcess: given.assignedPredictiveProcess ?? '',
    extension: given.extension ?? '',
    hasBi: given.noBiReport !== 0,
    revision: person?.revision,
  };
}

const EMPTY = {
  username: '',
  email: '',
  fullName: '',
  phone: null,
  role: null,
  managerId: null,
  client: null,
  clientIds: [],
  location: null,
  manualProcess: null,
  assignedPredictiveProcess: null,
  extension: null,
  noBiReport: null,
};

const SCHEMAS = {
  manager: managerInputSchema,
  collector: collectorInputSchema,
  fieldAgent: fieldAgentInputSchema,
  account: userDataInputSchema,
} as const;

function placeProblems({ role, managerId, client }: PersonValues): FieldProblem[] {
  return [
    ...(role === null ? [fieldProblem('role', 'role-missing')] : []),
    ...(namesManager(role) && managerId === null
      ? [fieldProblem('managerId', 'manager-missing')]
      : []),
    ...(namesClient(role) && client === null ? [fieldProblem('client', 'client-missing')] : []),
  ];
}

/**
 * What is wrong with a filled-in form: what its call would refuse, and what it leaves open; an empty password is right when
 * editing (spec 5).
 */
export function personProblems(
  kind: PersonKind,
  values: PersonValues,
  isNew: boolean,
): FieldProblem[] {
  const isPasswordKept = !isNew && values.password === '';
  const refused = parseFields<unknown>(SCHEMAS[kind], newPerson(kind, values).body).problems ?? [];
  return [
    ...placeProblems(values),
    ...refused.filter(({ path }) => path !== 'password' || !isPasswordKept),
  ];
}

/** A new person as the kind's call takes it. */
export function newPerson(kind: PersonKind, values: PersonValues): NewPerson {
  const account = {
    username: values.username.trim(),
    email: values.email.trim(),
    password: values.password,
    fullName: values.fullName.trim(),
    phone: values.phone.trim(),
    noBiReport: values.hasBi ? null : (0 as const),
  };
  const managerId = values.managerId ?? '';
  switch (kind) {
    case 'manager':
      return { kind, body: { ...account, clientIds: [...values.clientIds].sort() } };
    case 'fieldAgent':
      return { kind, body: { ...account, managerId } };
    case 'collector':
      return {
        kind,
        body: {
          ...account,
          managerId,
          location: values.isDialer ? 'D' : '',
          manualProcess: values.manualProcess.trim(),
          assignedPredictiveProcess: values.assignedPredictiveProcess.trim(),
          extension: values.extension.trim(),
        },
      };
    case 'account': {
      const role = values.role ?? 'CLIENT';
      return {
        kind,
        body: {
          ...account,
          role,
          client: namesClient(role) ? values.client : null,
          managerId: namesManager(role) ? values.managerId : null,
        },
      };
    }
  }
}

/** What a form changes of a person; null when nothing differs. */
export function personChange(
  kind: PersonKind,
  _id: string,
  given: PersonValues,
  typed: PersonValues,
): PersonChange | null {
  const before: Record<string, unknown> = newPerson(kind, given).body;
  const after = newPerson(kind, typed);
  const changed = Object.entries(after.body).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  );
  if (changed.length === 0) return null;
  const { revision = 0, currentPassword } = typed;
  if (currentPassword !== '') changed.push(['currentPassword', currentPassword]);
  // Object.fromEntries forgets the keys' types; only fields of the kind's own body are in it.
  return { ...after, body: Object.fromEntries(changed), _id, revision };
}
