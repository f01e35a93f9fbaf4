import type { Role } from '../../contract/roles.ts';

/** Each role's own profile (spec 2.4); its link is there once the screen is. */
export const PROFILES: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/myprofile',
  MANAGER: '/profile',
  COLLECTOR: '/my-profile',
  CUSTOMER: '/my-profile',
  SUPER_ADMIN: '/account',
  PARTNER: '/account',
  CLIENT_ADMIN: '/account',
  CLIENT: '/account',
  FIELD_AGENT: '/account',
};
