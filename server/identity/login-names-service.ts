import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { FieldProblem } from '../../contract/errors.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { conflict } from '../errors.ts';

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

/**
 * Which of the names somebody other than `exceptId` logs in with, whichever of the two it is there: a login looks at both,
 * so nobody's user name may be another one's e-mail.
 */
export async function takenLoginNames(
  db: Db,
  names: readonly string[],
  exceptId: string | null,
): Promise<Set<string>> {
  const asked = sql.param(names.map((name) => name.toLowerCase()));
  const result = await db.execute<{ username: string; email: string }>(sql`
    select u.username, u.email from users u where u.id is distinct from ${exceptId}::uuid
      and (u.username = any(${asked}::text[]) or u.email = any(${asked}::text[]))`);
  return new Set(result.rows.flatMap((row) => [row.username, row.email]));
}

/** The problems of two names, given what is taken. */
export function nameProblems(names: LoginNames, taken: ReadonlySet<string>): FieldProblem[] {
  return (['username', 'email'] as const)
    .filter((path) => taken.has(names[path].toLowerCase()))
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
  const problems = nameProblems(names, taken);
  const [first] = problems;
  if (first) throw conflict('NAME_TAKEN', first.message, problems);
}
