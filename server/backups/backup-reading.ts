import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Extract } from 'tar-stream';
import { z } from 'zod';
import { decryptWith } from './age-stream.ts';
import { BACKUP_FORMAT, entryNames, headSchema, manifestSchema } from './backup-format.ts';
import type { BackupHead, BackupManifest } from './backup-format.ts';
import { BackupProblem } from './backup-problem.ts';
import { isBackedUp } from './data-files.ts';
import { rowsIn } from './row-pieces.ts';

const unzip = promisify(gunzip);

type TarEntry = Extract extends AsyncIterable<infer Entry> ? Entry : never;

/**
 * What is read whole: a piece of rows is about a megabyte, or one row, of which ours have some megabytes at most. What asks
 * for more was made to exhaust the memory of whoever restores it.
 */
const MOST_PIECE_BYTES = 268_435_456;
/** Head and manifest: some 180 bytes for each file. */
const MOST_JSON_BYTES = 500_000_000;

/** What becomes of a backup's parts, in the order in which they stand in it. */
export interface BackupTaker {
  /** First: refuses what can't be taken. */
  begin(head: BackupHead): Promise<void>;
  /** Whole rows of a table, as COPY's text. */
  rows(table: string, piece: Buffer): Promise<void>;
  /** A file of the data folder; read to its end. */
  file(path: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Last: everything before it was as it was written. */
  end(manifest: BackupManifest): Promise<void>;
}

function parseHead(value: unknown): BackupHead {
  const version = z.object({ format: z.int() }).safeParse(value);
  if (version.success && version.data.format > BACKUP_FORMAT)
    throw new BackupProblem('newer-format');
  const head = headSchema.safeParse(value);
  if (!head.success) throw new BackupProblem('damaged-head');
  return head.data;
}

function parseManifest(value: unknown): BackupManifest {
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) throw new BackupProblem('damaged-manifest');
  return manifest.data;
}

async function wholeOf(entry: TarEntry, mostBytes: number): Promise<Buffer> {
  const { name, size } = entry.header;
  if (size > mostBytes) throw new BackupProblem('part-too-large', { part: name });
  const pieces: Buffer[] = [];
  for await (const piece of entry as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function jsonOf(entry: TarEntry): Promise<unknown> {
  const text = (await wholeOf(entry, MOST_JSON_BYTES)).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupProblem('part-unreadable', { part: entry.header.name });
  }
}

async function pieceOf(entry: TarEntry): Promise<Buffer> {
  const packed = await wholeOf(entry, MOST_PIECE_BYTES);
  try {
    return await unzip(packed, { maxOutputLength: MOST_PIECE_BYTES });
  } catch {
    throw new BackupProblem('part-not-unpacked', { part: entry.header.name });
  }
}

/** What was read, to be compared with what the manifest says was written. */
class Sums {
  readonly #tables = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>();
  readonly #files = new Map<string, string>();

  addRows(table: string, piece: Buffer): void {
    const sum = this.#tables.get(table) ?? { rows: 0, hash: createHash('sha256') };
    this.#tables.set(table, sum);
    sum.rows += rowsIn(piece);
    sum.hash.update(piece);
  }

  addFile(path: string, sha256: string): void {
    this.#files.set(path, sha256);
  }

  /** Throws BackupProblem where they differ. */
  compare({ tables, files }: BackupManifest): void {
    const none = createHash('sha256').digest('hex');
    for (const { name, rows, sha256 } of tables) {
      const sum = this.#tables.get(name);
      this.#tables.delete(name);
      if ((sum?.rows ?? 0) !== rows || (sum?.hash.digest('hex') ?? none) !== sha256)
        throw new BackupProblem('other-rows', { table: name });
    }
    for (const { path, sha256 } of files) {
      if (this.#files.get(path) !== sha256) throw new BackupProblem('other-file', { path });
      this.#files.delete(path);
    }
    const [more] = [...this.#tables.keys(), ...this.#files.keys()];
    if (more !== undefined) throw new BackupProblem('part-of-nobody', { part: more });
  }
}

async function* hashed(
  bytes: AsyncIterable<Buffer>,
  onEnd: (sha256: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
  onEnd(hash.digest('hex'));
}

const TABLE_ENTRY = /^tables\/([a-z0-9_]+)\/\d+\.copy\.gz$/;
const FILE_ENTRY = /^files\/(.+)$/s;

async function takeEntry(entry: TarEntry, taker: BackupTaker, sums: Sums): Promise<void> {
  const { name } = entry.header;
  const [, table] = TABLE_ENTRY.exec(name) ?? [];
  if (table !== undefined) {
    const piece = await pieceOf(entry);
    sums.addRows(table, piece);
    return taker.rows(table, piece);
  }
  const [, path] = FILE_ENTRY.exec(name) ?? [];
  if (path === undefined || !isBackedUp(path))
    throw new BackupProblem('part-without-place', { part: name });
  await taker.file(
    path,
    hashed(entry as AsyncIterable<Buffer>, (sha256) => sums.addFile(path, sha256)),
  );
}

async function takeAll(
  entries: AsyncIterable<TarEntry>,
  taker: BackupTaker,
  sums: Sums,
): Promise<BackupManifest | null> {
  let hasBegun = false;
  let manifest: BackupManifest | null = null;
  for await (const entry of entries) {
    const { name } = entry.header;
    if (manifest !== null) throw new BackupProblem('more-after-end');
    if (hasBegun === (name === entryNames.head)) throw new BackupProblem('other-beginning');
    hasBegun = true;
    if (name === entryNames.head) await taker.begin(parseHead(await jsonOf(entry)));
    else if (name === entryNames.manifest) manifest = parseManifest(await jsonOf(entry));
    else await takeEntry(entry, taker, sums);
  }
  return manifest;
}

/** What the reader of tars says of what is none: it has no class of its own. */
const isNoTar = (error: unknown): boolean =>
  error instanceof Error && /^(invalid tar|unexpected end of data)/i.test(error.message);

/**
 * Reads a backup with a key that opens it and hands its parts to `taker`. Throws BackupProblem where it is damaged, cut off,
 * for another key or of a newer version; `taker.end` was not called then.
 */
export async function readBackup(
  source: AsyncIterable<Uint8Array>,
  identity: string,
  taker: BackupTaker,
): Promise<BackupManifest> {
  const unpacking = extract();
  const plain = Readable.from(decryptWith(identity, source), { objectMode: false });
  plain.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
  const sums = new Sums();
  let manifest: BackupManifest | null;
  try {
    manifest = await takeAll(unpacking, taker, sums);
  } catch (error) {
    throw isNoTar(error) ? new BackupProblem('not-of-recoup') : error;
  } finally {
    plain.destroy();
  }
  if (manifest === null) throw new BackupProblem('end-missing');
  sums.compare(manifest);
  await taker.end(manifest);
  return manifest;
}
