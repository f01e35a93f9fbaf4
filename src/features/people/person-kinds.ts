import type { Person } from '../../../contract/person.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';

/** What a list or form is about: three kinds with calls of their own, and any account (spec 2.2, /userdata). */
export type PersonKind = 'manager' | 'collector' | 'fieldAgent' | 'account';

/** Where a kind's form stands; making and changing. */
export const FORM_PATHS = {
  manager: { create: '/manager/create', edit: '/manager/edit' },
  collector: { create: '/collector/create', edit: '/collector/edit' },
  fieldAgent: { create: '/field-agent/create', edit: '/field-agent/edit' },
  account: { create: '/userdata', edit: '/userdata' },
} as const satisfies Record<PersonKind, { create: string; edit: string }>;

/** Where each kind's save leads (spec 2.6). */
export const AFTER_SAVE = {
  manager: '/managers-collectors',
  collector: '/managers-collectors?tab=collectors',
  fieldAgent: '/managers-collectors?tab=fieldAgents',
  account: '/userdata',
} as const satisfies Record<PersonKind, string>;

/** Roles whose accounts belong to a lender and name it. */
const LENDERS_ROLES: ReadonlySet<Role> = new Set(['CLIENT_ADMIN', 'CUSTOMER', 'CLIENT']);
/** Roles who work under a manager. */
const TEAM_ROLES: ReadonlySet<Role> = new Set(['COLLECTOR', 'FIELD_AGENT']);

/** Whether an account of the role names a lender. */
export const namesClient = (role: Role | null) => role !== null && LENDERS_ROLES.has(role);

/** Whether an account of the role names its manager. */
export const namesManager = (role: Role | null) => role !== null && TEAM_ROLES.has(role);

/** Whether the person's days are worth a look: those who work the loans. */
export const hasAttendance = (role: Role) => TEAM_ROLES.has(role) || role === 'MANAGER';

/** The roles an account may be given by an admin: none above its own. */
export function rolesGivenBy(role: Role): Role[] {
  return ROLES.filter((each) => each !== 'SUPER_ADMIN' || role === 'SUPER_ADMIN');
}

/** The form of a person's own kind, or null where the viewer's guard has none (spec 2.2). */
export function editPath(kind: PersonKind, person: Pick<Person, '_id'>, viewer: Role) {
  if (viewer !== 'ADMIN' && !(viewer === 'PARTNER' && kind === 'manager')) return null;
  return `${FORM_PATHS[kind].edit}?id=${person._id}`;
}
