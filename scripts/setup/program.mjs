import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a program: what the variable says, else the first of the names in PATH, else the first of the other paths that
 * is there; null when there is none.
 */
export function findProgram({ variable, names, applications }) {
  const named = process.env[variable];
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...applications].find((path) => existsSync(path)) ?? null;
}
