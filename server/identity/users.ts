import { sql } from 'drizzle-orm';
import type { LoggedInUser } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';
import type { Db } from '../database/connection.ts';
import { users } from '../database/tables/people.ts';
import { newId } from '../ids.ts';
import { claimLoginNames } from './login-names-service.ts';
import { hashPassword } from './password.ts';

interface UserRow extends Record<string, unknown> {
  id: string;
  username: string;
  full_name: string;
  role: Role;
  created_by: string | null;
  client_id: string | null;
  client_name: string | null;
  location: string | null;
  no_bi_report: number | null;
  password_hash: string;
  disabled: boolean;
}

/** A user with what login needs to know; the hash never leaves the server. */
export interface UserForLogin {
  readonly user: LoggedInUser;
  readonly passwordHash: string;
  readonly isDisabled: boolean;
}

const selectUser = sql`select u.id, u.username, u.full_name, u.role, u.created_by, u.client_id, c.name as client_name,
  u.location, u.no_bi_report, u.password_hash, u.disabled_at is not null as disabled
  from users u left join clients c on c.id = u.client_id`;

function toUser(row: UserRow): UserForLogin {
  return {
    user: {
      _id: row.id,
      username: row.username,
      fullName: row.full_name,
      role: row.role,
      createdBy: row.created_by,
      client: row.client_id,
      Client_Name: row.client_name,
      location: row.location,
      noBiReport: row.no_bi_report,
    },
    passwordHash: row.password_hash,
    isDisabled: row.disabled,
  };
}

/** A login's name in its plain writing: keyboards write one letter in several ways, such as in full width. */
export const plainLogin = (login: string): string => login.trim().toLowerCase().normalize('NFKC');

/** The user with this e-mail or user name (case does not matter), or null. */
export async function findUserByLogin(db: Db, login: string): Promise<UserForLogin | null> {
  const name = login.trim().toLowerCase();
  // What is the very name comes first.
  const names = sql.param([name, plainLogin(login)]);
  const result = await db.execute<UserRow>(sql`${selectUser}
    where u.email = any(${names}::text[]) or u.username = any(${names}::text[])
    order by (u.email = ${name} or u.username = ${name}) desc limit 1`);
  const row = result.rows[0];
  return row ? toUser(row) : null;
}

/** The user with this id, or null. */
export async function findUserById(db: Db, id: string): Promise<UserForLogin | null> {
  const result = await db.execute<UserRow>(sql`${selectUser} where u.id = ${id}`);
  const row = result.rows[0];
  return row ? toUser(row) : null;
}

/** What a new user is made of. Names and e-mails are stored lower-case. */
export interface NewUser {
  readonly role: Role;
  readonly username: string;
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
  readonly managerId?: string | null;
  readonly clientId?: string | null;
  readonly location?: string | null;
  readonly createdBy?: string | null;
  readonly phone?: string | null | undefined;
  readonly manualProcess?: string | null | undefined;
  readonly predictiveProcess?: string | null | undefined;
  readonly extension?: string | null | undefined;
  readonly noBiReport?: number | null | undefined;
  /** The password's hash when it was made beforehand: hashing takes long, and a lock may be held here. */
  readonly passwordHash?: string | undefined;
}

/** Stores a new user and returns its id. Throws 409 NAME_TAKEN for a user name or e-mail that someone has. */
export async function insertUser(db: Db, user: NewUser): Promise<string> {
  const id = newId();
  const passwordHash = user.passwordHash ?? (await hashPassword(user.password));
  await claimLoginNames(db, user, null);
  await db.insert(users).values({
    id,
    role: user.role,
    username: user.username.toLowerCase(),
    email: user.email.toLowerCase(),
    fullName: user.fullName,
    passwordHash,
    managerId: user.managerId ?? null,
    clientId: user.clientId ?? null,
    location: user.location ?? null,
    createdBy: user.createdBy ?? null,
    phone: user.phone ?? null,
    manualProcess: user.manualProcess ?? null,
    predictiveProcess: user.predictiveProcess ?? null,
    extension: user.extension ?? null,
    noBiReport: user.noBiReport ?? null,
  });
  return id;
}
