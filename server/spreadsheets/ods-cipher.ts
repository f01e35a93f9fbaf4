import { createDecipheriv, createHash, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { attributeOf, xmlScanner } from './xml-scanner.ts';

/*
 * How OpenDocument files are locked (ODF 1.2, part 3, 3.8): each part of the zip by itself, packed first, then in AES with
 * a key that PBKDF2 makes of the password's hash. The manifest says with what.
 */

/** The part that says how the others are locked. */
export const ODS_MANIFEST = 'META-INF/manifest.xml';

/** How a part is locked. */
export interface OdsLock {
  /** Bytes of the part when it is unpacked. */
  readonly size: number;
  readonly startHash: string;
  readonly salt: Buffer;
  readonly rounds: number;
  readonly iv: Buffer;
  readonly checksum: Buffer;
}

/** LibreOffice takes 100,000 rounds; far more only keeps the server busy. */
const MOST_ROUNDS = 1_000_000;
const KEY_BYTES = 32;
const BLOCK_BYTES = 16;
/** The checksum is of so many bytes of the packed part. */
const CHECKED_BYTES = 1024;

const HASHES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/09/xmldsig#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
};

const isAes = (name: string) => name.endsWith('#aes256-cbc');
const isSha256OfBeginning = (name: string) => name.endsWith('#sha256-1k');

/** The locks of a manifest's parts by their names; null when it has one that is not known here. */
export function odsLocks(manifest: string): ReadonlyMap<string, OdsLock> | null {
  const locks = new Map<string, OdsLock>();
  let isKnown = true;
  let part = { name: '', size: 0 };
  let tags: Record<string, string> = {};
  const valueOf = (element: string, name: string) =>
    attributeOf(tags[element] ?? '', `manifest:${name}`) ?? '';
  const bytesOf = (element: string, name: string) => Buffer.from(valueOf(element, name), 'base64');
  const take = () => {
    const startHash = HASHES[valueOf('start-key-generation', 'start-key-generation-name')];
    const rounds = Number(valueOf('key-derivation', 'iteration-count'));
    const lock = {
      size: part.size,
      salt: bytesOf('key-derivation', 'salt'),
      rounds,
      iv: bytesOf('algorithm', 'initialisation-vector'),
      checksum: bytesOf('encryption-data', 'checksum'),
    };
    const isRight =
      isAes(valueOf('algorithm', 'algorithm-name')) &&
      isSha256OfBeginning(valueOf('encryption-data', 'checksum-type')) &&
      valueOf('key-derivation', 'key-derivation-name').endsWith('PBKDF2') &&
      Number(valueOf('key-derivation', 'key-size')) === KEY_BYTES &&
      lock.size >= 0 &&
      rounds >= 1 &&
      rounds <= MOST_ROUNDS &&
      lock.iv.length === BLOCK_BYTES &&
      lock.checksum.length === 32;
    if (startHash === undefined || !isRight) isKnown = false;
    else locks.set(part.name, { ...lock, startHash });
  };
  const scanner = xmlScanner({
    open: (name, tag) => {
      if (name === 'file-entry')
        part = {
          name: attributeOf(tag, 'manifest:full-path') ?? '',
          size: Number(attributeOf(tag, 'manifest:size') ?? 0),
        };
      if (name === 'encryption-data') tags = {};
      tags[name] = tag;
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'encryption-data') take();
    },
  });
  scanner.feed(manifest);
  return isKnown ? locks : null;
}

/** The packed bytes of a locked part; null for a wrong password. */
export async function openOdsPart(
  lock: OdsLock,
  locked: Buffer,
  password: string,
): Promise<Buffer | null> {
  const start = createHash(lock.startHash).update(password, 'utf8').digest();
  const key = await promisify(pbkdf2)(start, lock.salt, lock.rounds, KEY_BYTES, 'sha1');
  const decipher = createDecipheriv('aes-256-cbc', key, lock.iv).setAutoPadding(false);
  const whole = locked.subarray(0, locked.length - (locked.length % BLOCK_BYTES));
  const padded = Buffer.concat([decipher.update(whole), decipher.final()]);
  const packed = padded.subarray(0, padded.length - (padded.at(-1) ?? 0));
  const sum = createHash('sha256').update(packed.subarray(0, CHECKED_BYTES)).digest();
  return timingSafeEqual(sum, lock.checksum) ? packed : null;
}
