/** Roles as shown to people (spec 1, 2.4). */
export const roles = {
  ADMIN: 'Admin',
  SUPER_ADMIN: 'Super Admin',
  PARTNER: 'Partner',
  MANAGER: 'Manager',
  COLLECTOR: 'Agent',
  CLIENT_ADMIN: 'Client Admin',
  CUSTOMER: 'Super Manager',
  CLIENT: 'Client',
  FIELD_AGENT: 'Field Agent',
  other: 'User',
};
