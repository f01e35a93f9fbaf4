import { createHash, randomBytes } from 'node:crypto';

/** A new opaque token: 256 random bits. Only its hash is kept. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
