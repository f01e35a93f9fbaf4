import { readFile } from 'node:fs/promises';
import { RestoreProblem } from './backup-problem.ts';

/**
 * The private key in a key file; `-` is the standard input. Found wherever it stands: what was copied from a password manager
 * or saved by another program has blanks, quotes or a mark before it, another letter case, or two bytes for each letter.
 */
export async function readKeyFile(path: string): Promise<string> {
  const bytes = await readFile(path === '-' ? '/dev/stdin' : path).catch((cause: unknown) => {
    throw new RestoreProblem(`The key file ${path} can not be read.`, { cause });
  });
  // What stands in a comment, as an older key, is none.
  const text = bytes
    .toString()
    .replaceAll('\0', '')
    .replaceAll(/^[^\w\n]*#.*$/gm, '');
  const [key] = /\bage-secret-key-1[a-z0-9]+/i.exec(text) ?? [];
  if (key === undefined) throw new RestoreProblem(`There is no key of a backup in ${path}.`);
  return key.toUpperCase();
}
