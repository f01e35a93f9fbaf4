import type { Db } from '../database/connection.ts';
import { insertUser } from './users.ts';
import type { NewUser } from './users.ts';

/** A new user as another noun describes it; the password is one of its own or shared for a first login. */
export type UserPlan = NewUser;

/** Stores a new user and returns its id. Throws 409 NAME_TAKEN for a user name or e-mail that someone has. */
export async function addUser(db: Db, user: UserPlan): Promise<string> {
  return insertUser(db, user);
}
