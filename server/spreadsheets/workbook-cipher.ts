import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { FileProblem } from './file-problem.ts';
import { attributeOf, xmlScanner } from './xml-scanner.ts';

/*
 * How Excel locks .xlsx files ([MS-OFFCRYPTO] 2.3.4): "agile" since 2010, with a key per 4,096 bytes, and "standard" of
 * 2007. The package is a whole .xlsx file in AES.
 */

/** Turns the locked package's bytes, from the first after its size, into the file's. Pieces come in any size. */
export interface PackageDecoder {
  /** The plain bytes of those that are complete. */
  decode(piece: Buffer): Buffer;
}

const unknownLock = () => new FileProblem('locked-oddly', {}, { isWrongType: true });

/** Excel takes 100,000 rounds; far more only keeps the server busy. */
const maxRounds = 1_000_000;
const roundsAtOnce = 5_000;
const segmentBytes = 4096;

const hashed = (algorithm: string, ...parts: readonly Buffer[]): Buffer => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function counter(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Cut to a length, or filled up to it. */
function fitted(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);
}

/** The password hashed over and over; other work of the server goes on in between. */
async function spun(
  algorithm: string,
  salt: Buffer,
  password: string,
  rounds: number,
): Promise<Buffer> {
  if (!(rounds >= 0 && rounds <= maxRounds)) throw unknownLock();
  let hash = hashed(algorithm, salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < rounds; round += 1) {
    hash = hashed(algorithm, counter(round), hash);
    if (round % roundsAtOnce === roundsAtOnce - 1) await setImmediate();
  }
  return hash;
}

function decrypted(cipher: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Cuts what comes into whole blocks of a size. */
function inBlocks(size: number, decodeBlocks: (bytes: Buffer) => Buffer): PackageDecoder {
  let rest: Buffer = Buffer.alloc(0);
  return {
    decode: (piece) => {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const whole = bytes.length - (bytes.length % size);
      rest = bytes.subarray(whole);
      return whole === 0 ? Buffer.alloc(0) : decodeBlocks(bytes.subarray(0, whole));
    },
  };
}

const hashNames: Readonly<Record<string, string>> = {
  SHA1: 'sha1',
  'SHA-1': 'sha1',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
};

interface AgileLock {
  readonly hash: string;
  readonly salt: Buffer;
  readonly keyBytes: number;
  readonly blockBytes: number;
}

interface AgilePassword extends AgileLock {
  readonly rounds: number;
  readonly verifier: Buffer;
  readonly verifierHash: Buffer;
  readonly key: Buffer;
}

function lockOf(tag: string): AgileLock {
  const hash = hashNames[attributeOf(tag, 'hashAlgorithm') ?? ''];
  const keyBytes = Number(attributeOf(tag, 'keyBits')) / 8;
  const isKnown =
    attributeOf(tag, 'cipherAlgorithm') === 'AES' &&
    attributeOf(tag, 'cipherChaining') === 'ChainingModeCBC' &&
    [16, 24, 32].includes(keyBytes) &&
    attributeOf(tag, 'blockSize') === '16';
  if (hash === undefined || !isKnown) throw unknownLock();
  const salt = Buffer.from(attributeOf(tag, 'saltValue') ?? '', 'base64');
  return { hash, keyBytes, blockBytes: 16, salt };
}

function readAgile(xml: string): { data: AgileLock; password: AgilePassword } {
  let data: AgileLock | null = null;
  let password: AgilePassword | null = null;
  const scanner = xmlScanner({
    open: (name, tag) => {
      const bytes = (attribute: string) => Buffer.from(attributeOf(tag, attribute) ?? '', 'base64');
      if (name === 'keyData') data ??= lockOf(tag);
      else if (name === 'encryptedKey')
        password ??= {
          ...lockOf(tag),
          rounds: Number(attributeOf(tag, 'spinCount')),
          verifier: bytes('encryptedVerifierHashInput'),
          verifierHash: bytes('encryptedVerifierHashValue'),
          key: bytes('encryptedKeyValue'),
        };
    },
    text: () => undefined,
    close: () => undefined,
  });
  scanner.feed(xml);
  if (data === null || password === null) throw unknownLock();
  return { data, password };
}

const purposes = {
  verifier: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
} as const;

async function openAgile(xml: string, typed: string): Promise<PackageDecoder | null> {
  const { data, password } = readAgile(xml);
  const { hash, keyBytes, salt } = password;
  const base = await spun(hash, salt, typed, password.rounds);
  const iv = fitted(salt, password.blockBytes);
  const unlock = (purpose: keyof typeof purposes): Buffer =>
    decrypted(
      `aes-${keyBytes * 8}-cbc`,
      fitted(hashed(hash, base, purposes[purpose]), keyBytes),
      iv,
      password[purpose],
    );
  const proof = hashed(hash, unlock('verifier').subarray(0, salt.length));
  if (!isSame(proof, unlock('verifierHash').subarray(0, proof.length))) return null;
  const key = fitted(unlock('key'), data.keyBytes);
  let segment = 0;
  const decodeSegment = (bytes: Buffer): Buffer => {
    const segmentIv = fitted(hashed(data.hash, data.salt, counter(segment)), data.blockBytes);
    segment += 1;
    return decrypted(`aes-${data.keyBytes * 8}-cbc`, key, segmentIv, bytes);
  };
  let rest: Buffer = Buffer.alloc(0);
  return {
    // The last segment is shorter: `decode` of nothing gives it out.
    decode: (piece) => {
      const bytes = Buffer.concat([rest, piece]);
      const plain: Buffer[] = [];
      let at = 0;
      for (; bytes.length - at >= segmentBytes; at += segmentBytes)
        plain.push(decodeSegment(bytes.subarray(at, at + segmentBytes)));
      rest = bytes.subarray(at);
      if (piece.length === 0 && rest.length >= 16)
        plain.push(decodeSegment(rest.subarray(0, rest.length - (rest.length % 16))));
      return Buffer.concat(plain);
    },
  };
}

const standardRounds = 50_000;

async function openStandard(info: Buffer, typed: string): Promise<PackageDecoder | null> {
  const headerSize = info.readUInt32LE(8);
  const header = info.subarray(12, 12 + headerSize);
  const verifier = info.subarray(12 + headerSize);
  if (header.length < 32 || verifier.length < 72) throw unknownLock();
  const keyBytes = header.readUInt32LE(16) / 8;
  const isAes = [0x660e, 0x660f, 0x6610].includes(header.readUInt32LE(8));
  if (!isAes || ![16, 24, 32].includes(keyBytes)) throw unknownLock();
  const base = await spun('sha1', verifier.subarray(4, 20), typed, standardRounds);
  const last = hashed('sha1', base, counter(0));
  const derived = [0x36, 0x5c].map((fill) => {
    const pad = Buffer.alloc(64, fill);
    for (const [at, byte] of last.entries()) pad[at] = (pad[at] ?? 0) ^ byte;
    return hashed('sha1', pad);
  });
  const key = Buffer.concat(derived).subarray(0, keyBytes);
  const cipher = `aes-${keyBytes * 8}-ecb`;
  const proof = hashed('sha1', decrypted(cipher, key, null, verifier.subarray(20, 36)));
  const told = decrypted(cipher, key, null, verifier.subarray(40, 72)).subarray(0, proof.length);
  if (!isSame(proof, told)) return null;
  return inBlocks(16, (bytes) => decrypted(cipher, key, null, bytes));
}

/**
 * The decoder of a locked workbook's package; null for a wrong password. `info` is its EncryptionInfo. Throws FileProblem
 * for a lock that is none of Excel's.
 */
export async function openPackage(info: Buffer, password: string): Promise<PackageDecoder | null> {
  if (info.length < 12) throw unknownLock();
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  try {
    if (major === 4 && minor === 4) return await openAgile(info.toString('utf8', 8), password);
    if (minor === 2 && major >= 2 && major <= 4) return await openStandard(info, password);
  } catch (error) {
    // Values that no cipher takes.
    throw error instanceof FileProblem ? error : unknownLock();
  }
  throw unknownLock();
}
