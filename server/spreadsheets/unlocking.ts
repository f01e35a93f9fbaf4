import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createInflateRaw } from 'node:zlib';
import { openLockedBook } from './book-cipher.ts';
import { openCompoundFile } from './compound-file.ts';
import type { CompoundFile } from './compound-file.ts';
import { BOOK_HEAD_BYTES, bookIn, detectFileKind, partOf } from './file-kind.ts';
import type { FileKind } from './file-kind.ts';
import { FileProblem } from './file-problem.ts';
import { ODS_MANIFEST, odsLocks, openOdsPart } from './ods-cipher.ts';
import type { OdsLock } from './ods-cipher.ts';
import { openPackage } from './workbook-cipher.ts';
import type { PackageDecoder } from './workbook-cipher.ts';
import { mostUnpacked, readZipDirectory } from './zip-directory.ts';
import { readZipEntry } from './zip-entry.ts';
import { zipPieces } from './zip-writer.ts';
import type { ZipPart } from './zip-writer.ts';

/** What Excel locks with by itself where somebody only protects a workbook's structure. */
const excelsOwn = 'VelvetSweatshop';
const maxInfoBytes = 65_536;

const askPassword = () => new FileProblem('enter-password', {}, { lock: 'locked' });
const wrongPassword = () => new FileProblem('wrong-password', {}, { lock: 'wrong-password' });

async function writeDecoded(
  pieces: AsyncGenerator<Buffer, void, undefined>,
  decoder: PackageDecoder,
  target: FileHandle,
): Promise<void> {
  let size = -1;
  let written = 0;
  const write = async (plain: Buffer): Promise<void> => {
    const bytes = plain.subarray(0, Math.max(0, size - written));
    if (bytes.length > 0) await target.write(bytes);
    written += bytes.length;
  };
  for await (const piece of pieces) {
    let rest = piece;
    if (size === -1) {
      // The first eight bytes say how long the plain file is; what fills up the last block is cut off.
      if (piece.length < 8) break;
      size = Number(piece.readBigUInt64LE(0));
      rest = piece.subarray(8);
    }
    await write(decoder.decode(rest));
  }
  await write(decoder.decode(Buffer.alloc(0)));
}

/** The decoder for the typed password, or else for Excel's own. */
async function decoderFor<Decoder>(
  typed: string | null,
  openWith: (password: string) => Promise<Decoder | null> | Decoder | null,
): Promise<Decoder> {
  const decoder = (typed === null ? null : await openWith(typed)) ?? (await openWith(excelsOwn));
  if (decoder === null) throw typed === null ? askPassword() : wrongPassword();
  return decoder;
}

async function unlockPackage(
  compound: CompoundFile,
  typed: string | null,
  plain: FileHandle,
): Promise<void> {
  const info = await compound.head('EncryptionInfo', maxInfoBytes);
  const decoder = await decoderFor(typed, async (password) => openPackage(info, password));
  await writeDecoded(compound.read('EncryptedPackage'), decoder, plain);
}

/** An old workbook's stream is a workbook by itself once it is plain. */
async function unlockBook(
  compound: CompoundFile,
  typed: string | null,
  plain: FileHandle,
): Promise<void> {
  const book = bookIn(compound) ?? '';
  const head = await compound.head(book, BOOK_HEAD_BYTES);
  const decoder = await decoderFor(typed, (password) => openLockedBook(head, password));
  for await (const piece of compound.read(book)) await plain.write(decoder.decode(piece));
}

async function unlockCompound(
  file: FileHandle,
  typed: string | null,
  plain: FileHandle,
): Promise<void> {
  const compound = await openCompoundFile(file);
  const unlock = compound.has('EncryptedPackage') ? unlockPackage : unlockBook;
  await unlock(compound, typed, plain);
}

/** The parts of an OpenDocument sheet that are read: the cells, and how they look. */
const ODS_PARTS = ['content.xml', 'styles.xml'];
const PLAIN_MANIFEST =
  '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>';
const MOST_ODS_BYTES = 40_000_000;

/** The text of a part that was locked; it may unfold to what the manifest says, and to no more than any part may. */
async function* unfolded(packed: Buffer, { size }: OdsLock): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let left = Math.min(size, mostUnpacked(packed.length));
  try {
    for await (const piece of Readable.from([packed]).pipe(createInflateRaw())) {
      left -= (piece as Buffer).length;
      if (left < 0) throw new FileProblem('unpacks-too-large');
      yield decoder.write(piece as Buffer);
    }
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('not-unpacked');
  }
}

async function collected(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function unlockOds(
  file: FileHandle,
  path: string,
  typed: string | null,
  plain: FileHandle,
): Promise<void> {
  const entries = new Map((await readZipDirectory(file)).map((entry) => [entry.name, entry]));
  const manifest = await partOf(file, path, entries.get(ODS_MANIFEST));
  const parts: ZipPart[] = [
    { name: 'mimetype', text: [await partOf(file, path, entries.get('mimetype'))] },
    { name: ODS_MANIFEST, text: [PLAIN_MANIFEST] },
  ];
  const locks = odsLocks(manifest);
  for (const name of ODS_PARTS) {
    const [entry, lock] = [entries.get(name), locks?.get(name)];
    if (entry === undefined) continue;
    if (entry.packedSize > MOST_ODS_BYTES)
      throw new FileProblem('book-too-large', { kind: 'ODS', most: MOST_ODS_BYTES / 1_000_000 });
    const stored = await collected(readZipEntry(file, path, entry));
    if (lock === undefined) parts.push({ name, text: [stored.toString('utf8')] });
    else {
      const packed = await decoderFor(typed, async (password) =>
        openOdsPart(lock, stored, password),
      );
      parts.push({ name, text: unfolded(packed, lock) });
    }
  }
  for await (const piece of zipPieces(parts)) await plain.write(piece);
}

const ZIP = 0x504b0304;

async function unlockInto(path: string, target: string, typed: string | null): Promise<void> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(4);
    await file.read(head, 0, 4, 0);
    const plain = await open(target, 'w', 0o600);
    try {
      if (head.readUInt32BE(0) === ZIP) await unlockOds(file, path, typed, plain);
      else await unlockCompound(file, typed, plain);
    } finally {
      await plain.close();
    }
  } finally {
    await file.close();
  }
}

/**
 * Does something with a spreadsheet file of any kind; one with a password is unlocked into a file that is gone afterwards.
 * Throws FileProblem, with `lock` when the password is missing or wrong. The password is kept nowhere.
 */
export async function withUnlocked<Result>(
  path: string,
  password: string | null,
  work: (path: string, kind: FileKind) => Promise<Result>,
): Promise<Result> {
  const kind = await detectFileKind(path).catch((error: unknown) => {
    if (error instanceof FileProblem && error.lock === 'locked') return null;
    throw error;
  });
  if (kind !== null) return work(path, kind);
  const target = `${path}.unlocked`;
  try {
    await unlockInto(path, target, password);
    return await work(target, await detectFileKind(target));
  } finally {
    await rm(target, { force: true });
  }
}
