import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file to be put into a zip: its name and its text in pieces. */
export interface ZipPart {
  readonly name: string;
  readonly text: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packedSize: number;
  readonly unpackedSize: number;
  readonly offset: number;
}

/** 1 January 1980: the same rows always make the same file. */
const dosDate = 0x21;
/** Half of the time of the usual level for half as many bytes more: sheets repeat themselves, and are small at any level. */
const deflateLevel = 1;
/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808;

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor(part: Written): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(part.crc, 4);
  bytes.writeUInt32LE(part.packedSize, 8);
  bytes.writeUInt32LE(part.unpackedSize, 12);
  return bytes;
}

function directoryEntry(part: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt16LE(dosDate, 14);
  entry.writeUInt32LE(part.crc, 16);
  entry.writeUInt32LE(part.packedSize, 20);
  entry.writeUInt32LE(part.unpackedSize, 24);
  entry.writeUInt16LE(part.name.length, 28);
  entry.writeUInt32LE(part.offset, 42);
  return Buffer.concat([entry, part.name]);
}

function directory(parts: readonly Written[], offset: number): Buffer {
  const entries = Buffer.concat(parts.map(directoryEntry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([entries, end]);
}

/** Resolves when there is room again, and when there will never be. */
async function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

/** A zip of the parts, in pieces as they are made. Parts beyond 4 GB are not supported. */
export async function* zipPieces(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Buffer, void, undefined> {
  const written: Written[] = [];
  let offset = 0;
  for await (const part of parts) {
    const name = Buffer.from(part.name, 'utf8');
    const header = localHeader(name);
    yield header;
    let crc = 0;
    let unpackedSize = 0;
    let packedSize = 0;
    const deflate = createDeflateRaw({ level: deflateLevel, chunkSize: 65_536 });
    const source = part.text;
    const feeding = (async () => {
      for await (const text of source) {
        const bytes = Buffer.from(text, 'utf8');
        crc = crc32(bytes, crc);
        unpackedSize += bytes.length;
        if (!deflate.write(bytes)) await drained(deflate);
        // Nobody reads on.
        if (deflate.destroyed) return;
      }
      deflate.end();
    })();
    feeding.catch((error: Error) => deflate.destroy(error));
    for await (const packed of deflate as AsyncIterable<Buffer>) {
      packedSize += packed.length;
      yield packed;
    }
    await feeding;
    const done = { name, crc, packedSize, unpackedSize, offset };
    yield descriptor(done);
    written.push(done);
    offset += header.length + packedSize + 16;
  }
  yield directory(written, offset);
}
