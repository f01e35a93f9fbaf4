import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { openLockedBook } from './book-cipher.ts';
import { openCompoundFile } from './compound-file.ts';
import type { CompoundFile } from './compound-file.ts';
import { BOOK_HEAD_BYTES, bookIn, detectFileKind } from './file-kind.ts';
import type { FileKind } from './file-kind.ts';
import { FileProblem } from './file-problem.ts';
import { openPackage } from './workbook-cipher.ts';
import type { PackageDecoder } from './workbook-cipher.ts';

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

async function unlockInto(path: string, target: string, typed: string | null): Promise<void> {
  const file = await open(path, 'r');
  try {
    const compound = await openCompoundFile(file);
    const unlock = compound.has('EncryptedPackage') ? unlockPackage : unlockBook;
    const plain = await open(target, 'w', 0o600);
    try {
      await unlock(compound, typed, plain);
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
