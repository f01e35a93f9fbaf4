import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { decryptWith } from './age-stream.ts';
import { BACKUP_FORMAT, entryNames, headSchema, manifestSchema } from './backup-format.ts';
import type { BackupHead, BackupManifest } from './backup-format.ts';
import { BackupProblem } from './backup-problem.ts';
import { isBackedUp } from './data-files.ts';
import { rowsIn } from './row-pieces.ts';

const unzip = promisify(gunzip);

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

const damaged = (what: string) => new BackupProblem(`The backup is damaged: ${what}.`);

function parseHead(text: string): BackupHead {
  const value: unknown = JSON.parse(text);
  const version = z.object({ format: z.int() }).safeParse(value);
  if (version.success && version.data.format > BACKUP_FORMAT)
    throw new BackupProblem(
      'The backup was made by a newer Recoup. Install that version, then restore.',
    );
  return headSchema.parse(value);
}

async function wholeOf(entry: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of entry) pieces.push(piece);
  return Buffer.concat(pieces);
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
        throw damaged(`the rows of ${name} are not those that were written`);
    }
    for (const { path, sha256 } of files) {
      if (this.#files.get(path) !== sha256)
        throw damaged(`the file ${path} is not the one that was written`);
      this.#files.delete(path);
    }
    const [more] = [...this.#tables.keys(), ...this.#files.keys()];
    if (more !== undefined) throw damaged(`${more} is in it that nobody wrote`);
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
/** Below the data folder, never beside it. */
const FILE_ENTRY = /^files\/((?!\.{1,2}(\/|$))[^/\0]+(\/(?!\.{1,2}(\/|$))[^/\0]+)*)$/;

async function takeEntry(
  name: string,
  entry: AsyncIterable<Buffer>,
  taker: BackupTaker,
  sums: Sums,
): Promise<void> {
  const [, table] = TABLE_ENTRY.exec(name) ?? [];
  if (table !== undefined) {
    const piece = await unzip(await wholeOf(entry));
    sums.addRows(table, piece);
    return taker.rows(table, piece);
  }
  const [, path] = FILE_ENTRY.exec(name) ?? [];
  if (path === undefined || !isBackedUp(path)) throw damaged(`${name} has no place in it`);
  await taker.file(
    path,
    hashed(entry, (sha256) => sums.addFile(path, sha256)),
  );
}

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
  let hasBegun = false;
  let manifest: BackupManifest | null = null;
  try {
    for await (const entry of unpacking) {
      const { name } = entry.header;
      const bytes = entry as AsyncIterable<Buffer>;
      if (manifest !== null) throw damaged('something follows its end');
      if (hasBegun === (name === entryNames.head)) throw damaged('it begins with something else');
      hasBegun = true;
      if (name === entryNames.head)
        await taker.begin(parseHead((await wholeOf(bytes)).toString('utf8')));
      else if (name === entryNames.manifest)
        manifest = manifestSchema.parse(JSON.parse((await wholeOf(bytes)).toString('utf8')));
      else await takeEntry(name, bytes, taker, sums);
    }
  } finally {
    plain.destroy();
  }
  if (manifest === null) throw new BackupProblem('The backup is cut off: its end is missing.');
  sums.compare(manifest);
  await taker.end(manifest);
  return manifest;
}
