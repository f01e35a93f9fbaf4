import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { roleSchema } from './roles.ts';
import { idSchema, textSchema } from './values.ts';

/** The logged-in user as kept in local storage (spec 3), and nothing more. */
export const loggedInUserSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  role: roleSchema,
  createdBy: z.string().nullable(),
  /** The client's id, for the lender's people; null for the agency's. */
  client: z.string().nullable(),
  /** The client's name, for the lender's people. */
  Client_Name: z.string().nullable(),
  /** `D` marks a dialer agent (spec 9). */
  location: z.string().nullable(),
  /** 0 hides the BI entry of the menu (spec 2.3). */
  noBiReport: z.int().nullable(),
});

/** The logged-in user as kept in local storage (spec 3). */
export type LoggedInUser = z.infer<typeof loggedInUserSchema>;

/** Login form (spec 3). `email` takes the e-mail or the user name. */
export const loginFormSchema = z.object({
  email: textSchema(254).min(1, says('email-missing')),
  password: z.string().min(1, says('password-missing')).max(1024),
  role: z.string().max(40).optional(),
});

/** Login answer (spec 7.1): `auth` false comes with `error` and status 200. */
export const loginAnswerSchema = z.object({
  auth: z.boolean(),
  token: z.string().optional(),
  userInfo: loggedInUserSchema.optional(),
  error: z.string().optional(),
  /** The password is right, but this account logs in elsewhere: there. */
  door: z.enum(['ADMIN', 'STAFF', 'CLIENT', 'FIELD_AGENT']).optional(),
  /** The password is right, but the account is disabled. */
  isDisabled: z.boolean().optional(),
});

/** Login answer (spec 7.1). */
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

const login = {
  method: 'POST',
  section: '7.1',
  access: 'public',
  roles: [],
  body: loginFormSchema,
  answer: loginAnswerSchema,
} as const;

/** Logins, logouts and the session (spec 7.1). */
export const authCalls = callsOf('session', {
  loginAdmin: {
    ...login,
    path: '/admin/login',
    summary: 'Log in as admin or super admin.',
  },
  login: {
    ...login,
    path: '/login',
    summary: 'Log in as staff: manager, collector, partner, field agent.',
  },
  loginClient: {
    ...login,
    path: '/client/login',
    summary: "Log in as the lender's people: client admin, customer, client.",
  },
  logoutCollector: {
    method: 'GET',
    path: '/collector/auth/logout',
    section: '7.1',
    summary: "A collector's logout, sent before the local one. Ends the session on the server.",
    roles: ['COLLECTOR'],
    answer: z.object({ success: z.boolean() }),
  },
  logout: {
    isDoneOnce: false,
    method: 'POST',
    path: '/session/logout',
    summary: 'End this session: the token is dead at once.',
    roles: 'any',
    answer: z.object({ success: z.boolean() }),
  },
  whoAmI: {
    method: 'GET',
    path: '/session',
    summary: "The session's user as it stands on the server now.",
    roles: 'any',
    answer: z.object({ userInfo: loggedInUserSchema, serverTime: z.string() }),
  },
  changePassword: {
    // A repeat would be told that the current password is wrong.
    isDoneOnce: true,
    method: 'PUT',
    path: '/session/password',
    summary: 'Change the own password; every other session of the user ends.',
    roles: 'any',
    body: z.object({ currentPassword: z.string().max(1024), newPassword: z.string().max(1024) }),
    answer: z.object({ success: z.boolean() }),
  },
  loginDialer: {
    ...login,
    path: '/api/v2/dialer/login',
    section: 'ours',
    summary: "Log in as a dialer agent: our own dialer service's login (spec 7.1).",
    body: z.object({
      username: loginFormSchema.shape.email,
      password: loginFormSchema.shape.password,
    }),
  },
});
