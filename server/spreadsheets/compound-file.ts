import type { FileHandle } from 'node:fs/promises';
import { FileProblem } from './file-problem.ts';

/** A compound file (OLE): how old Excel files and workbooks with a password are packed. */
export interface CompoundFile {
  /** Whether it has a stream of this name. */
  has(name: string): boolean;
  /** The bytes of a stream in pieces. Throws FileProblem when it has none of the name, or is damaged. */
  read(name: string): AsyncGenerator<Buffer, void, undefined>;
  /** The first bytes of a stream, at most so many. */
  head(name: string, most: number): Promise<Buffer>;
}

interface Stream {
  readonly start: number;
  readonly size: number;
}

const lastSector = 0xffff_fffa;
const inHeader = 109;
/** More than any workbook's list of streams has. */
const maxDirectorySectors = 2_000;

const damaged = () => new FileProblem('ends-early');

/** Reads what lies in sectors of a file; no chain is followed longer than the file is. */
class Sectors {
  readonly #file: FileHandle;
  readonly size: number;
  readonly most: number;

  constructor(file: FileHandle, size: number, fileSize: number) {
    this.#file = file;
    this.size = size;
    this.most = Math.ceil(fileSize / size);
  }

  async read(sector: number, count = 1): Promise<Buffer> {
    const buffer = Buffer.alloc(this.size * count);
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, (sector + 1) * this.size);
    if (bytesRead === 0) throw damaged();
    return buffer;
  }
}

function* numbers(buffer: Buffer): Generator<number, void, undefined> {
  for (let at = 0; at + 4 <= buffer.length; at += 4) yield buffer.readUInt32LE(at);
}

/** Which sector follows which. */
async function readTable(sectors: Sectors, header: Buffer): Promise<Uint32Array> {
  const places: number[] = [];
  for (let at = 0; at < inHeader; at += 1) places.push(header.readUInt32LE(76 + at * 4));
  let next = header.readUInt32LE(68);
  for (let count = 0; next < lastSector; count += 1) {
    if (count > sectors.most) throw damaged();
    const more = [...numbers(await sectors.read(next))];
    next = more.pop() ?? lastSector;
    places.push(...more);
  }
  const used = places.filter((place) => place < lastSector);
  if (used.length > sectors.most) throw damaged();
  const perSector = sectors.size / 4;
  const table = new Uint32Array(used.length * perSector);
  for (const [at, place] of used.entries())
    table.set([...numbers(await sectors.read(place))], at * perSector);
  return table;
}

function* chain(
  table: Uint32Array,
  start: number,
  most: number,
): Generator<number, void, undefined> {
  let count = 0;
  for (let at = start; at < lastSector; at = table[at] ?? lastSector) {
    count += 1;
    if (count > most || at >= table.length) throw damaged();
    yield at;
  }
}

async function readDirectory(
  sectors: Sectors,
  table: Uint32Array,
  header: Buffer,
): Promise<{ streams: Map<string, Stream>; root: Stream }> {
  const streams = new Map<string, Stream>();
  let root: Stream = { start: lastSector, size: 0 };
  const most = Math.min(sectors.most, maxDirectorySectors);
  for (const sector of chain(table, header.readUInt32LE(48), most)) {
    const entries = await sectors.read(sector);
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const length = Math.min(64, entries.readUInt16LE(at + 64));
      const name = entries.toString('utf16le', at, at + Math.max(0, length - 2));
      const stream = {
        start: entries.readUInt32LE(at + 116),
        size: entries.readUInt32LE(at + 120),
      };
      const type = entries[at + 66];
      if (type === 5) root = stream;
      else if (type === 2 && !streams.has(name)) streams.set(name, stream);
    }
  }
  return { streams, root };
}

/** The bytes of small streams lie together in one stream of the root, in small sectors of a table of their own. */
async function* readSmall(
  sectors: Sectors,
  table: Uint32Array,
  header: Buffer,
  root: Stream,
  stream: Stream,
): AsyncGenerator<Buffer, void, undefined> {
  const smallSize = 2 ** header.readUInt16LE(32);
  const links: number[] = [];
  for (const sector of chain(table, header.readUInt32LE(60), sectors.most))
    links.push(...numbers(await sectors.read(sector)));
  const homes = [...chain(table, root.start, sectors.most)];
  let left = stream.size;
  for (const small of chain(Uint32Array.from(links), stream.start, links.length)) {
    if (left <= 0) return;
    const home = homes[Math.floor((small * smallSize) / sectors.size)];
    if (home === undefined) throw damaged();
    const from = (small * smallSize) % sectors.size;
    const bytes = (await sectors.read(home)).subarray(from, from + Math.min(smallSize, left));
    left -= bytes.length;
    yield bytes;
  }
}

/** Sectors that follow each other are read together. */
const sectorsPerRead = 256;

async function* readLarge(
  sectors: Sectors,
  table: Uint32Array,
  stream: Stream,
): AsyncGenerator<Buffer, void, undefined> {
  let left = stream.size;
  let first = -1;
  let count = 0;
  const take = async (): Promise<Buffer> => {
    const bytes = (await sectors.read(first, count)).subarray(0, left);
    left -= bytes.length;
    return bytes;
  };
  for (const sector of chain(table, stream.start, sectors.most)) {
    if (count > 0 && sector === first + count && count < sectorsPerRead) count += 1;
    else {
      if (count > 0 && left > 0) yield await take();
      first = sector;
      count = 1;
    }
  }
  if (count > 0 && left > 0) yield await take();
  if (left > 0) throw damaged();
}

/** Opens a compound file; the caller closes `file`. Throws FileProblem when it is damaged. */
export async function openCompoundFile(file: FileHandle): Promise<CompoundFile> {
  const header = Buffer.alloc(512);
  const { bytesRead } = await file.read(header, 0, 512, 0);
  const shift = header.readUInt16LE(30);
  if (bytesRead < 512 || (shift !== 9 && shift !== 12) || header.readUInt16LE(32) > 9)
    throw damaged();
  const sectors = new Sectors(file, 2 ** shift, (await file.stat()).size);
  const table = await readTable(sectors, header);
  const { streams, root } = await readDirectory(sectors, table, header);
  const smallestLarge = header.readUInt32LE(56);
  const read: CompoundFile['read'] = async function* (name) {
    const stream = streams.get(name);
    if (!stream) throw damaged();
    if (stream.size >= smallestLarge) yield* readLarge(sectors, table, stream);
    else yield* readSmall(sectors, table, header, root, stream);
  };
  return {
    has: (name) => streams.has(name),
    read,
    head: async (name, most) => {
      const parts: Buffer[] = [];
      let length = 0;
      for await (const part of read(name)) {
        parts.push(part);
        length += part.length;
        if (length >= most) break;
      }
      return Buffer.concat(parts).subarray(0, most);
    },
  };
}
