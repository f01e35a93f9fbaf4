import { createDecipheriv, createECDH, createHash, createPrivateKey, hkdfSync } from 'node:crypto';
import type { ECDH } from 'node:crypto';
import { badInput } from '../errors.ts';

const KEY_BYTES = 32;
const TAG_BYTES = 16;

/** What a seal is for: the first part of the HKDF info, so that one kind can't pass for the other. */
export type SealPurpose = 'recoup-operation-v1' | 'recoup-file-v1';

/** Sealed bytes, as contract/device.ts describes them. */
export interface SealedBytes {
  /** Raw P-256 point, base64url. */
  readonly ephemeralKey: string;
  readonly iv: Uint8Array;
  /** With its tag. */
  readonly ciphertext: Uint8Array;
}

/** Reading a key costs more than opening with it. They are forgotten soon after: an erased key is not to stay in memory. */
const FORGOTTEN_AFTER_MS = 600_000;
const readKeys = new Map<string, ECDH>();

function readKey(privateKey: Buffer): ECDH {
  const name = createHash('sha256').update(privateKey).digest('base64');
  const known = readKeys.get(name);
  if (known) return known;
  const { d = '' } = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  });
  const key = createECDH('prime256v1');
  key.setPrivateKey(Buffer.from(d, 'base64url'));
  readKeys.set(name, key);
  setTimeout(() => readKeys.delete(name), FORGOTTEN_AFTER_MS).unref();
  return key;
}

function open(privateKey: Buffer, sealed: SealedBytes, info: string, id: string): Buffer {
  // Throws for a point that is not on the curve.
  const shared = readKey(privateKey).computeSecret(Buffer.from(sealed.ephemeralKey, 'base64url'));
  const key = Buffer.from(hkdfSync('sha256', shared, '', info, KEY_BYTES));
  const { iv, ciphertext } = sealed;
  const opening = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  opening.setAAD(Buffer.from(id));
  opening.setAuthTag(ciphertext.subarray(-TAG_BYTES));
  const plain = opening.update(ciphertext.subarray(0, -TAG_BYTES));
  return Buffer.concat([plain, opening.final()]);
}

/**
 * Opens bytes that a device sealed to this server. `privateKey` null: the named key is not ours. Throws 400 UNKNOWN_KEY
 * or SEAL_BROKEN (other key, other id, other purpose, or changed on the way).
 */
export function unseal(
  privateKey: Buffer | null,
  sealed: SealedBytes,
  purpose: SealPurpose,
  id: string,
): Buffer {
  if (privateKey === null)
    throw badInput('This was sealed for another server.', undefined, 'UNKNOWN_KEY');
  try {
    return open(privateKey, sealed, purpose + id, id);
  } catch {
    throw badInput('This arrived damaged and can not be opened.', undefined, 'SEAL_BROKEN');
  }
}
