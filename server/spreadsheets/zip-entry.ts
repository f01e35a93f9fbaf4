import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { FileProblem } from './file-problem.ts';
import type { ZipEntry } from './zip-directory.ts';

const damaged = () => new FileProblem('not-unpacked');

/**
 * The unpacked bytes of one zip entry in chunks. Never yields more than the directory declared: a lying directory (a
 * zip bomb) throws FileProblem, as an entry does that is damaged or does not have its checksum at the end.
 */
export async function* readZipEntry(
  file: FileHandle,
  path: string,
  entry: ZipEntry,
): AsyncGenerator<Buffer, void, undefined> {
  const header = Buffer.alloc(30);
  const { bytesRead } = await file.read(header, 0, 30, entry.headerOffset);
  if (bytesRead < 30 || header.readUInt32LE(0) !== 0x04034b50) throw damaged();
  if (entry.packedSize === 0) return;
  let crc = 0;
  const start = entry.headerOffset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = createReadStream(path, {
    start,
    end: start + entry.packedSize - 1,
    highWaterMark: 131_072,
  });
  if (entry.method !== 0 && entry.method !== 8) throw damaged();
  const inflate = createInflateRaw({ chunkSize: 131_072 });
  packed.on('error', (error) => inflate.destroy(error));
  const unpacked = entry.method === 0 ? packed : packed.pipe(inflate);
  let size = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > entry.unpackedSize) throw damaged();
      crc = crc32(chunk, crc);
      yield chunk;
    }
    // A part that was cut or altered on its way is never taken for the lender's.
    if (size !== entry.unpackedSize || crc !== entry.crc) throw damaged();
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw damaged();
  } finally {
    packed.destroy();
    inflate.destroy();
  }
}
