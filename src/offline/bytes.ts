/** Bytes over a plain ArrayBuffer: what WebCrypto takes and IndexedDB stores. */
export type Bytes = Uint8Array<ArrayBuffer>;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const CHUNK = 0x8000;

/** A text as UTF-8. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** UTF-8 as text. */
export function textOf(bytes: ArrayBuffer | Bytes): string {
  return new TextDecoder().decode(bytes);
}

/** Bytes as base64url without padding. */
export function toBase64Url(bytes: ArrayBuffer | Bytes): string {
  const view = new Uint8Array(bytes);
  let binary = '';
  for (let at = 0; at < view.length; at += CHUNK) {
    binary += String.fromCharCode(...view.subarray(at, at + CHUNK));
  }
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Base64url as bytes; throws when it is none. */
export function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => HEX[byte]).join('');
}

/** SHA-256 as lower-case hex. */
export async function sha256Hex(bytes: ArrayBuffer | Bytes): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', bytes));
}

/** So many random bytes. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}
