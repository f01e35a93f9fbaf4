import type { LoginAnswer } from '../../contract/auth.ts';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { ADMINS, CLIENT_SIDE, ROLES } from '../../contract/roles.ts';
import type { Role } from '../../contract/roles.ts';
import type { LoggedInUser, loginFormSchema } from '../../contract/auth.ts';
import { logInAtSeat } from '../agent-states/seat-service.ts';
import { writeAudit } from '../audit/audit-trail.ts';
import { runCommand } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { isDialerAgent } from '../dialer-agents/dialer-agent-service.ts';
import { forgiveTries, giveTryBack, takeLoginTry } from './login-limit.ts';
import { passwordFits } from './password.ts';
import { endSession, openSession } from './session.ts';
import { findUserByLogin, plainLogin } from './users.ts';
import type { UserForLogin } from './users.ts';

/** One text for a wrong password and an unknown user: nothing can be guessed. */
const REFUSED = 'The e-mail or the password is wrong. Check both and try again.';

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Where a person logs in: each of these has its own screen or choice. */
function doorOf(role: Role): NonNullable<LoginAnswer['door']> {
  const isOf = (roles: readonly Role[]) => roles.includes(role);
  if (isOf(ADMINS)) return 'ADMIN';
  if (isOf(CLIENT_SIDE)) return 'CLIENT';
  return role === 'FIELD_AGENT' ? 'FIELD_AGENT' : 'STAFF';
}

const DOOR_WORDS: Readonly<Record<NonNullable<LoginAnswer['door']>, string>> = {
  ADMIN: 'This is not the login of this account. Choose Admin and log in there.',
  CLIENT: 'This is not the login of this account. Choose Client and log in there.',
  STAFF: 'This is not the login of this account. Log in as staff.',
  FIELD_AGENT: 'This is not the login of this account. Use the login for field agents.',
};

const DISABLED = 'This account is disabled. Ask your manager or an admin to enable it.';

const OTHER_ROLE =
  'This account has another role than the one named. Name its own, or leave the role out.';

/** Whether the role that a form names is the person's; of admins and of the lender's people it names the door. */
function isRoleOf(wanted: string, role: Role): boolean {
  if (!isRole(wanted) || wanted === role) return true;
  return (wanted === 'ADMIN' || wanted === 'CLIENT') && doorOf(role) === wanted;
}

/** Where a login comes from. */
export interface LoginOrigin {
  /** The session that the browser still had. */
  readonly oldSessionId: string | null;
  /** `placeOf` the caller's address. */
  readonly place: string;
}

/** Whom a door lets in. */
export type Door = (user: LoggedInUser) => boolean;

async function refuse(db: Db, found: UserForLogin | null): Promise<LoginAnswer> {
  const about = found ? { entity: 'user', entityId: found.user._id } : {};
  await writeAudit(db, null, [{ action: 'login.refused', ...about }]);
  return { auth: false, error: REFUSED };
}

/** Notes why a right password lets nobody in; it is no failed try. */
async function notLetIn(
  db: Db,
  action: 'login.wrong-door' | 'login.disabled',
  { user }: UserForLogin,
  tryId: Awaited<ReturnType<typeof takeLoginTry>>,
): Promise<void> {
  await writeAudit(db, null, [{ action, entity: 'user', entityId: user._id }]);
  await giveTryBack(db, tryId);
}

/**
 * Whether the account is what it was before its password was compared, which takes long. It stays so until the session is
 * there: who changes it then ends this session with the others.
 */
async function isStillOwn(tx: Db, { user, passwordHash }: UserForLogin): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from users where id = ${user._id}
    and password_hash = ${passwordHash} and role = ${user.role} and disabled_at is null for share`);
  return rows.length > 0;
}

/**
 * Logs in by one of the doors (spec 7.1), each open to its own people; a role that the form names must be the user's.
 * Refused: `auth` false with the error, status 200; a right password at another's door learns which door is its own, that of a disabled account that it is disabled. Throws 429 after too many failures of the account. A session the
 * browser still had (`oldSessionId`) ends: login rotates the token.
 */
export async function logIn(
  db: Db,
  door: Door,
  form: z.output<typeof loginFormSchema>,
  { oldSessionId, place }: LoginOrigin,
): Promise<LoginAnswer> {
  const found = await findUserByLogin(db, form.email);
  // Writings of one name count together where nobody has it too: else locking would tell who has an account.
  const account = found ? `user:${found.user._id}` : `name:${plainLogin(form.email)}`;
  const attempt = { account, place };
  const tryId = await takeLoginTry(db, attempt);
  const fits = await passwordFits(found?.passwordHash ?? null, form.password);
  const wanted = form.role?.toUpperCase() ?? '';
  if (found === null || !fits) return refuse(db, found);
  // Whoever has the password may know what keeps it from opening.
  if (found.isDisabled) {
    await notLetIn(db, 'login.disabled', found, tryId);
    return { auth: false, error: DISABLED, isDisabled: true };
  }
  if (!(door(found.user) && isRoleOf(wanted, found.user.role))) {
    await notLetIn(db, 'login.wrong-door', found, tryId);
    const at = doorOf(found.user.role);
    if (isRole(wanted) && doorOf(wanted) === at) return { auth: false, error: OTHER_ROLE };
    return { auth: false, error: DOOR_WORDS[at], door: at };
  }
  const { user } = found;
  const answer = await runCommand(
    db,
    { userId: user._id, role: user.role },
    async ({ tx, audit }) => {
      if (!(await isStillOwn(tx, found))) return null;
      await forgiveTries(tx, attempt);
      if (oldSessionId !== null) await endSession(tx, oldSessionId, 'login');
      if (isDialerAgent(user)) await logInAtSeat(tx, user._id);
      const { token, sessionId } = await openSession(tx, { id: user._id, role: user.role });
      audit({ action: 'login', entity: 'session', entityId: sessionId });
      return { auth: true, token, userInfo: user };
    },
  ).catch(async (error: unknown) => {
    // A full disk, or a database that fails over, would lock out who comes again with the right password.
    await giveTryBack(db, tryId).catch(() => undefined);
    throw error;
  });
  return answer ?? refuse(db, found);
}
