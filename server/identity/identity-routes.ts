import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authCalls } from '../../contract/auth.ts';
import { ADMINS, CLIENT_SIDE } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { logOutOfSeat } from '../agent-states/seat-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
import { sessionOver } from '../errors.ts';
import { serve } from '../http/serve.ts';
import { placeOf } from './login-limit.ts';
import { logIn } from './login.ts';
import type { Door } from './login.ts';
import { endDeliveryOf } from './device-session-service.ts';
import { checkCurrentPassword, wrongPassword } from './account-service.ts';
import { hashPassword, refuseWeakPassword } from './password.ts';
import { actorOfToken, endSession, endSessionsOf } from './session.ts';
import { findUserById } from './users.ts';
import { users } from '../database/tables/people.ts';
import { and, eq } from 'drizzle-orm';

const STAFF = ['MANAGER', 'COLLECTOR', 'PARTNER', 'FIELD_AGENT'] as const satisfies readonly Role[];

async function logOut(context: Context, actor: Actor): Promise<{ success: boolean }> {
  await runCommand(context.db, actor, async (command) => {
    if (actor.sessionId === null) return;
    const { tx, audit } = command;
    // The dialer's own logout may not have arrived: who is logged out has no seat.
    if (isDialerAgent(actor)) await logOutOfSeat(command, actor);
    await endSession(tx, actor.sessionId, 'logout');
    audit({ action: 'logout', entity: 'session', entityId: actor.sessionId });
  });
  return { success: true };
}

async function changePassword(
  context: Context,
  actor: Actor,
  form: { currentPassword: string; newPassword: string },
): Promise<{ success: boolean }> {
  const found = await findUserById(context.db, actor.userId);
  if (!found) throw sessionOver();
  await checkCurrentPassword(context, actor.userId, form.currentPassword, true);
  refuseWeakPassword(form.newPassword, found.user, 'newPassword');
  const passwordHash = await hashPassword(form.newPassword);
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    // Who was given another password meanwhile does not set it aside by knowing the one before.
    const isTheSame = and(eq(users.id, actor.userId), eq(users.passwordHash, found.passwordHash));
    const changed = await tx.update(users).set({ passwordHash }).where(isTheSame);
    if (changed.rowCount === 0) throw wrongPassword();
    await endSessionsOf(tx, actor.userId, 'password changed', actor.sessionId);
    if (context.settings.isDeliveryEndedByPassword)
      await endDeliveryOf(tx, actor.userId, actor.sessionId);
    audit({ action: 'user.password', entity: 'user', entityId: actor.userId });
  });
  return { success: true };
}

const doorOf =
  (roles: readonly Role[]): Door =>
  (user) =>
    roles.includes(user.role);

/** The session that the browser still has: it ends with the login. */
async function oldSessionOf(context: Context, request: FastifyRequest): Promise<string | null> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const old = token ? await actorOfToken(context.db, token, false) : null;
  return old?.sessionId ?? null;
}

/** Logins by their doors, logouts, the session and its password (spec 7.1). */
export function registerIdentityRoutes(app: FastifyInstance, context: Context): void {
  const through = async (
    door: Door,
    form: { email: string; password: string },
    request: FastifyRequest,
  ) => {
    const place = placeOf(request.ip);
    await context.limits.check('failed-login', place);
    const oldSessionId = await oldSessionOf(context, request);
    const answer = await logIn(context.db, door, form, { oldSessionId, place });
    if (!answer.auth) await context.limits.take('failed-login', place);
    return answer;
  };
  serve(app, context, authCalls, {
    loginAdmin: ({ body, request }) => through(doorOf(ADMINS), body, request),
    login: ({ body, request }) => through(doorOf(STAFF), body, request),
    loginClient: ({ body, request }) => through(doorOf(CLIENT_SIDE), body, request),
    loginDialer: ({ body: { username: email, password }, request }) =>
      through(isDialerAgent, { email, password }, request),
    logoutCollector: ({ actor }) => logOut(context, actor),
    logout: ({ actor }) => logOut(context, actor),
    whoAmI: async ({ actor }) => {
      const found = await findUserById(context.db, actor.userId);
      if (!found) throw sessionOver();
      return { userInfo: found.user, serverTime: new Date().toISOString() };
    },
    changePassword: ({ actor, body }) => changePassword(context, actor, body),
  });
}
