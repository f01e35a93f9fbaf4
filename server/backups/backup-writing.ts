import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Client } from 'pg';
import { pack as tarPack } from 'tar-stream';
import type { Pack } from 'tar-stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { encryptFor } from './age-stream.ts';
import { BACKUP_FORMAT, entryNames } from './backup-format.ts';
import type { BackupHead, BackupManifest } from './backup-format.ts';
import type { S3Bucket } from '../file-store/s3-bucket.ts';
import { FILES_FOLDER, isBackedUp, listDataFiles, unlessGone } from './data-files.ts';
import { lackingFiles } from './named-files.ts';
import { openSnapshot, readSequences } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { rowPieces, rowsIn } from './row-pieces.ts';
import { TarEntries } from './tar-entries.ts';

const zip = promisify(gzip);
/** Rows pack well at the fastest level already; a higher one makes the backup longer by half and a tenth smaller. */
const ZIP_LEVEL = 1;
/** Tables read side by side: as many as a small server has cores. */
const LANES = 2;
const FILE_PIECE_BYTES = 262_144;

/** What a backup is made of. */
export interface BackupAsk {
  readonly id: string;
  readonly url: string;
  readonly dataDir: string;
  /** Where files lie that are not below `dataDir`. */
  readonly fileBucket?: S3Bucket | null;
  /** Left out when it lies below `dataDir`. */
  readonly backupDir: string;
  readonly appVersion: string;
  /** Public keys of those who may open it. */
  readonly recipients: readonly string[];
  /** Heeded between pieces: the backup ends with its reason. */
  readonly signal?: AbortSignal;
  /** Rows written so far, and about how many there are. */
  readonly onProgress?: (rows: number, expectedRows: number) => void;
}

/** A backup that is being made: read `bytes` to their end, then ask for the rest. */
export interface WrittenBackup {
  readonly bytes: AsyncGenerator<Buffer>;
  /** Opens this backup only; lives as long as this process remembers it. */
  readonly drillIdentity: string;
  /** Known once `bytes` ended. */
  written(): Written;
}

/** What was written: how it begins and ends. */
export interface Written {
  readonly head: BackupHead;
  readonly manifest: BackupManifest;
}

/** Tables under way: their rows so far, hashed in the order in which they stand in the file. */
class TableSums {
  readonly #sums = new Map<string, { rows: number; hash: Hash; pieces: number }>();
  rows = 0;

  of(name: string) {
    const sum = this.#sums.get(name) ?? { rows: 0, hash: createHash('sha256'), pieces: 0 };
    this.#sums.set(name, sum);
    return sum;
  }

  all(): BackupManifest['tables'] {
    return [...this.#sums]
      .map(([name, { rows, hash }]) => ({ name, rows, sha256: hash.copy().digest('hex') }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** Reads tables until none is left; the other lanes do the same. */
async function copyTables(
  lane: Client,
  waiting: Snapshot['tables'][number][],
  entries: TarEntries,
  sums: TableSums,
  told: () => void,
): Promise<void> {
  for (let table = waiting.shift(); table; table = waiting.shift()) {
    const sum = sums.of(table.name);
    for await (const piece of rowPieces(lane, table)) {
      const packed = await zip(piece, { level: ZIP_LEVEL });
      sum.pieces += 1;
      await entries.add(entryNames.piece(table.name, sum.pieces), packed, () => {
        const rows = rowsIn(piece);
        sum.rows += rows;
        sums.rows += rows;
        sum.hash.update(piece);
        told();
      });
    }
  }
}

async function* readExactly(
  file: Awaited<ReturnType<typeof open>>,
  size: number,
  hash: Hash,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const piece = Buffer.alloc(Math.min(FILE_PIECE_BYTES, size - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0)
      throw new Error('A file became shorter while it was read. Make the backup again.');
    at += bytesRead;
    hash.update(piece.subarray(0, bytesRead));
    yield piece.subarray(0, bytesRead);
  }
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
}

type Files = BackupManifest['files'];

/** Adds the files, as long as they are now: what is appended to them meanwhile belongs to the next backup. */
async function addFiles({ dataDir, backupDir }: BackupAsk, entries: TarEntries): Promise<Files> {
  const files: Files = [];
  for (const path of await listDataFiles(dataDir, backupDir)) {
    const place = join(dataDir, path);
    const file = await unlessGone(place, open(place, 'r'));
    if (file === null) continue;
    try {
      const { size } = await file.stat();
      const hash = createHash('sha256');
      await entries.stream(entryNames.file(path), size, readExactly(file, size, hash));
      files.push({ path, size, sha256: hash.digest('hex') });
    } finally {
      await file.close();
    }
  }
  return files;
}

/** Adds the files of the bucket as if they lay in the data folder: a backup is restored into either. */
async function addBucket(
  bucket: S3Bucket,
  entries: TarEntries,
  known: ReadonlySet<string>,
): Promise<Files> {
  const files: Files = [];
  for await (const key of bucket.list()) {
    const path = `${FILES_FOLDER}${key}`;
    // Folders that consoles of stores put there as empty files, and whatever else is none of ours: no reader would take it.
    if (known.has(path) || !isBackedUp(path)) continue;
    const found = await bucket.read(key);
    if (found === null) continue;
    const hash = createHash('sha256');
    await entries.stream(entryNames.file(path), found.size, hashed(found.bytes, hash));
    files.push({ path, size: found.size, sha256: hash.digest('hex') });
  }
  return files;
}

const pathsOf = (files: Files): ReadonlySet<string> => new Set(files.map(({ path }) => path));

/** All files, of the folder and of the bucket. */
async function addAllFiles(ask: BackupAsk, entries: TarEntries): Promise<Files> {
  const inFolder = await addFiles(ask, entries);
  if (!ask.fileBucket) return inFolder;
  return [...inFolder, ...(await addBucket(ask.fileBucket, entries, pathsOf(inFolder)))];
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function fill(ask: BackupAsk, pack: Pack, signal: AbortSignal): Promise<Written> {
  const snapshot = await openSnapshot(ask.url, LANES);
  try {
    const { at, postgresVersion, migrations, tables } = snapshot;
    const entries = new TarEntries(pack, signal);
    const head: BackupHead = {
      format: BACKUP_FORMAT,
      id: ask.id,
      appVersion: ask.appVersion,
      postgresVersion,
      at,
      migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    };
    await entries.add(entryNames.head, json(head));
    const sums = new TableSums();
    const expected = tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0);
    const told = () => ask.onProgress?.(sums.rows, Math.max(sums.rows, Math.round(expected)));
    const waiting = [...tables];
    await Promise.all(snapshot.lanes.map((lane) => copyTables(lane, waiting, entries, sums, told)));
    const [first] = snapshot.lanes;
    const sequences = first ? await readSequences(first) : [];
    // Files are written before the rows that name them: those of every row in the snapshot are there.
    const files = await addAllFiles(ask, entries);
    const goneFiles = await lackingFiles(snapshot, ask.url, pathsOf(files));
    const manifest = { tables: sums.all(), sequences, files, goneFiles };
    await entries.add(entryNames.manifest, json(manifest));
    pack.finalize();
    return { head, manifest };
  } finally {
    await snapshot.close();
  }
}

/** Packs, with the rows as they are at one moment; when it fails or nobody reads on, the connections are ended. */
async function* packed(
  ask: BackupAsk,
  onWritten: (written: Written) => void,
): AsyncGenerator<Buffer> {
  const pack = tarPack();
  const ending = new AbortController();
  const signal = ask.signal ? AbortSignal.any([ask.signal, ending.signal]) : ending.signal;
  let failed: { readonly why: unknown } | null = null;
  const filling = fill(ask, pack, signal).then(onWritten, (why: unknown) => {
    failed = { why };
    ending.abort(why);
    pack.destroy(why as Error);
  });
  try {
    yield* pack as AsyncIterable<Buffer>;
  } finally {
    ending.abort(new Error('Nobody reads the backup any more.'));
    pack.destroy();
    await filling;
  }
  // A tar that was destroyed may end as if it were whole.
  throwIfFailed(failed);
}

function throwIfFailed(failed: { readonly why: unknown } | null): void {
  if (failed !== null) throw failed.why;
}

/** Makes a backup: encrypted for the recipients and for a key that exists in this process only, for the drill. */
export async function writeBackup(ask: BackupAsk): Promise<WrittenBackup> {
  const drillIdentity = await generateX25519Identity();
  const recipients = [...ask.recipients, await identityToRecipient(drillIdentity)];
  let written: Written | null = null;
  const source = packed(ask, (made) => {
    written = made;
  });
  return {
    drillIdentity,
    bytes: encryptFor(recipients, drillIdentity, source),
    written: () => {
      if (written === null) throw new Error('The backup is not written yet.');
      return written;
    },
  };
}
