import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a zip; its size as the directory declares it may be a lie. */
interface ZipEntry {
  name: string;
  data: Buffer;
  declared?: number;
}

/** A zip whose parts are not packed: its size tells nothing of a bomb. */
export const storedZip = (entries: readonly ZipEntry[]): Buffer => zipOf(entries, false);

/** A zip as programs write them. */
export const packedZip = (entries: readonly ZipEntry[]): Buffer => zipOf(entries, true);

function zipOf(entries: readonly ZipEntry[], isPacked: boolean): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declared } of entries) {
    const crc = crc32(data);
    const written = isPacked ? deflateRawSync(data) : data;
    const method = isPacked ? 8 : 0;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(method, 8);
    head.writeUInt32LE(crc, 14);
    head.writeUInt32LE(written.length, 18);
    head.writeUInt32LE(declared ?? data.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(written.length, 20);
    entry.writeUInt32LE(declared ?? data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(head, Buffer.from(name), written);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + written.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}
