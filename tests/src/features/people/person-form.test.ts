import { expect, test } from 'vitest';
import {
  collectorInputSchema,
  fieldAgentInputSchema,
  managerInputSchema,
  userDataInputSchema,
} from '../../../../contract/person.ts';
import type { Person } from '../../../../contract/person.ts';
import {
  newPerson,
  personChange,
  personProblems,
  personValues,
} from '../../../../src/features/people/person-form.ts';
import type { PersonValues } from '../../../../src/features/people/person-form.ts';
import type { PersonKind } from '../../../../src/features/people/person-kinds.ts';

const MANAGER = '0198c5a0-0000-7000-8000-000000000001';
const KINDS: readonly PersonKind[] = ['manager', 'collector', 'fieldAgent', 'account'];
const SCHEMAS = {
  manager: managerInputSchema,
  collector: collectorInputSchema,
  fieldAgent: fieldAgentInputSchema,
  account: userDataInputSchema,
};

const person: Person = {
  _id: '0198c5a0-0000-7000-8000-000000000002',
  role: 'COLLECTOR',
  username: 'asha',
  fullName: 'Asha Patil',
  email: 'asha@example.com',
  phone: '9876543210',
  createdBy: null,
  createdByName: null,
  managerId: MANAGER,
  managerName: 'Ravi Rao',
  client: null,
  Client_Name: null,
  clientIds: [],
  clientNames: [],
  location: 'D',
  manualProcess: 'M1',
  assignedPredictiveProcess: null,
  extension: null,
  noBiReport: null,
  isActive: true,
  loanCount: 0,
  dueAmount: 0,
  teamCount: 0,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  revision: 3,
};

const filled = (kind: PersonKind): PersonValues => ({
  ...personValues(kind, null),
  role: personValues(kind, null).role ?? 'COLLECTOR',
  username: 'asha',
  email: 'asha@example.com',
  password: 'eight888',
  fullName: 'Asha Patil',
  managerId: MANAGER,
});

/** The first problem of each field, by its code. */
const codesOf = (kind: PersonKind, values: PersonValues, isNew = true) =>
  Object.fromEntries(
    personProblems(kind, values, isNew)
      .toReversed()
      .map(({ path, code }) => [path, code]),
  );

test('an empty form asks for user name, e-mail, password and full name; the password not when editing', () => {
  const empty = personValues('manager', null);
  expect(codesOf('manager', empty)).toEqual({
    username: 'username-missing',
    email: 'email-missing',
    password: 'password-missing',
    fullName: 'full-name-missing',
  });
  expect(codesOf('manager', empty, false)).not.toHaveProperty('password');
});

test('collectors and field agents need a manager, a lender’s people their lender, an account a role', () => {
  expect(codesOf('collector', { ...filled('collector'), managerId: null })).toEqual({
    managerId: 'manager-missing',
  });
  expect(codesOf('account', { ...filled('account'), role: 'CUSTOMER' })).toEqual({
    client: 'client-missing',
  });
  expect(codesOf('account', { ...filled('account'), role: null })).toEqual({
    role: 'role-missing',
  });
});

test.each(KINDS)('what the form of a %s lets through, the server’s rules let through', (kind) => {
  const phones = ['', '98765 43210', '+91 9876543210', '09876543210'];
  for (const phone of phones) {
    const values = { ...filled(kind), phone };
    expect(personProblems(kind, values, true)).toEqual([]);
    expect(SCHEMAS[kind].safeParse(newPerson(kind, values).body).error?.issues).toBeUndefined();
  }
});

test.each([
  { username: 'two words' },
  { username: 'x'.repeat(61) },
  { email: 'asha@' },
  { phone: '12345' },
  { phone: '5876543210' },
  { password: 'short' },
  { fullName: '  ' },
])('what the server would refuse, the form says under the field: %o', (wrong) => {
  const values = { ...filled('collector'), ...wrong };
  expect(Object.keys(codesOf('collector', values))).toEqual(Object.keys(wrong));
  expect(collectorInputSchema.safeParse(newPerson('collector', values).body).success).toBe(false);
});

test('a change sends what was changed, on the revision it was made on, and no password', () => {
  const given = personValues('collector', person);
  expect(personChange('collector', person._id, given, given)).toBeNull();
  const typed = { ...given, fullName: 'Asha Rao', isDialer: false };
  expect(personChange('collector', person._id, given, typed)).toEqual({
    kind: 'collector',
    _id: person._id,
    revision: 3,
    body: { fullName: 'Asha Rao', location: '' },
  });
});
