import type { FileHandle } from 'node:fs/promises';
import { FileProblem } from './file-problem.ts';

/** One file inside a zip, as its central directory declares it. Sizes in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly unpackedSize: number;
  readonly headerOffset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** Of an entry that is locked with a password. */
const encryptedFlag = 1;
const maxEntries = 2_000;
const maxUnpackedBytes = 1_073_741_824;
/** Spreadsheets pack 5-20 times; sheets of equal rows up to 100. Small parts may pack better without harm. */
const maxRatio = 250;
const ratioFloorBytes = 10_000_000;

/** To how many bytes a part of so many packed ones may unfold. */
export const mostUnpacked = (packedSize: number): number =>
  Math.min(maxUnpackedBytes, Math.max(ratioFloorBytes, packedSize * maxRatio));

const notWhole = () => new FileProblem('ends-early');

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw notWhole();
  return buffer;
}

async function findEnd(file: FileHandle, fileSize: number): Promise<Buffer> {
  const length = Math.min(fileSize, 65_557);
  const tail = await readAt(file, fileSize - length, length);
  for (let at = length - 22; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === endSignature) return tail.subarray(at);
  throw notWhole();
}

function parseEntries(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entrySignature)
      throw notWhole();
    if ((directory.readUInt16LE(at + 8) & encryptedFlag) !== 0)
      throw new FileProblem('locked', {}, { isWrongType: true });
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/'),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      unpackedSize: directory.readUInt32LE(at + 24),
      headerOffset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * The entries of a zip, read from its central directory without unpacking anything. Throws FileProblem when it is
 * damaged, or when it holds more entries or unpacks to more than a spreadsheet would (a zip bomb).
 */
export async function readZipDirectory(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  if (size < 22) throw notWhole();
  const end = await findEnd(file, size);
  const count = end.readUInt16LE(10);
  const directorySize = end.readUInt32LE(12);
  const directoryOffset = end.readUInt32LE(16);
  if (count > maxEntries) throw new FileProblem('too-many-parts', { count });
  if (directoryOffset + directorySize > size) throw notWhole();
  const entries = parseEntries(await readAt(file, directoryOffset, directorySize), count);
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpackedSize, 0);
  const isBomb = entries.some((entry) => entry.unpackedSize > mostUnpacked(entry.packedSize));
  if (unpacked > maxUnpackedBytes || isBomb) throw new FileProblem('unpacks-too-large');
  return entries;
}
