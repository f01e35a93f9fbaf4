import { createCipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import * as XLSX from 'xlsx';
import { rc4Stream } from '../../../server/spreadsheets/rc4.ts';

/* Workbooks locked as Excel does, written from the format's description, not from what the server reads. */

const sha = (name: string, ...parts: readonly Uint8Array[]): Buffer =>
  createHash(name).update(Buffer.concat(parts)).digest();

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const u64 = (value: number): Buffer => Buffer.concat([u32(value), u32(0)]);

const filled = (bytes: Buffer, length: number, fill: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), fill)]).subarray(
    0,
    length,
  );

const wholeBlocks = (bytes: Buffer): Buffer => filled(bytes, Math.ceil(bytes.length / 16) * 16, 0);

function cipher(name: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const made = createCipheriv(name, key, iv).setAutoPadding(false);
  return Buffer.concat([made.update(bytes), made.final()]);
}

function packed(info: Buffer, encrypted: Buffer): Buffer {
  const container = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(container, '/EncryptionInfo', info);
  XLSX.CFB.utils.cfb_add(container, '/EncryptedPackage', encrypted);
  return Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

/** Locks a workbook with "agile" encryption, as Excel does since 2010: AES-256, SHA-512. */
export function lockedAgile(plain: Buffer, password: string, rounds = 1000): Buffer {
  const salt = sha('sha256', Buffer.from('password salt')).subarray(0, 16);
  const keySalt = sha('sha256', Buffer.from('key salt')).subarray(0, 16);
  const key = sha('sha256', Buffer.from('secret key'));
  let base = sha('sha512', salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < rounds; round += 1) base = sha('sha512', u32(round), base);
  const derived = (purpose: string) =>
    sha('sha512', base, Buffer.from(purpose, 'hex')).subarray(0, 32);
  const verifier = sha('md5', Buffer.from('verifier'));
  const lock = (purpose: string, bytes: Buffer) =>
    cipher('aes-256-cbc', derived(purpose), salt, bytes).toString('base64');
  const common = `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"`;
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${common} saltValue="${keySalt.toString('base64')}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${rounds}" ${common} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${lock('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${lock('d7aa0f6d3061344e', sha('sha512', verifier))}" encryptedKeyValue="${lock('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const segments: Buffer[] = [];
  for (let at = 0; at < plain.length; at += 4096) {
    const iv = sha('sha512', keySalt, u32(at / 4096)).subarray(0, 16);
    segments.push(cipher('aes-256-cbc', key, iv, wholeBlocks(plain.subarray(at, at + 4096))));
  }
  const info = Buffer.concat([Buffer.from('0400040040000000', 'hex'), Buffer.from(xml)]);
  return packed(info, Buffer.concat([u64(plain.length), ...segments]));
}

/** Locks a workbook with "standard" encryption, as Excel 2007 does: AES-128, SHA-1. */
export function lockedStandard(plain: Buffer, password: string): Buffer {
  const salt = sha('md5', Buffer.from('standard salt'));
  let base = sha('sha1', salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < 50_000; round += 1) base = sha('sha1', u32(round), base);
  const last = filled(sha('sha1', base, u32(0)), 64, 0);
  const key = sha('sha1', Buffer.from(last.map((byte) => byte ^ 0x36))).subarray(0, 16);
  const verifier = sha('md5', Buffer.from('verifier'));
  const name = Buffer.from('Microsoft Enhanced RSA and AES Cryptographic Provider\0', 'utf16le');
  const header = Buffer.concat([...[0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0].map(u32), name]);
  const info = Buffer.concat([
    Buffer.from('0300020024000000', 'hex'),
    u32(header.length),
    header,
    u32(16),
    salt,
    cipher('aes-128-ecb', key, null, verifier),
    u32(20),
    cipher('aes-128-ecb', key, null, filled(sha('sha1', verifier), 32, 0)),
  ]);
  const body = cipher('aes-128-ecb', key, null, wholeBlocks(plain));
  return packed(info, Buffer.concat([u64(plain.length), body]));
}

/** An Office file of before 2007 with one stream. */
export function officeFile(stream: string, content: string | Buffer): Buffer {
  const container = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(container, `/${stream}`, Buffer.from(content));
  return Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

/** The beginning of an old workbook that is locked as before Excel 97: nothing of it can be read. */
export function lockedXls(): Buffer {
  const beginning = Buffer.from('0908100000060500000000000000000000000000', 'hex');
  const lock = Buffer.concat([Buffer.from('2f003600', 'hex'), Buffer.alloc(54, 1)]);
  return officeFile('Workbook', Buffer.concat([beginning, lock, Buffer.alloc(4000)]));
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const stream = rc4Stream(key, bytes.length);
  return Buffer.from(bytes.map((byte, at) => byte ^ (stream[at] ?? 0)));
}

const u16 = (value: number): Buffer => u32(value).subarray(0, 2);

/** How each kind of RC4 makes the key of a block, and what its record says before and after the salt. */
const RC4_KINDS = {
  md5: {
    keyOf: (password: string, salt: Buffer, block: number) => {
      const short = sha('md5', Buffer.from(password, 'utf16le')).subarray(0, 5);
      const base = sha('md5', ...Array.from({ length: 16 }, () => [short, salt]).flat());
      return sha('md5', base.subarray(0, 5), u32(block));
    },
    info: (salt: Buffer, verifier: Buffer, hash: Buffer) => [
      ...[1, 1, 1].map(u16),
      salt,
      verifier,
      hash,
    ],
  },
  sha1: {
    keyOf: (password: string, salt: Buffer, block: number) =>
      sha('sha1', sha('sha1', salt, Buffer.from(password, 'utf16le')), u32(block)).subarray(0, 16),
    info: (salt: Buffer, verifier: Buffer, hash: Buffer) => {
      const header = [4, 0, 0x6801, 0x8004, 128, 1, 0, 0].map(u32);
      return [
        ...[1, 2, 2].map(u16),
        u32(4),
        u32(32),
        ...header,
        u32(16),
        salt,
        verifier,
        u32(20),
        hash,
      ];
    },
  },
} as const;

/** Locks an old workbook (.xls) as Excel 97 (`md5`) or 2002 (`sha1`) do. */
export function lockedBook(plain: Buffer, password: string, kind: keyof typeof RC4_KINDS): Buffer {
  const { keyOf, info } = RC4_KINDS[kind];
  const salt = sha('md5', Buffer.from('book salt'));
  const verifier = sha('md5', Buffer.from('verifier'));
  const checked = rc4(keyOf(password, salt, 0), Buffer.concat([verifier, sha(kind, verifier)]));
  const lock = Buffer.concat(info(salt, checked.subarray(0, 16), checked.subarray(16)));
  const record = Buffer.concat([u16(0x2f), u16(lock.length), lock]);
  const stream = Buffer.from(
    XLSX.CFB.find(XLSX.CFB.read(plain, { type: 'buffer' }), 'Workbook')?.content ?? [],
  );
  const first = 4 + stream.readUInt16LE(2);
  const whole = Buffer.concat([stream.subarray(0, first), record, stream.subarray(first)]);
  // The lock moves what follows it: the table of sheets says where each begins.
  const kept: [number, number][] = [];
  for (let at = 0; at + 4 <= whole.length; at += 4 + whole.readUInt16LE(at + 2)) {
    const [type, length] = [whole.readUInt16LE(at), whole.readUInt16LE(at + 2)];
    const isNever = [0x809, 0x2f, 0xe1, 0x138, 0x194, 0x195, 0x196].includes(type);
    const isSheet = type === 0x85;
    kept.push([at, at + 4 + (isNever ? length : isSheet ? 4 : 0)]);
    if (isSheet) whole.writeUInt32LE(whole.readUInt32LE(at + 4) + record.length, at + 4);
  }
  const blocks = Array.from({ length: Math.ceil(whole.length / 1024) }, (_, block) =>
    rc4(keyOf(password, salt, block), whole.subarray(block * 1024, (block + 1) * 1024)),
  );
  const locked = Buffer.concat(blocks);
  for (const [from, to] of kept) whole.copy(locked, from, from, to);
  return officeFile('Workbook', locked);
}

/**
 * Locks the cells of an OpenDocument sheet as LibreOffice does: packed, then AES-256 with a key of the password. `saidSize`
 * stands in the manifest when it is to lie; so many spaces `more` follow the cells.
 */
export function lockedOds(plain: Buffer, password: string, saidSize?: number, more = 0): Buffer {
  const zip = XLSX.CFB.read(plain, { type: 'buffer' });
  const content = XLSX.CFB.find(zip, '/content.xml');
  const bytes = Buffer.concat([Buffer.from(content?.content ?? []), Buffer.alloc(more, ' ')]);
  const packed = deflateRawSync(bytes);
  const [salt, iv] = [sha('md5', Buffer.from('ods salt')), sha('md5', Buffer.from('ods start'))];
  const key = pbkdf2Sync(sha('sha256', Buffer.from(password)), salt, 1000, 32, 'sha1');
  const missing = 16 - (packed.length % 16);
  const padded = Buffer.concat([packed, Buffer.alloc(missing, missing)]);
  const ns = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="${ns}">
 <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="${saidSize ?? bytes.length}">
  <manifest:encryption-data manifest:checksum-type="${ns}#sha256-1k" manifest:checksum="${sha('sha256', packed.subarray(0, 1024)).toString('base64')}">
   <manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="${iv.toString('base64')}"/>
   <manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/>
   <manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="1000" manifest:salt="${salt.toString('base64')}"/>
  </manifest:encryption-data>
 </manifest:file-entry>
</manifest:manifest>`;
  const made = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(
    made,
    '/mimetype',
    Buffer.from('application/vnd.oasis.opendocument.spreadsheet'),
  );
  const styles = XLSX.CFB.find(zip, '/styles.xml')?.content ?? [];
  XLSX.CFB.utils.cfb_add(made, '/styles.xml', Buffer.from(styles));
  XLSX.CFB.utils.cfb_add(made, '/content.xml', cipher('aes-256-cbc', key, iv, padded));
  XLSX.CFB.utils.cfb_add(made, '/META-INF/manifest.xml', Buffer.from(manifest));
  return Buffer.from(XLSX.CFB.write(made, { type: 'buffer', fileType: 'zip' }) as Uint8Array);
}
