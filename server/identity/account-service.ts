import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { badInput, sessionOver } from '../errors.ts';
import type { CallError } from '../errors.ts';
import { handOnNotices } from '../notifications/notification-service.ts';
import { claimLoginNames } from './login-names-service.ts';
import { hashPassword, passwordFits, refuseWeakPassword } from './password.ts';
import type { PasswordOwner } from './password.ts';
import { endSessionsOf } from './session.ts';

export { refuseWeakPassword } from './password.ts';

/** What any account has besides its role. Names and e-mails are stored lower-case. */
interface AccountFields {
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly phone: string | null;
  /** Set only when a new one is given. */
  readonly password?: string | undefined;
}

/**
 * Changes an account that the caller has locked. A new password ends its sessions at once. Throws 400 for a weak password,
 * 409 NAME_TAKEN for a user name or e-mail that someone has.
 */
export async function changeAccount(db: Db, userId: string, fields: AccountFields): Promise<void> {
  // Beforehand: hashing takes long, and others wait for the login names meanwhile.
  const passwordHash =
    fields.password === undefined ? null : await hashNewPassword(fields.password, fields);
  await claimLoginNames(db, fields, userId);
  await db.execute(sql`update users set username = ${fields.username.toLowerCase()},
    email = ${fields.email.toLowerCase()}, full_name = ${fields.fullName}, phone = ${fields.phone}
    where id = ${userId}`);
  if (passwordHash === null) return;
  await db.execute(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
  await endSessionsOf(db, userId, 'password changed');
}

/** Lets an account log in again, or not any more: its sessions end at once, and what waits for it is told to who stands in. */
export async function setAccountActive(db: Db, userId: string, isActive: boolean): Promise<void> {
  await db.execute(sql`update users set disabled_at = ${isActive ? null : sql`coalesce(disabled_at, now())`}
    where id = ${userId}`);
  if (isActive) return;
  await endSessionsOf(db, userId, 'disabled');
  await handOnNotices(db, userId);
}

/** A login name of `u` (users) as its owner knew it: deleting the account sets it aside for others. */
export const loginNameText = (name: 'u.username' | 'u.email'): string =>
  `replace(${name}, '~' || u.id, '')`;

/** The same in a statement. */
export const loginNameOf = (name: SQL): SQL => sql`replace(${name}, '~' || u.id, '')`;

/** Deletes an account: out of every list, its sessions over, its login names free again; its work and audit rows stay. */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await db.execute(sql`update users set deleted_at = now(), disabled_at = coalesce(disabled_at, now()),
    username = username || '~' || id, email = email || '~' || id where id = ${userId}`);
  await endSessionsOf(db, userId, 'deleted');
  await handOnNotices(db, userId);
}

/** The hash of a new password. Throws 400 for a weak one. */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  refuseWeakPassword(password, owner);
  return hashPassword(password);
}

/** Ends all sessions of an account; their tokens are dead at once. */
export async function endAccountSessions(db: Db, userId: string, reason: string): Promise<void> {
  await endSessionsOf(db, userId, reason);
}

/** 400: it is not the password of the account. */
export const wrongPassword = (): CallError =>
  badInput(
    'The current password is wrong.',
    [fieldProblem('currentPassword', 'current-password-wrong')],
    'WRONG_PASSWORD',
  );

/**
 * Makes sure that whoever has the session knows the account's password too. Throws 400 for a wrong or missing one, 429 after
 * too many tries; `isCounted` when the call's own limit has counted this one.
 */
export async function checkCurrentPassword(
  { db, limits }: Context,
  userId: string,
  given: string | undefined,
  isCounted = false,
): Promise<void> {
  if (given === undefined || given === '')
    throw badInput(
      'Enter your current password.',
      [fieldProblem('currentPassword', 'current-password-missing')],
      'PASSWORD_NEEDED',
    );
  if (!isCounted) await limits.take('password', userId);
  const { rows } = await db.execute<{ hash: string }>(
    sql`select password_hash as hash from users where id = ${userId}`,
  );
  const [account] = rows;
  if (account === undefined) throw sessionOver();
  if (!(await passwordFits(account.hash, given))) throw wrongPassword();
}
