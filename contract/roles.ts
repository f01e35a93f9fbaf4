import { z } from 'zod';

/** Every role on the wire (spec 1), plus FIELD_AGENT, who logs in by `POST /login` too. */
export const ROLES = [
  'ADMIN',
  'SUPER_ADMIN',
  'PARTNER',
  'MANAGER',
  'COLLECTOR',
  'CLIENT_ADMIN',
  'CUSTOMER',
  'CLIENT',
  'FIELD_AGENT',
] as const;

export const roleSchema = z.enum(ROLES);

/** A role on the wire. */
export type Role = z.infer<typeof roleSchema>;

/** The two who run the agency: the widest access (spec 6). */
export const ADMINS = ['ADMIN', 'SUPER_ADMIN'] as const satisfies readonly Role[];

/** The lender's people, who see their own client only. */
export const CLIENT_SIDE = [
  'CLIENT_ADMIN',
  'CUSTOMER',
  'CLIENT',
] as const satisfies readonly Role[];
