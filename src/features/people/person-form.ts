import { z } from 'zod';
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
}

/** The sentences under wrong fields; keys of `people.problems`. */
export type PersonProblem =
  | 'username'
  | 'usernameSigns'
  | 'email'
  | 'emailWrong'
  | 'password'
  | 'passwordShort'
  | 'fullName'
  | 'phone'
  | 'role'
  | 'manager'
  | 'client'
  | 'extension'
  | 'tooLong';

const ROLE_OF = { manager: 'MANAGER', collector: 'COLLECTOR', fieldAgent: 'FIELD_AGENT' } as const;

/** The form's values: those of a person, or an empty form. */
export function personValues(kind: PersonKind, person: Person | null): PersonValues {
  const given = person ?? EMPTY;
  return {
    username: given.username,
    email: given.email,
    password: '',
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

const USERNAME = /^[\p{L}\p{N}._@+-]+$/u;
const EMAIL = z.email();
const EXTENSION = /^[A-Za-z0-9._+-]*$/;
const PASSWORD_LEAST = 8;
const LIMITS = {
  username: 60,
  email: 254,
  fullName: 120,
  password: 1024,
  manualProcess: 60,
  assignedPredictiveProcess: 60,
  extension: 40,
} as const;

/** What is wrong with a filled-in form, by field; an empty password is right when editing (spec 5). */
export function personProblems(
  values: PersonValues,
  isNew: boolean,
): Partial<Record<keyof PersonValues, PersonProblem>> {
  return { ...lengthProblems(values), ...accountProblems(values, isNew), ...placeProblems(values) };
}

function lengthProblems(values: PersonValues) {
  const fields = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
  const long = fields.filter((field) => values[field].trim().length > LIMITS[field]);
  return Object.fromEntries(long.map((field) => [field, 'tooLong' as const]));
}

function accountProblems(values: PersonValues, isNew: boolean) {
  const problems: Partial<Record<keyof PersonValues, PersonProblem>> = {};
  const username = values.username.trim();
  if (username === '') problems.username = 'username';
  else if (!USERNAME.test(username)) problems.username = 'usernameSigns';
  if (values.fullName.trim() === '') problems.fullName = 'fullName';
  const email = values.email.trim();
  if (email === '') problems.email = 'email';
  else if (!EMAIL.safeParse(email).success) problems.email = 'emailWrong';
  if (!isPhone(values.phone)) problems.phone = 'phone';
  if (!EXTENSION.test(values.extension.trim())) problems.extension = 'extension';
  if (values.password === '' && isNew) problems.password = 'password';
  else if (values.password !== '' && values.password.length < PASSWORD_LEAST)
    problems.password = 'passwordShort';
  return problems;
}

function placeProblems({ role, managerId, client }: PersonValues) {
  const problems: Partial<Record<keyof PersonValues, PersonProblem>> = {};
  if (role === null) problems.role = 'role';
  if (namesManager(role) && managerId === null) problems.managerId = 'manager';
  if (namesClient(role) && client === null) problems.client = 'client';
  return problems;
}

/** Ten digits from 6 on, with or without +91 or 0 before them; or nothing. */
function isPhone(typed: string): boolean {
  const digits = typed.replaceAll(/[\s-]/g, '').replace(/^(\+?91|0)(?=\d{10}$)/, '');
  return digits === '' || /^[6-9]\d{9}$/.test(digits);
}

/** The form's rules with their words, for react-hook-form. */
export function personFormSchema(isNew: boolean, words: (problem: PersonProblem) => string) {
  return z.custom<PersonValues>().superRefine((values, context) => {
    for (const [field, problem] of Object.entries(personProblems(values, isNew))) {
      context.addIssue({ code: 'custom', path: [field], message: words(problem) });
    }
  });
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
  person: Pick<Person, '_id' | 'revision'>,
  given: PersonValues,
  typed: PersonValues,
): PersonChange | null {
  const before: Record<string, unknown> = newPerson(kind, given).body;
  const after = newPerson(kind, typed);
  const changed = Object.entries(after.body).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  );
  if (changed.length === 0) return null;
  const { _id, revision } = person;
  // Object.fromEntries forgets the keys' types; only fields of the kind's own body are in it.
  return { ...after, body: Object.fromEntries(changed), _id, revision };
}
