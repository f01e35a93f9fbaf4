import type { ServerKey } from '../../contract/queued-work.ts';
import { fromBase64Url, randomBytes, toBase64Url, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** What a seal is for: the first part of the HKDF info, so that one kind can't pass for the other. */
export type SealPurpose = 'recoup-operation-v1' | 'recoup-file-v1';

/** Bytes that only the server can read. */
export interface Sealed {
  keyId: string;
  /** The ephemeral public key: raw P-256 point, base64url. */
  ephemeralKey: string;
  iv: Bytes;
  /** AES-GCM ciphertext with its tag. */
  ciphertext: ArrayBuffer;
}

/**
 * Seals bytes to the server's public key as contract/device.ts describes. `id` (the operation's or the file's) is
 * bound to the seal: sealed bytes under another id don't open.
 */
export async function seal(
  plain: ArrayBuffer | Bytes,
  serverKey: ServerKey,
  purpose: SealPurpose,
  id: string,
): Promise<Sealed> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const key = await sealingKey(serverKey, privateKey, purpose, id);
  const iv = randomBytes(12);
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8(id) },
    key,
    plain,
  );
  const ephemeralKey = toBase64Url(await crypto.subtle.exportKey('raw', publicKey));
  return { keyId: serverKey.keyId, ephemeralKey, iv, ciphertext };
}

async function sealingKey(
  serverKey: ServerKey,
  privateKey: CryptoKey,
  purpose: SealPurpose,
  id: string,
): Promise<CryptoKey> {
  const point = fromBase64Url(serverKey.publicKey);
  const server = await crypto.subtle.importKey('raw', point, CURVE, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: server }, privateKey, 256);
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8(purpose + id) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
}

/** A sealed file as it waits and travels: the 12-byte IV, then the ciphertext. */
export function sealedFileBytes(sealed: Sealed): ArrayBuffer {
  const bytes = new Uint8Array(sealed.iv.length + sealed.ciphertext.byteLength);
  bytes.set(sealed.iv, 0);
  bytes.set(new Uint8Array(sealed.ciphertext), sealed.iv.length);
  return bytes.buffer;
}
