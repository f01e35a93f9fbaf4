import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { FieldProblem } from '../../contract/errors.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { conflict } from '../errors.ts';
import { lookOf } from '../name-look.ts';

/** What somebody logs in with. */
export interface LoginNames {
  readonly username: string;
  readonly email: string;
}

const TAKEN = {
  username: 'This user name is taken. Choose another.',
  email: 'This e-mail address belongs to another account. Give another.',
} as const;

/** Makes everyone else who wants a login name wait until this transaction's end. */
export async function lockLoginNames(tx: Db): Promise<void> {
  await holdLock(tx, 'loginNames');
}

/** A login name by its look, small: what is written in plain letters is its own. */
export const loginLook = (name: string): string => lookOf(name).toLowerCase();

/**
 * The looks of those names that somebody other than `exceptId` logs in with, whichever of the two it is there: a login looks
 * at both, so nobody's user name may be another one's e-mail, or be read as it.
 */
export async function takenLoginNames(
  db: Db,
  names: readonly string[],
  exceptId: string | null,
): Promise<Set<string>> {
  const looks = new Set(names.map(loginLook));
  const others = await db.execute<{ name: string }>(sql`
    select n.name from users u cross join lateral (values (u.username), (u.email)) n (name)
    where u.id is distinct from ${exceptId}::uuid
      and (u.username = any(${sql.param([...looks])}::text[]) or u.email = any(${sql.param([...looks])}::text[])
        or u.username ~ '[^ -~]' or u.email ~ '[^ -~]')`);
  return new Set(others.rows.map(({ name }) => loginLook(name)).filter((look) => looks.has(look)));
}

/** The problems of two names, given what is taken. */
export function nameProblems(names: LoginNames, taken: ReadonlySet<string>): FieldProblem[] {
  return (['username', 'email'] as const)
    .filter((path) => taken.has(loginLook(names[path])))
    .map((path) => fieldProblem(path, 'taken-login', {}, TAKEN[path]));
}

/** Takes login names for one account until this transaction's end. Throws 409 NAME_TAKEN naming the fields. */
export async function claimLoginNames(
  tx: Db,
  names: LoginNames,
  exceptId: string | null,
): Promise<void> {
  await lockLoginNames(tx);
  const taken = await takenLoginNames(tx, [names.username, names.email], exceptId);
  if (taken.size === 0) return;
  // What an account is named already it keeps, though another looks like it.
  const { rows } = await tx.execute<{ username: string; email: string }>(
    sql`select username, email from users where id = ${exceptId}::uuid`,
  );
  const problems = nameProblems(names, taken).filter(
    ({ path }) =>
      rows[0]?.[path as keyof LoginNames] !== names[path as keyof LoginNames].toLowerCase(),
  );
  const [first] = problems;
  if (first) throw conflict('NAME_TAKEN', first.message, problems);
}
