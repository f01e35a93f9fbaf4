import { randomBytes, textOf, utf8 } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { KEY_ROUNDS } from './key-rounds.ts';

/** Something encrypted under a vault's data key. */
export interface Encrypted {
  iv: Bytes;
  data: ArrayBuffer;
}

/** A data key wrapped by a key made from the password. */
export interface WrappedKey {
  salt: Bytes;
  rounds: number;
  iv: Bytes;
  data: ArrayBuffer;
}

const AES = { name: 'AES-GCM', length: 256 } as const;

async function passwordKey(password: string, salt: Bytes, rounds: number): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey(
    'raw',
    utf8(password.normalize('NFKC')),
    'PBKDF2',
    false,
    ['deriveKey'],
  );
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    AES,
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

async function wrap(key: CryptoKey, password: string, id: string): Promise<WrappedKey> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const wrapping = await passwordKey(password, salt, KEY_ROUNDS);
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(id) };
  return {
    salt,
    rounds: KEY_ROUNDS,
    iv,
    data: await crypto.subtle.wrapKey('raw', key, wrapping, algorithm),
  };
}

async function unwrap(
  wrapped: WrappedKey,
  password: string,
  id: string,
): Promise<CryptoKey | null> {
  const wrapping = await passwordKey(password, wrapped.salt, wrapped.rounds);
  const algorithm = { name: 'AES-GCM', iv: wrapped.iv, additionalData: utf8(id) };
  try {
    return await crypto.subtle.unwrapKey('raw', wrapped.data, wrapping, algorithm, AES, true, [
      'encrypt',
      'decrypt',
    ]);
  } catch {
    return null;
  }
}

/** A data key that can be used but not read out, and its bytes: whoever is given these clears them (`fill(0)`). */
export interface OpenKey {
  key: CryptoKey;
  raw: Bytes;
}

/** A data key of these bytes. */
export async function importDataKey(raw: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, AES, false, ['encrypt', 'decrypt']);
}

async function openKey(extractable: CryptoKey): Promise<OpenKey> {
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', extractable));
  return { key: await importDataKey(raw), raw };
}

/** A fresh data key and its wrapped form. */
export async function newDataKey(
  password: string,
  id: string,
): Promise<OpenKey & { wrapped: WrappedKey }> {
  const fresh = await crypto.subtle.generateKey(AES, true, ['encrypt', 'decrypt']);
  return { ...(await openKey(fresh)), wrapped: await wrap(fresh, password, id) };
}

/** The data key, or null when the password is wrong. */
export async function unwrapDataKey(
  wrapped: WrappedKey,
  password: string,
  id: string,
): Promise<OpenKey | null> {
  const found = await unwrap(wrapped, password, id);
  return found === null ? null : openKey(found);
}

/** The data key of these bytes, wrapped for a password. */
export async function wrapDataKey(raw: Bytes, password: string, id: string): Promise<WrappedKey> {
  const usages: KeyUsage[] = ['encrypt', 'decrypt'];
  return wrap(await crypto.subtle.importKey('raw', raw, AES, true, usages), password, id);
}

/** The key that the server's part makes, to wrap a data key for a restart or for another password. */
export async function serverKeyOf(part: string, use: 'start' | 'vault'): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`recoup-${use}:${part}`));
  return crypto.subtle.importKey('raw', digest, AES, false, ['encrypt', 'decrypt']);
}

/** A key of a PIN or an authenticator's answer and of a part that lies on this phone alone; `rounds` make a PIN slow to guess. */
export async function quickKeyOf(
  secret: Bytes,
  part: Bytes,
  salt: Bytes,
  rounds: number,
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveBits']);
  const slow = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  const bits = new Uint8Array(await crypto.subtle.deriveBits(slow, material, 256));
  const both = Uint8Array.from([...bits, ...part]);
  const joined = await crypto.subtle.importKey('raw', both, 'HKDF', false, ['deriveKey']);
  const joining = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8('recoup-unlock') };
  return crypto.subtle.deriveKey(joining, joined, AES, false, ['encrypt', 'decrypt']);
}

/** The data key wrapped anew for another password, or null when the current one is wrong. */
export async function rewrapDataKey(
  wrapped: WrappedKey,
  current: string,
  next: string,
  id: string,
): Promise<WrappedKey | null> {
  const key = await unwrap(wrapped, current, id);
  return key === null ? null : wrap(key, next, id);
}

/** Encrypts bytes; `label` says what they are and must be the same to decrypt. */
export async function encryptBytes(
  key: CryptoKey,
  bytes: ArrayBuffer | Bytes,
  label: string,
): Promise<Encrypted> {
  const iv = randomBytes(12);
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(label) };
  return { iv, data: await crypto.subtle.encrypt(algorithm, key, bytes) };
}

/** Decrypts bytes; throws when key or label is another one. */
export async function decryptBytes(
  key: CryptoKey,
  encrypted: Encrypted,
  label: string,
): Promise<ArrayBuffer> {
  const algorithm = { name: 'AES-GCM', iv: encrypted.iv, additionalData: utf8(label) };
  return crypto.subtle.decrypt(algorithm, key, encrypted.data);
}

/** Encrypts a value as JSON. */
export async function encryptJson(
  key: CryptoKey,
  value: unknown,
  label: string,
): Promise<Encrypted> {
  return encryptBytes(key, utf8(JSON.stringify(value)), label);
}

/** Decrypts a value written by encryptJson; throws when key or label is another one. */
export async function decryptJson<Value>(
  key: CryptoKey,
  encrypted: Encrypted,
  label: string,
): Promise<Value> {
  return JSON.parse(textOf(await decryptBytes(key, encrypted, label))) as Value;
}
