import { createHash, timingSafeEqual } from 'node:crypto';
import { FileProblem } from './file-problem.ts';
import { rc4Stream } from './rc4.ts';

/*
 * How Excel 97 to 2003 lock .xls files ([MS-XLS] 2.2.10, [MS-OFFCRYPTO] 2.3.5 and 2.3.6): RC4 over the workbook's stream,
 * with a key for every 1,024 bytes, made with MD5 (40 bits) or, as "CryptoAPI", with SHA-1. Some records, and every
 * record's head, stay plain, and the cipher runs on below them.
 */

/** Turns a locked book's stream into the plain one, piece by piece. */
export interface BookDecoder {
  decode(piece: Buffer): Buffer;
}

interface BookLock {
  /** The key of a block, from a password. */
  readonly keysOf: (password: string) => (block: number) => Buffer;
  readonly hash: 'md5' | 'sha1';
  readonly verifier: Buffer;
  readonly verifierHash: Buffer;
}

export const BOOK_BEGINNING = 0x0809;
const LOCK_RECORD = 0x2f;
const SHEET_RECORD = 0x85;
/** Where a sheet begins stays plain within its record. */
const PLAIN_OF_SHEET = 4;
/** Records that are never locked. */
const PLAIN: ReadonlySet<number> = new Set([
  BOOK_BEGINNING,
  LOCK_RECORD,
  0xe1,
  0x138,
  0x194,
  0x195,
  0x196,
]);
/** Stands in the plain book where the lock stood: a "double stream" mark, which readers pass over whatever it holds. */
const NO_RECORD = 0x161;
const BLOCK_BYTES = 1024;
const HEAD_BYTES = 4;

const hashOf = (algorithm: string, ...parts: readonly Buffer[]): Buffer => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function numbered(block: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(block);
  return bytes;
}

function xored(bytes: Buffer, stream: Buffer, from = 0): Buffer {
  const plain = Buffer.alloc(bytes.length);
  for (let at = 0; at < bytes.length; at += 1)
    plain[at] = (bytes[at] ?? 0) ^ (stream[from + at] ?? 0);
  return plain;
}

function md5Keys(salt: Buffer) {
  return (password: string) => {
    const short = hashOf('md5', Buffer.from(password, 'utf16le')).subarray(0, 5);
    const base = hashOf('md5', ...Array.from({ length: 16 }, () => [short, salt]).flat()).subarray(
      0,
      5,
    );
    return (block: number) => hashOf('md5', base, numbered(block));
  };
}

function sha1Keys(salt: Buffer, bits: number) {
  return (password: string) => {
    const base = hashOf('sha1', salt, Buffer.from(password, 'utf16le'));
    return (block: number) => {
      const hash = hashOf('sha1', base, numbered(block));
      // Forty bits are filled up with zeros.
      return bits === 40
        ? Buffer.concat([hash.subarray(0, 5), Buffer.alloc(11)])
        : hash.subarray(0, bits / 8);
    };
  };
}

/** A lock of the MD5 kind: salt, verifier and its hash. */
function md5Lock(info: Buffer): BookLock | null {
  if (info.length < 54) return null;
  return {
    keysOf: md5Keys(info.subarray(6, 22)),
    hash: 'md5',
    verifier: info.subarray(22, 38),
    verifierHash: info.subarray(38, 54),
  };
}

const RC4 = 0x6801;

/** A lock of the SHA-1 kind: a header with the cipher and the key's size, then the verifier. */
function sha1Lock(info: Buffer): BookLock | null {
  if (info.length < 46) return null;
  const verifierAt = 14 + info.readUInt32LE(10);
  if (info.length < verifierAt + 60) return null;
  const cipher = info.readUInt32LE(14 + 8);
  // Zero stands for forty bits.
  const bits = info.readUInt32LE(14 + 16) || 40;
  const isKnown = cipher === RC4 && bits % 8 === 0 && bits >= 40 && bits <= 128;
  if (!isKnown || info.readUInt32LE(verifierAt) !== 16) return null;
  return {
    keysOf: sha1Keys(info.subarray(verifierAt + 4, verifierAt + 20), bits),
    hash: 'sha1',
    verifier: info.subarray(verifierAt + 20, verifierAt + 36),
    verifierHash: info.subarray(verifierAt + 40, verifierAt + 60),
  };
}

/** What the lock's record says: one that is known here, one that is not, or none. */
function lockIn(head: Buffer): BookLock | 'unknown' | null {
  for (let at = 0; at + HEAD_BYTES <= head.length;) {
    const [type, length] = [head.readUInt16LE(at), head.readUInt16LE(at + 2)];
    const body = at + HEAD_BYTES;
    if (type === LOCK_RECORD) {
      const info = head.subarray(body, body + length);
      const isRc4 = info.length >= 6 && info.readUInt16LE(0) === 1;
      if (!isRc4) return 'unknown';
      const [major, minor] = [info.readUInt16LE(2), info.readUInt16LE(4)];
      if (major === 1 && minor === 1) return md5Lock(info) ?? 'unknown';
      return (minor === 2 && major >= 2 && major <= 4 ? sha1Lock(info) : null) ?? 'unknown';
    }
    if (at > 0 && type === BOOK_BEGINNING) return null;
    at = body + length;
  }
  return null;
}

/** Whether the beginning of a book says that the rest is locked, and whether a password can open it here. */
export function bookLock(head: Buffer): 'none' | 'opens' | 'unknown' {
  const lock = lockIn(head);
  if (lock === null) return 'none';
  return lock === 'unknown' ? 'unknown' : 'opens';
}

function decoderOf(keyOf: (block: number) => Buffer): BookDecoder {
  let position = 0;
  let block = -1;
  let stream: Buffer = Buffer.alloc(0);
  let head: Buffer = Buffer.alloc(0);
  /** Of the present record: its type, how much of it is done, how much is left. */
  let [type, done, left] = [0, 0, 0];

  const unlocked = (bytes: Buffer): Buffer => {
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length;) {
      const place = position + at;
      if (Math.floor(place / BLOCK_BYTES) !== block) {
        block = Math.floor(place / BLOCK_BYTES);
        stream = rc4Stream(keyOf(block), BLOCK_BYTES);
      }
      const from = place % BLOCK_BYTES;
      const run = bytes.subarray(at, at + BLOCK_BYTES - from);
      parts.push(xored(run, stream, from));
      at += run.length;
    }
    return Buffer.concat(parts);
  };

  /** The next bytes of a record: none of them, or all, are locked. */
  const isPlain = () => PLAIN.has(type) || (type === SHEET_RECORD && done < PLAIN_OF_SHEET);

  return {
    decode: (piece) => {
      const parts: Buffer[] = [];
      for (let at = 0; at < piece.length;) {
        if (left === 0) {
          const more = piece.subarray(at, at + HEAD_BYTES - head.length);
          head = Buffer.concat([head, more]);
          at += more.length;
          if (head.length < HEAD_BYTES) break;
          [type, done, left] = [head.readUInt16LE(0), 0, head.readUInt16LE(2)];
          if (type === LOCK_RECORD) head.writeUInt16LE(NO_RECORD);
          parts.push(head);
          position += HEAD_BYTES;
          head = Buffer.alloc(0);
          continue;
        }
        const isSheet = type === SHEET_RECORD && done < PLAIN_OF_SHEET;
        const most = isSheet ? Math.min(left, PLAIN_OF_SHEET - done) : left;
        const bytes = piece.subarray(at, at + most);
        parts.push(isPlain() ? bytes : unlocked(bytes));
        at += bytes.length;
        position += bytes.length;
        done += bytes.length;
        left -= bytes.length;
      }
      return Buffer.concat(parts);
    },
  };
}

/** The decoder of a locked book whose stream begins with `head`; null for a wrong password. */
export function openLockedBook(head: Buffer, password: string): BookDecoder | null {
  const lock = lockIn(head);
  if (lock === null || lock === 'unknown')
    throw new FileProblem('locked-oddly', {}, { isWrongType: true });
  const keyOf = lock.keysOf(password);
  const both = Buffer.concat([lock.verifier, lock.verifierHash]);
  const plain = xored(both, rc4Stream(keyOf(0), both.length));
  const hash = hashOf(lock.hash, plain.subarray(0, 16));
  return timingSafeEqual(hash, plain.subarray(16)) ? decoderOf(keyOf) : null;
}
