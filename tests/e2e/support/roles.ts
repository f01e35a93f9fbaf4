import type { Role } from '../../../contract/roles.ts';
import type { DOORS } from './people.ts';

/** A demo user for every role, and the door it logs in by. */
export const PERSON_OF: Readonly<Record<Role, { name: string; door: keyof typeof DOORS }>> = {
  ADMIN: { name: 'admin', door: 'admin' },
  SUPER_ADMIN: { name: 'superadmin', door: 'admin' },
  PARTNER: { name: 'partner', door: 'staff' },
  MANAGER: { name: 'manager', door: 'staff' },
  COLLECTOR: { name: 'collector', door: 'staff' },
  CLIENT_ADMIN: { name: 'clientadmin', door: 'client' },
  CUSTOMER: { name: 'customer', door: 'client' },
  CLIENT: { name: 'client', door: 'client' },
  FIELD_AGENT: { name: 'fieldagent', door: 'field' },
};
