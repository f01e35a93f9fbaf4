import { webcrypto } from 'node:crypto';
import { badInput } from '../errors.ts';

const { subtle } = webcrypto;
const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;

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

async function openingKey(
  privateKey: Buffer,
  ephemeralKey: string,
  info: string,
): Promise<webcrypto.CryptoKey> {
  const own = await subtle.importKey('pkcs8', privateKey, CURVE, false, ['deriveBits']);
  const point = Buffer.from(ephemeralKey, 'base64url');
  const ephemeral = await subtle.importKey('raw', point, CURVE, false, []);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: ephemeral }, own, 256);
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  return subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: Buffer.from(info) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
}

/**
 * Opens bytes that a device sealed to this server. `privateKey` null: the named key is not ours. Throws 400 UNKNOWN_KEY
 * or SEAL_BROKEN (other key, other id, other purpose, or changed on the way).
 */
export async function unseal(
  privateKey: Buffer | null,
  sealed: SealedBytes,
  purpose: SealPurpose,
  id: string,
): Promise<Buffer> {
  if (privateKey === null)
    throw badInput('This was sealed for another server.', undefined, 'UNKNOWN_KEY');
  try {
    const key = await openingKey(privateKey, sealed.ephemeralKey, purpose + id);
    const plain = await subtle.decrypt(
      { name: 'AES-GCM', iv: sealed.iv, additionalData: Buffer.from(id) },
      key,
      sealed.ciphertext,
    );
    return Buffer.from(plain);
  } catch {
    throw badInput('This arrived damaged and can not be opened.', undefined, 'SEAL_BROKEN');
  }
}
