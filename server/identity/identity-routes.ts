import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fieldProblem } from '../../contract/errors.ts';
import { authCalls } from '../../contract/auth.ts';
import { dialerAgentCalls } from '../../contract/dialer-agent.ts';
import { ADMINS, CLIENT_SIDE } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { leaveSeat } from '../agent-states/seat-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
import { badInput, sessionOver } from '../errors.ts';
import { registerCall } from '../http/register-call.ts';
import { logIn } from './login.ts';
import type { Door } from './login.ts';
import { hashPassword, passwordFits, refuseWeakPassword } from './password.ts';
import { actorOfToken, endSession, endSessionsOf } from './session.ts';
import { findUserById } from './users.ts';
import { users } from '../database/tables/people.ts';
import { eq } from 'drizzle-orm';

const STAFF = ['MANAGER', 'COLLECTOR', 'PARTNER', 'FIELD_AGENT'] as const satisfies readonly Role[];

async function logOut(context: Context, actor: Actor): Promise<{ success: boolean }> {
  await runCommand(context.db, actor, async (command) => {
    if (actor.sessionId === null) return;
    const { tx, audit } = command;
    // The dialer's own logout may not have arrived: who is logged out has no seat.
    if (isDialerAgent(actor)) await leaveSeat(command, actor.userId);
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
  if (!(await passwordFits(found.passwordHash, form.currentPassword)))
    throw badInput(
      'The current password is wrong.',
      [fieldProblem('currentPassword', 'current-password-wrong')],
      'WRONG_PASSWORD',
    );
  refuseWeakPassword(form.newPassword, 'newPassword');
  const passwordHash = await hashPassword(form.newPassword);
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, actor.userId));
    await endSessionsOf(tx, actor.userId, 'password changed', actor.sessionId);
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
  const doors = [
    [authCalls.loginAdmin, doorOf(ADMINS)],
    [authCalls.login, doorOf(STAFF)],
    [authCalls.loginClient, doorOf(CLIENT_SIDE)],
  ] as const;
  for (const [call, door] of doors)
    registerCall(app, context, call, async ({ body, request }) =>
      logIn(context.db, door, body, await oldSessionOf(context, request)),
    );
  registerCall(app, context, dialerAgentCalls.loginDialer, async ({ body, request }) => {
    const form = { email: body.username, password: body.password };
    return logIn(context.db, isDialerAgent, form, await oldSessionOf(context, request));
  });
  registerCall(app, context, authCalls.logoutCollector, ({ actor }) => logOut(context, actor));
  registerCall(app, context, authCalls.logout, ({ actor }) => logOut(context, actor));
  registerCall(app, context, authCalls.whoAmI, async ({ actor }) => {
    const found = await findUserById(context.db, actor.userId);
    if (!found) throw sessionOver();
    return { userInfo: found.user, serverTime: new Date().toISOString() };
  });
  registerCall(app, context, authCalls.changePassword, ({ actor, body }) =>
    changePassword(context, actor, body),
  );
}
