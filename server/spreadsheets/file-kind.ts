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

function refuseOtherText(head: Buffer): void {
  const isUtf16 =
    head.length >= 2 && (head.readUInt16BE(0) === 0xfffe || head.readUInt16BE(0) === 0xfeff);
  // UTF-16 without a mark shows as a zero in every second byte.
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  const looksUtf16 = isUtf16 || zeros > head.length * 0.3;
  const hasControl = head.some(
    (byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27),
  );
  if (hasControl && !looksUtf16)
    throw new FileProblem(`This is neither an Excel workbook nor a text file. ${saveAs}`, true);
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (/^<(!doctype|html|\?xml|table|script|svg)/i.test(text))
    throw new FileProblem(
      `This is a web page, not a spreadsheet, whatever its name says. ${saveAs}`,
      true,
    );
  if (/^(%PDF-|\{\\rtf)/.test(text))
    throw new FileProblem(`This is a document, not a spreadsheet. ${saveAs}`, true);
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
    if (bytesRead === 0)
      throw new FileProblem('The file is empty. Choose the file with the loans.');
    if (bytesRead >= 4 && head.readUInt32BE(0) === 0x504b0304) {
      await refuseOtherZips(file);
      return 'xlsx';
    }
    if (bytesRead >= 4 && head.readUInt32BE(0) === 0xd0cf11e0)
      throw new FileProblem(
        `This is an old Excel file (.xls), or one protected by a password. ${saveAs}`,
        true,
      );
    refuseOtherText(head);
    return 'csv';
  } finally {
    await file.close();
  }
}
