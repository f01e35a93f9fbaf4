import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { fieldProblem } from '../../contract/errors.ts';
import { badInput } from '../errors.ts';

/** argon2id (the library's default variant), 19 MiB, two passes, one lane: the least that counts as safe today. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MIN_LENGTH = 8;

const common = new Set(dictionary['passwords-common']);

/** Whose password it is to be: what everybody knows of a person guards nothing. */
export interface PasswordOwner {
  readonly email?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly fullName?: string | null | undefined;
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function isOwnName(password: string, { email, username, fullName }: PasswordOwner): boolean {
  const known = [email, email?.split('@')[0], username, fullName].map((text) =>
    lettersOf(text ?? ''),
  );
  return known.includes(lettersOf(password));
}

/** Throws 400 when a new password is too short, one of the commonest, or its owner's name; any characters are welcome. */
export function refuseWeakPassword(
  password: string,
  owner: PasswordOwner,
  field = 'password',
): void {
  if (password.length < MIN_LENGTH)
    throw badInput(
      `Use a password of at least ${MIN_LENGTH} characters.`,
      [fieldProblem(field, 'password-short')],
      'WEAK_PASSWORD',
    );
  if (common.has(password.toLowerCase()))
    throw badInput(
      'This password is one of the commonest and easily guessed. Choose another.',
      [fieldProblem(field, 'password-weak')],
      'WEAK_PASSWORD',
    );
  if (isOwnName(password, owner))
    throw badInput(
      'A password that is the name or e-mail of its owner is easily guessed. Choose another.',
      [fieldProblem(field, 'password-weak')],
      'WEAK_PASSWORD',
    );
}

/** What is kept of a password. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let dummy: Promise<string> | undefined;

/** Whether the password fits the hash. Without a hash (no such user) the same work is done, so that time tells nothing. */
export async function passwordFits(kept: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('an account that is not there');
  const fits = await verify(kept ?? (await dummy), password);
  return kept !== null && fits;
}
