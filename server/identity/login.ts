import type { LoginAnswer } from '../../contract/auth.ts';
import type { z } from 'zod';
import { ROLES } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import type { LoggedInUser, loginFormSchema } from '../../contract/auth.ts';
import { logInAtSeat } from '../agent-states/seat-service.ts';
import { writeAudit } from '../audit/audit-trail.ts';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
import { forgiveTries, takeLoginTry } from './login-limit.ts';
import { passwordFits } from './password.ts';
import { endSession, openSession } from './session.ts';
import { findUserByLogin } from './users.ts';

/** One text for a wrong password, an unknown user, a disabled one and the wrong door: nothing can be guessed. */
const REFUSED = 'The e-mail or the password is wrong. Check both and try again.';

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Whom a door lets in. */
export type Door = (user: LoggedInUser) => boolean;

/**
 * Logs in by one of the doors (spec 7.1), each open to its own people; a role that the form names must be the user's.
 * Refused: `auth` false with the error, status 200. Throws 429 after too many failures of the account. A session the
 * browser still had (`oldSessionId`) ends: login rotates the token.
 */
export async function logIn(
  db: Db,
  door: Door,
  form: z.output<typeof loginFormSchema>,
  oldSessionId: string | null,
): Promise<LoginAnswer> {
  const found = await findUserByLogin(db, form.email);
  const account = found ? `user:${found.user._id}` : `name:${form.email.toLowerCase()}`;
  await takeLoginTry(db, account);
  const fits = await passwordFits(found?.passwordHash ?? null, form.password);
  const wanted = form.role?.toUpperCase() ?? '';
  const isRefused =
    !found ||
    !fits ||
    found.isDisabled ||
    !door(found.user) ||
    (isRole(wanted) && wanted !== found.user.role);
  if (isRefused) {
    const about = found ? { entity: 'user', entityId: found.user._id } : {};
    await writeAudit(db, null, [{ action: 'login.refused', ...about }]);
    return { auth: false, error: REFUSED };
  }
  const { user } = found;
  return runCommand(db, { userId: user._id, role: user.role }, async ({ tx, audit }) => {
    await forgiveTries(tx, account);
    if (oldSessionId !== null) await endSession(tx, oldSessionId, 'login');
    if (isDialerAgent(user)) await logInAtSeat(tx, user._id);
    const { token, sessionId } = await openSession(tx, { id: user._id, role: user.role });
    audit({ action: 'login', entity: 'session', entityId: sessionId });
    return { auth: true, token, userInfo: user };
  });
}
