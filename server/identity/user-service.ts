import type { Db } from '../database/connection.ts';
import { insertUser } from './users.ts';
import type { NewUser } from './users.ts';

/** A new user as another noun describes it; the password is one of its own or shared for a first login. */
export type UserPlan = NewUser;

/** Stores a new user and returns its id. A taken user name or e-mail fails with PostgreSQL's 23505. */
export async function addUser(db: Db, user: UserPlan): Promise<string> {
  return insertUser(db, user);
}
