import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { FileWord } from '../../contract/file-words.ts';
import { BOOK_BEGINNING, bookLock } from './book-cipher.ts';
import { openCompoundFile } from './compound-file.ts';
import type { CompoundFile } from './compound-file.ts';
import { FileProblem } from './file-problem.ts';
import { ODS_MANIFEST, odsLocks } from './ods-cipher.ts';
import { readZipDirectory } from './zip-directory.ts';
import type { ZipEntry } from './zip-directory.ts';
import { readZipEntry } from './zip-entry.ts';

/**
 * The kinds of workbooks that are read in one piece: old and binary Excel files, OpenDocument, and what programs write
 * under the name of .xls: a web page with a table, and the XML of Excel 2003.
 */
export type BookKind = 'xls' | 'xlsb' | 'ods' | 'html' | 'xml';

/** The kinds of spreadsheets that are read. */
export type FileKind = 'csv' | BookKind | 'xlsx';

const locked = () => new FileProblem('locked', {}, { isWrongType: true, lock: 'locked' });
const otherKind = (word: FileWord) => new FileProblem(word, {}, { isWrongType: true });
const lockedForGood = (kind: string) =>
  new FileProblem('locked-for-good', { kind }, { isWrongType: true });

/** The text of a small part of a zip; empty when there is none. */
export async function partOf(
  file: FileHandle,
  path: string,
  entry: ZipEntry | undefined,
): Promise<string> {
  if (entry === undefined || entry.unpackedSize > 1_000_000) return '';
  const pieces: Buffer[] = [];
  for await (const piece of readZipEntry(file, path, entry)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

async function zipKind(file: FileHandle, path: string): Promise<FileKind> {
  const entries = new Map((await readZipDirectory(file)).map((entry) => [entry.name, entry]));
  if (entries.has('xl/workbook.xml')) return 'xlsx';
  if (entries.has('xl/workbook.bin')) return 'xlsb';
  const type = await partOf(file, path, entries.get('mimetype'));
  if (!type.startsWith('application/vnd.oasis.opendocument.spreadsheet'))
    throw otherKind('zip-no-workbook');
  const locks = odsLocks(await partOf(file, path, entries.get(ODS_MANIFEST)));
  if (locks === null) throw lockedForGood('.ods');
  if (locks.size > 0) throw locked();
  return 'ods';
}

/** How much of an old workbook's beginning says whether it is locked. */
export const BOOK_HEAD_BYTES = 8_192;

/** The name under which a compound file has an old workbook. */
export const bookIn = (compound: CompoundFile): string | undefined =>
  ['Workbook', 'Book'].find((name) => compound.has(name));

function bookKind(head: Buffer): FileKind {
  const lock = bookLock(head);
  if (lock === 'opens') throw locked();
  if (lock === 'unknown') throw lockedForGood('.xls');
  return 'xls';
}

async function oleKind(file: FileHandle): Promise<FileKind> {
  const compound = await openCompoundFile(file);
  if (compound.has('EncryptedPackage') && compound.has('EncryptionInfo')) throw locked();
  const book = bookIn(compound);
  if (book === undefined) throw otherKind('office-no-workbook');
  return bookKind(await compound.head(book, BOOK_HEAD_BYTES));
}

function textKind(head: Buffer): FileKind {
  const isUtf16 =
    head.length >= 2 && (head.readUInt16BE(0) === 0xfffe || head.readUInt16BE(0) === 0xfeff);
  // UTF-16 without a mark shows as a zero in every second byte.
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  const looksUtf16 = isUtf16 || zeros > head.length * 0.3;
  const text = head
    .toString('latin1')
    .replaceAll('\u0000', '')
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .trimStart();
  if (/^(%PDF-|\{\\rtf)/.test(text)) throw otherKind('a-document');
  const hasControl = head.some(
    (byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27),
  );
  if (hasControl && !looksUtf16) throw otherKind('neither');
  if (text.startsWith('<?xml') && text.includes('urn:schemas-microsoft-com:office:spreadsheet'))
    return 'xml';
  const isPage =
    /^(<(!doctype|!--|html|head|body|meta|style|div|\?xml|table|script|svg)|mime-version:)/i.test(
      text,
    );
  // Programs of lenders write their tables as a web page and call it .xls.
  if (isPage && /<table[\s>][\s\S]*<t[dh][\s>]/i.test(text) && !/^mime-version:/i.test(text))
    return 'html';
  if (isPage) throw otherKind('a-web-page');
  return 'csv';
}

/**
 * The kind of a spreadsheet by its content; the name plays no part. Throws FileProblem for an empty file, for any other
 * kind, for a workbook that would unpack to too much, and for one with a password (`lock`: see unlocking.ts).
 */
export async function detectFileKind(path: string): Promise<FileKind> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(65_536);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const head = buffer.subarray(0, bytesRead);
    if (bytesRead === 0) throw new FileProblem('empty-file');
    if (bytesRead >= 4 && head.readUInt32BE(0) === 0x504b0304) return await zipKind(file, path);
    if (bytesRead >= 4 && head.readUInt32BE(0) === 0xd0cf11e0) return await oleKind(file);
    // An old workbook as it stands, without the file that holds its streams.
    if (bytesRead >= 4 && head.readUInt16LE(0) === BOOK_BEGINNING && head.readUInt16LE(2) === 16)
      return bookKind(head.subarray(0, BOOK_HEAD_BYTES));
    return textKind(head);
  } finally {
    await file.close();
  }
}
