import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { FileProblem } from './file-problem.ts';
import { readZipDirectory } from './zip-directory.ts';

/** The kinds of spreadsheets that are read. */
export type FileKind = 'csv' | 'xlsx';

const saveAs = 'Save it as .xlsx or .csv and upload that file.';

async function refuseOtherZips(file: FileHandle): Promise<void> {
  const names = new Set((await readZipDirectory(file)).map((entry) => entry.name));
  if (names.has('xl/workbook.xml')) return;
  if (names.has('xl/workbook.bin'))
    throw new FileProblem(`This is a binary Excel file (.xlsb). ${saveAs}`, true);
  throw new FileProblem(`This is a zip file, but not an Excel workbook. ${saveAs}`, true);
}

/** How a workbook that is protected by a password names its content. */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');
const oleSearchBytes = 8_000_000;

async function refuseOle(file: FileHandle): Promise<never> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.min(size, oleSearchBytes));
  // The list of its parts may stand anywhere; mostly at the beginning or the end.
  await file.read(buffer, 0, buffer.length, 0);
  const end = Buffer.alloc(Math.min(size, oleSearchBytes));
  await file.read(end, 0, end.length, size - end.length);
  if (buffer.includes(encryptedPart) || end.includes(encryptedPart))
    throw new FileProblem(
      'The workbook is protected by a password. Open it, take the password away, save it and upload that file.',
      true,
    );
  throw new FileProblem(
    `This is an old Excel file (.xls), or one protected by a password. ${saveAs}`,
    true,
  );
}

function refuseOtherText(head: Buffer): void {
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
  if (/^(%PDF-|\{\\rtf)/.test(text))
    throw new FileProblem(`This is a document, not a spreadsheet. ${saveAs}`, true);
  const hasControl = head.some(
    (byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27),
  );
  if (hasControl && !looksUtf16)
    throw new FileProblem(`This is neither an Excel workbook nor a text file. ${saveAs}`, true);
  if (
    /^(<(!doctype|!--|html|head|body|meta|style|div|\?xml|table|script|svg)|mime-version:)/i.test(
      text,
    )
  )
    throw new FileProblem(
      `This is a web page, not a spreadsheet, whatever its name says. ${saveAs}`,
      true,
    );
}

/**
 * The kind of a spreadsheet by its content; the name plays no part. Throws FileProblem for an empty file, for any other
 * kind, and for a workbook that would unpack to too much.
 */
export async function detectFileKind(path: string): Promise<FileKind> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(65_536);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const head = buffer.subarray(0, bytesRead);
    if (bytesRead === 0) throw new FileProblem('The file is empty. Choose another file.');
    if (bytesRead >= 4 && head.readUInt32BE(0) === 0x504b0304) {
      await refuseOtherZips(file);
      return 'xlsx';
    }
    if (bytesRead >= 4 && head.readUInt32BE(0) === 0xd0cf11e0) await refuseOle(file);
    refuseOtherText(head);
    return 'csv';
  } finally {
    await file.close();
  }
}
