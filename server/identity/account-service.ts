import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { claimLoginNames } from './login-names-service.ts';
import { hashPassword, refuseWeakPassword } from './password.ts';
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
  await claimLoginNames(db, fields, userId);
  await db.execute(sql`update users set username = ${fields.username.toLowerCase()},
    email = ${fields.email.toLowerCase()}, full_name = ${fields.fullName}, phone = ${fields.phone}
    where id = ${userId}`);
  if (fields.password === undefined) return;
  refuseWeakPassword(fields.password);
  const passwordHash = await hashPassword(fields.password);
  await db.execute(sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
  await endSessionsOf(db, userId, 'password changed');
}

/** Lets an account log in again, or not any more: its sessions end at once. */
export async function setAccountActive(db: Db, userId: string, isActive: boolean): Promise<void> {
  await db.execute(sql`update users set disabled_at = ${isActive ? null : sql`coalesce(disabled_at, now())`}
    where id = ${userId}`);
  if (!isActive) await endSessionsOf(db, userId, 'disabled');
}

/** Deletes an account: out of every list, its sessions over, its login names free again; its work and audit rows stay. */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await db.execute(sql`update users set deleted_at = now(), disabled_at = coalesce(disabled_at, now()),
    username = username || '~' || id, email = email || '~' || id where id = ${userId}`);
  await endSessionsOf(db, userId, 'deleted');
}

const TAKEN: Readonly<Record<string, { path: string; message: string }>> = {
  users_username_unique: {
    path: 'username',
    message: 'This user name is taken. Choose another.',
  },
  users_email_unique: {
    path: 'email',
    message: 'This e-mail address belongs to another account. Give another.',
  },
};

/** Which field of an account is taken, when a failed write says so; null for any other failure. */
export function takenField(error: unknown): { path: string; message: string } | null {
  let current: unknown = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    if ('constraint' in current && typeof current.constraint === 'string')
      return TAKEN[current.constraint] ?? null;
    current = current.cause;
  }
  return null;
}

/** The hash of a new password. Throws 400 for a weak one. */
export async function hashNewPassword(password: string): Promise<string> {
  refuseWeakPassword(password);
  return hashPassword(password);
}

/** Ends all sessions of an account; their tokens are dead at once. */
export async function endAccountSessions(db: Db, userId: string, reason: string): Promise<void> {
  await endSessionsOf(db, userId, reason);
}
